package tapeline.laboratory.curvature;

import java.util.function.ToDoubleFunction;

/// A training until its loss on all examples is low enough.
///
/// @param iterations steps that were taken
/// @param flops that the backend was asked for until then; vectors of all parameters are not
///   counted
/// @param seconds of the thread's processor time until then: without other programs, compilers and
///   the collector of garbage
/// @param loss on all training examples at the end
/// @param accuracy on the test examples at the end, from 0 to 1
/// @param reached whether the loss is low enough
public record RunToLoss(
    int iterations, long flops, double seconds, double loss, double accuracy, boolean reached) {

  /// How many times another run's cost this one's is; infinite when one of them did not get there.
  public double over(RunToLoss other, ToDoubleFunction<RunToLoss> cost) {
    return reached && other.reached
        ? cost.applyAsDouble(this) / cost.applyAsDouble(other)
        : Double.POSITIVE_INFINITY;
  }
}
