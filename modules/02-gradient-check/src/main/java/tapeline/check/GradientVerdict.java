package tapeline.check;

/// The verdict of a report on one partial derivative.
public enum GradientVerdict {
  /// The tape's derivative and the difference are the same, to the tolerance.
  AGREES("agrees"),
  /// They are not, at a point where the function is smooth: the derivative is wrong.
  DIFFERS("DIFFERS"),
  /// The slopes to the left and to the right are not the same: there is no derivative to compare.
  NOT_DIFFERENTIABLE("not differentiable"),
  /// The function is not finite at the point or a step beside it.
  OUTSIDE_DOMAIN("outside the domain");

  private final String words;

  GradientVerdict(String words) {
    this.words = words;
  }

  /// In words, as tables print it.
  @Override
  public String toString() {
    return words;
  }
}
