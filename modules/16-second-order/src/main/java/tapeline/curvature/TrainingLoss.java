package tapeline.curvature;

import java.util.List;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.nn.Parameter;

/// The loss that a training minimises: a number that depends on parameters.
public interface TrainingLoss {

  /// Returns the parameters, in a fixed order.
  List<Parameter> parameters();

  /// Records the loss at the parameters' values on a tape.
  Variable on(TensorTape tape);
}
