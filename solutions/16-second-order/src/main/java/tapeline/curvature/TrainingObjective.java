package tapeline.curvature;

import java.util.function.Supplier;
import org.apache.commons.math3.linear.RealVector;

/// A training as a [SmoothFunction] of its parameters, all examples at once. A call at x leaves the
/// parameters at x.
///
/// @param curvature makes the curvature at the parameters' values
public record TrainingObjective(
    TrainingLoss training, FlatParameters parameters, Supplier<Curvature> curvature)
    implements SmoothFunction {

  /// Makes an objective whose curvature is the loss's [Hessian].
  public static TrainingObjective withHessian(TrainingLoss training) {
    return new TrainingObjective(
        training, new FlatParameters(training.parameters()), () -> new Hessian(training));
  }

  /// Makes an objective whose curvature is [GaussNewton]'s matrix.
  public static TrainingObjective withGaussNewton(Classification training) {
    return new TrainingObjective(
        training, new FlatParameters(training.parameters()), () -> new GaussNewton(training));
  }

  @Override
  public int size() {
    return parameters.size();
  }

  @Override
  public Slope at(RealVector x) {
    parameters.assign(x);
    var run = parameters.run(training::on);
    run.output().tape().backward(run.output());
    return new Slope(run.output().value().item(), parameters.join(run.gradients()));
  }

  @Override
  public Curvature curvature(RealVector x) {
    parameters.assign(x);
    return curvature.get();
  }
}
