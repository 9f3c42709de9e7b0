package tapeline.curvature;

import java.util.List;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.nn.Parameter;

/// The loss that a training makes small: a number that depends on parameters.
public interface TrainingLoss {

  /// The parameters, in a fixed order.
  List<Parameter> parameters();

  /// The loss at the parameters' values, recorded on this tape.
  Variable on(TensorTape tape);
}
