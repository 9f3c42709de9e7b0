package tapeline.laboratory.suite;

import java.util.Arrays;
import tapeline.reuse.FlatTape;

/// The entries of the scalar suite that ask what a tape is spared: terms that are used again, ops
/// on constants.
final class SharingEntries {
  private static final int USES = 32;
  private static final int CONSTANTS = 100;

  private SharingEntries() {}

  /// `tanh(x²) + tanh(x²) + …`, the term recorded once.
  static SuiteEntry shared() {
    double x = 0.7;
    var pass =
        new FlatPass(
            x,
            (tape, v) -> {
              int term = tape.tanh(tape.mul(v, v));
              int sum = term;
              for (int k = 1; k < USES; k++) {
                sum = tape.add(sum, term);
              }
              return sum;
            });
    double h = Math.tanh(x * x);
    return ScalarEntries.entry(
        "shared subexpression",
        "1 term, " + USES + " uses",
        Scope.COMPONENT,
        pass,
        ScalarEntries.relative(ScalarEntries.gradient(pass), USES * 2 * x * (1 - h * h)),
        Hypothesis.count(
            "shared subexpression: used %d times, walked once".formatted(USES),
            3 + (USES - 1),
            pass.visited(),
            "nodes walked"));
  }

  /// `Σ sin(wₖ)·wₖ·x`
  static SuiteEntry constants() {
    double[] w = ScalarEntries.coefficients(CONSTANTS);
    var pass =
        new FlatPass(
            0.7,
            (tape, v) -> {
              int sum = term(tape, v, w[0]);
              for (int k = 1; k < w.length; k++) {
                sum = tape.add(sum, term(tape, v, w[k]));
              }
              return sum;
            });
    double want = Arrays.stream(w).map(v -> Math.sin(v) * v).sum();
    return ScalarEntries.entry(
        "many constants",
        CONSTANTS + " constants",
        Scope.COMPONENT,
        pass,
        ScalarEntries.relative(ScalarEntries.gradient(pass), want),
        Hypothesis.count(
            "many constants: backward sees no op on constants alone",
            2L * CONSTANTS,
            pass.visited(),
            "nodes walked"));
  }

  private static int term(FlatTape tape, int x, double weight) {
    int w = tape.constant(weight);
    return tape.mul(tape.mul(tape.sin(w), w), x);
  }
}
