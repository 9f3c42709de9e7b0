package tapeline.nn;

import java.util.List;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;

/// A part of a network: a function of tensors, with parameters that are learnt.
public interface Layer {

  /// Its output, recorded on the tape of `x`.
  Variable forward(Variable x);

  /// The parameters, in a fixed order.
  List<Parameter> parameters();

  /// Its output alone, with nothing recorded for backward.
  default Tensor apply(Tensor x) {
    var tape = new TensorTape();
    parameters().forEach(p -> p.fixOn(tape));
    return forward(tape.constant(x)).value();
  }

  /// How many numbers are learnt.
  default int parameterCount() {
    return parameters().stream().mapToInt(p -> p.value().shape().size()).sum();
  }
}
