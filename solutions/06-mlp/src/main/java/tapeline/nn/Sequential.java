package tapeline.nn;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.autograd.Variable;
import tapeline.tensor.UnaryOp;

/// Layers one after the other.
public record Sequential(List<Layer> layers) implements Layer {
  public Sequential {
    layers = List.copyOf(layers);
  }

  public Sequential(Layer... layers) {
    this(List.of(layers));
  }

  /// A multilayer perceptron: linear layers between these widths, with ReLU between them.
  ///
  /// @param widths the inputs, the hidden layers, the outputs
  /// @throws IllegalArgumentException when there are fewer than two widths
  public static Sequential mlp(RandomGenerator random, int... widths) {
    if (widths.length < 2) {
      throw new IllegalArgumentException(
          "a perceptron has at least inputs and outputs, got %d widths".formatted(widths.length));
    }
    var layers = new ArrayList<Layer>();
    for (int i = 0; i + 1 < widths.length; i++) {
      if (i > 0) {
        layers.add(new Activation(UnaryOp.RELU));
      }
      layers.add(new Linear("" + i, widths[i], widths[i + 1], random));
    }
    return new Sequential(layers);
  }

  @Override
  public Variable forward(Variable x) {
    var y = x;
    for (var layer : FusingBackend.joined(layers)) {
      y = layer.forward(y);
    }
    return y;
  }

  @Override
  public List<Parameter> parameters() {
    return layers.stream().flatMap(l -> l.parameters().stream()).toList();
  }
}
