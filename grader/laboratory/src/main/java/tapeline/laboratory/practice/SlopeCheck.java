package tapeline.laboratory.practice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import tapeline.nn.Parameter;
import tapeline.profile.TrainingStep;
import tapeline.tensor.Tensor;

/// A training's gradient beside the slope of its loss: along a random direction d both are `g·d =
/// (L(p + h·d) − L(p − h·d)) / 2h` (central difference, module 02).
///
/// Float32 and ReLU's kinks leave some per cent between them, so the median of several directions
/// counts.
final class SlopeCheck {
  private static final int DIRECTIONS = 7;

  /// The change of the loss that h is chosen for: far above float32's rounding.
  private static final double CHANGE = 1e-3;

  private SlopeCheck() {}

  /// The median over the directions of `|slope − g·d| / max(|slope|, |g·d|)`.
  static <B> double error(TrainingStep<B> training) {
    var batch = training.data().get();
    var parameters = training.parameters();
    var start = copies(parameters);
    double _ = training.step().applyAsDouble(batch);
    var gradients = parameters.stream().map(p -> p.gradient().copy()).toList();
    var random = new SplittableRandom(1);
    var errors = new double[DIRECTIONS];
    for (int i = 0; i < DIRECTIONS; i++) {
      var direction = start.stream().map(t -> Tensor.normal(random, t.shape().toArray())).toList();
      double expected = product(gradients, direction);
      float h = (float) (CHANGE / Math.max(Math.abs(expected), 1e-3));
      double above = loss(training, batch, start, direction, h);
      double below = loss(training, batch, start, direction, -h);
      double slope = (above - below) / (2.0 * h);
      errors[i] = Math.abs(slope - expected) / Math.max(Math.abs(slope), Math.abs(expected));
    }
    put(parameters, start);
    Arrays.sort(errors);
    return errors[DIRECTIONS / 2];
  }

  private static <B> double loss(
      TrainingStep<B> training, B batch, List<Tensor> start, List<Tensor> direction, float h) {
    var moved = new ArrayList<Tensor>();
    for (int k = 0; k < start.size(); k++) {
      moved.add(start.get(k).plus(direction.get(k).times(h)));
    }
    put(training.parameters(), moved);
    return training.step().applyAsDouble(batch);
  }

  static List<Tensor> copies(List<Parameter> parameters) {
    return parameters.stream().map(p -> p.value().copy()).toList();
  }

  static void put(List<Parameter> parameters, List<Tensor> values) {
    for (int k = 0; k < values.size(); k++) {
      parameters.get(k).value().assign(values.get(k));
    }
  }

  private static double product(List<Tensor> a, List<Tensor> b) {
    double sum = 0;
    for (int k = 0; k < a.size(); k++) {
      sum += a.get(k).times(b.get(k)).sum().item();
    }
    return sum;
  }
}
