package tapeline.laboratory.milestone;

/// A model that is trained or measured, and the number that is to be beaten.
interface MilestoneProgram {

  /// Does it and draws what happens meanwhile.
  ///
  /// @param effort the share of the whole work from 0 to 1: 1 but for tests and checks
  /// @return the number; NaN where there is none
  double run(Drawing drawing, double effort);

  /// The share `effort` of so many rounds, one at least.
  static int rounds(int whole, double effort) {
    return Math.max(1, (int) Math.round(whole * effort));
  }
}
