package tapeline.laboratory.quant;

import java.util.ArrayList;
import java.util.List;
import tapeline.nn.Activation;
import tapeline.nn.Linear;
import tapeline.nn.Sequential;
import tapeline.quant.Affine;
import tapeline.quant.Calibration;
import tapeline.quant.Codes;
import tapeline.quant.QuantizedLinear;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// A perceptron from the codes of its inputs to the codes of its logits, in integers alone.
///
/// @param input the code of the inputs
record IntegerPerceptron(Affine input, List<QuantizedLinear> layers) {
  public IntegerPerceptron {
    layers = List.copyOf(layers);
  }

  /// A model of linear layers with ReLU between them.
  ///
  /// @param samples of inputs (n,in), from which the codes of all layers follow
  /// @throws IllegalArgumentException when the model has other layers
  public static IntegerPerceptron of(Sequential model, Tensor samples, Calibration how) {
    var input = how.of(samples.toArray());
    var code = input;
    var x = samples;
    var layers = new ArrayList<QuantizedLinear>();
    for (int i = 0; i < model.layers().size(); i += 2) {
      if (!(model.layers().get(i) instanceof Linear linear)) {
        throw new IllegalArgumentException(
            "a perceptron of integers has linear layers and ReLU in turns, got "
                + model.layers().get(i));
      }
      boolean last = i + 1 == model.layers().size();
      if (!last && !model.layers().get(i + 1).equals(new Activation(UnaryOp.RELU))) {
        throw new IllegalArgumentException(
            "a perceptron of integers has linear layers and ReLU in turns, got "
                + model.layers().get(i + 1));
      }
      x = last ? linear.apply(x) : linear.apply(x).relu();
      var output = how.of(x.toArray());
      layers.add(new QuantizedLinear(linear, code, output));
      code = output;
    }
    return new IntegerPerceptron(input, layers);
  }

  /// The logits (n,out) of inputs (n,in), as their codes have them.
  public Tensor apply(Tensor x) {
    var codes = Codes.of(input, x);
    for (var layer : layers) {
      codes = layer.apply(codes);
    }
    var y = new float[codes.values().length];
    for (int i = 0; i < y.length; i++) {
      y[i] = layers.getLast().output().dequantize(codes.values()[i]);
    }
    return Tensor.of(y, codes.rows(), codes.columns());
  }
}
