package tapeline.cuda;

import java.util.Optional;
import tapeline.tensor.Shape;

/// How an operand of fewer elements repeats in a result, as broadcasting has it: element i of the
/// result takes element `i / inner % size` of the operand.
///
/// `(3)` in `(2,3)`: inner 1, size 3. `(2,1)` in `(2,3)`: inner 3, size 2.
record Stretch(int inner, int size) {

  /// For an operand of shape `x` in a result of shape `y`, neither of them empty. Nothing when a
  /// stretched axis stands between others, as in `(2,1,3)` in `(2,4,3)`.
  static Optional<Stretch> of(Shape x, Shape y) {
    int axis = 1; // counted from the last one
    int inner = 1;
    for (; axis <= y.rank() && length(x, axis) == 1; axis++) {
      inner *= y.length(-axis);
    }
    int size = 1;
    for (; axis <= y.rank() && length(x, axis) == y.length(-axis); axis++) {
      size *= y.length(-axis);
    }
    for (; axis <= y.rank() && length(x, axis) == 1; axis++) {}
    return axis > y.rank() ? Optional.of(new Stretch(inner, size)) : Optional.empty();
  }

  private static int length(Shape x, int axis) {
    return axis <= x.rank() ? x.length(-axis) : 1;
  }
}
