package tapeline.optim;

import java.util.IdentityHashMap;
import tapeline.nn.Parameter;

/// Numbers that an optimizer keeps from step to step: as many as each parameter has, 0 at first.
///
/// A number whose gradient is 0 from some step on, as in a dead unit, is multiplied by 0.9 or 0.999
/// in each step. It does not become 0 but *subnormal*, below 2⁻¹²⁶, where floats have fewer digits
/// and rounding stops it: 0.9·4 steps of 2⁻¹⁴⁹ are 4 again. A processor takes ten times as long for
/// such numbers and more. So they are set to 0 now and then; no step of a parameter shows it.
final class OptimizerState {
  private static final int EVERY = 128; // steps

  private final IdentityHashMap<Parameter, Kept> kept = new IdentityHashMap<>();

  private static final class Kept {
    final float[] numbers;
    int steps;

    Kept(int size) {
      numbers = new float[size];
    }
  }

  /// Returns the numbers of one parameter, in the row-major order of its value, for its next step.
  /// Allocates at the first call only.
  float[] of(Parameter parameter) {
    var known = kept.get(parameter);
    if (known == null) {
      known = new Kept(parameter.value().shape().size());
      kept.put(parameter, known);
    }
    if (++known.steps % EVERY == 0) {
      var n = known.numbers;
      for (int i = 0; i < n.length; i++) n[i] = Math.abs(n[i]) < Float.MIN_NORMAL ? 0 : n[i];
    }
    return known.numbers;
  }

  /// The bytes that they take, 4 each.
  long bytes() {
    return kept.values().stream().mapToLong(k -> 4L * k.numbers.length).sum();
  }
}
