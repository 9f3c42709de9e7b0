package tapeline.quant;

import java.util.List;
import tapeline.autograd.Variable;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;

/// A linear layer that computes with its weights as their code has them, and learns the weights
/// behind: *quantization-aware training*.
///
/// @param linear whose parameters are learnt
/// @param largest code, see [FakeQuantize]
public record FakeQuantizedLinear(Linear linear, int largest) implements Layer {

  /// The model with such layers in place of its linear ones, and the same parameters.
  public static Sequential in(Sequential model, int largest) {
    return new Sequential(
        model.layers().stream()
            .<Layer>map(l -> l instanceof Linear x ? new FakeQuantizedLinear(x, largest) : l)
            .toList());
  }

  @Override
  public Variable forward(Variable x) {
    var tape = x.tape();
    var weight = parameters().getFirst();
    var coded = tape.apply(FakeQuantize.of(weight.value(), largest), weight.on(tape));
    return x.matmul(coded).plus(parameters().getLast().on(tape));
  }

  @Override
  public List<Parameter> parameters() {
    return linear.parameters();
  }
}
