package tapeline.laboratory.gpu;

/// Whether an answer was right.
///
/// @param error of the worst element, as a share of its scale; NaN where there is no answer
/// @param allowed the largest error that rounding explains
/// @param beside how far the GPU and the emulator are apart; a dash where they are one
/// @param problem what is wrong; empty when nothing is
record CheckResult(
    String what, String size, double error, double allowed, String beside, String problem) {

  boolean passed() {
    return problem.isEmpty();
  }

  /// What could not be tried, and why.
  static CheckResult failed(String what, String size, double allowed, RuntimeException why) {
    return new CheckResult(what, size, Double.NaN, allowed, "–", String.valueOf(why.getMessage()));
  }
}
