package tapeline.grader.result;

/// How an exercise, or one of its tests, ended.
public enum Verdict {
  /// Every test passed.
  PASSED("passed"),
  /// A test failed.
  FAILED("failed"),
  /// The learner's code still throws the exercise's `Todo`.
  NOT_STARTED("not started"),
  /// The compiler refused the learner's file.
  DOES_NOT_COMPILE("does not compile"),
  /// A public class, method or field that the tests call is missing or has another type.
  SIGNATURE_CHANGED("signature changed"),
  /// A test ran longer than its limit.
  TIMED_OUT("timed out"),
  /// The learner's code ended the JVM, or the JVM crashed or ran out of memory.
  CRASHED("crashed"),
  /// A performance comparison could not tell faster from slower.
  UNDECIDED("undecided");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /// Which exercise is a learner's next: one that failed, else one that is undecided, else one that
  /// is not started. One of urgency 0 is done.
  public int urgency() {
    return switch (this) {
      case FAILED, DOES_NOT_COMPILE, SIGNATURE_CHANGED, TIMED_OUT, CRASHED -> 3;
      case UNDECIDED -> 2;
      case NOT_STARTED -> 1;
      case PASSED -> 0;
    };
  }

  /// In words, for example `not started`.
  @Override
  public String toString() {
    return text;
  }
}
