package tapeline.tests.curvature;

import java.util.List;
import java.util.function.Function;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.curvature.TrainingLoss;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// A loss of one parameter, by a formula.
record MadeLoss(Parameter parameter, Function<Variable, Variable> formula) implements TrainingLoss {
  MadeLoss(Tensor at, Function<Variable, Variable> formula) {
    this(new Parameter("p", at), formula);
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(parameter);
  }

  @Override
  public Variable on(TensorTape tape) {
    return formula.apply(parameter.on(tape));
  }
}
