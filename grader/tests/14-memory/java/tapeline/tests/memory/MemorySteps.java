package tapeline.tests.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorTape;
import tapeline.memory.LiveBytes;
import tapeline.nn.Activation;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// Steps of a model, and what they give.
final class MemorySteps {
  private MemorySteps() {}

  /// Blocks of a linear layer and a function, between these widths.
  static List<Layer> blocks(RandomGenerator random, UnaryOp op, int... widths) {
    var blocks = new ArrayList<Layer>();
    for (int i = 0; i + 1 < widths.length; i++) {
      var linear = new Linear("" + i, widths[i], widths[i + 1], random);
      blocks.add(new Sequential(linear, new Activation(op)));
    }
    return blocks;
  }

  /// The bits of the output, of the gradients of all parameters, and of that in a variable x.
  static List<float[]> bits(Layer model, Tensor x, Tensor dY) {
    model.parameters().forEach(Parameter::clearGradient);
    var tape = new TensorTape();
    var in = tape.variable(x);
    var y = model.forward(in);
    tape.backward(y, dY);
    var all = new ArrayList<float[]>();
    all.add(y.value().toArray());
    all.add(in.gradient().toArray());
    model.parameters().forEach(p -> all.add(p.gradient().toArray()));
    return all;
  }

  /// The most bytes that tapes hold in a step from the constant x.
  static long peak(Layer model, Tensor x, Tensor dY) {
    var live = LiveBytes.beside(model, x);
    try (var _ = TapeListener.use(live)) {
      var tape = new TensorTape();
      tape.backward(model.forward(tape.constant(x)), dY);
    }
    model.parameters().forEach(Parameter::clearGradient);
    return live.peak();
  }
}
