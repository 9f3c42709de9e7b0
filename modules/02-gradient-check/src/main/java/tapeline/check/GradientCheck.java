package tapeline.check;

import java.util.ArrayList;
import java.util.List;
import tapeline.scalar.Tape;
import tapeline.toolkit.Todo;

/// The gradient of a function at a point, by the tape and by differences.
///
/// ```java
/// var check = GradientCheck.of((tape, x) -> x[0].mul(x[1]), 3, 5);
/// check.partials();              // tape 5.0, difference 5.000000000000…; tape 3.0, …
/// check.passes();                // true
/// ```
///
/// @param partials one for each input, in their order
public record GradientCheck(List<GradientError> partials) {
  /// The mixed error up to which a derivative counts as right.
  ///
  /// A central difference with [Differences#step] is good to about 1e-10 where the function and its
  /// third derivative are about 1; four digits are left for worse functions, and a wrong formula is
  /// rarely right to six.
  public static final double TOLERANCE = 1e-6;

  /// Keeps its own copy of the list.
  public GradientCheck {
    partials = List.copyOf(partials);
  }

  /// Differentiates f at x both ways: one recording and one backward for all n partials of the
  /// tape, two evaluations for each central difference; `2n + 1` evaluations of f in all.
  public static GradientCheck of(ScalarFunction f, double... x) {
    // BEGIN EXERCISE 02.3
    // TODO 02.3 — 9 lines. ∂f/∂xᵢ for every i, by one backward and by central differences.
    // Record f once, on variables. ScalarFunction.along(i, x) moves one input and holds the
    // others. How many times must f be recorded for n inputs, and which step suits x = 1e6?
    throw new Todo("02.3", "gradient by tape and by differences");
    // END EXERCISE 02.3
  }

  /// The partial with the largest mixed error; one with NaN comes before all others.
  ///
  /// @throws IllegalStateException when there are no inputs
  public GradientError worst() {
    return partials.stream()
        .max((a, b) -> Double.compare(a.mixed(), b.mixed())) // NaN compares as the largest
        .orElseThrow(
            () -> new IllegalStateException("a gradient of 0 inputs has no worst partial"));
  }

  /// Returns whether every partial agrees to [#TOLERANCE].
  public boolean passes() {
    return partials.stream().allMatch(p -> p.agrees(TOLERANCE));
  }
}
