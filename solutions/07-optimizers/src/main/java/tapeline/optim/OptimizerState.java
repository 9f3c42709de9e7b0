package tapeline.optim;

import java.util.IdentityHashMap;
import tapeline.nn.Parameter;

/// Numbers that an optimizer keeps from step to step: as many as each parameter has, 0 at first.
final class OptimizerState {
  private final IdentityHashMap<Parameter, float[]> numbers = new IdentityHashMap<>();

  /// Returns the numbers of one parameter, in the row-major order of its value. Allocates at the
  /// first call only.
  float[] of(Parameter parameter) {
    var known = numbers.get(parameter);
    if (known == null) {
      known = new float[parameter.value().shape().size()];
      numbers.put(parameter, known);
    }
    return known;
  }

  /// The bytes that they take, 4 each.
  long bytes() {
    return numbers.values().stream().mapToLong(n -> 4L * n.length).sum();
  }
}
