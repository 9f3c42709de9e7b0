package tapeline.tests;

/// The words of a refusal, in one line: a message with a stack trace in it would differ from run to
/// run.
public final class Thrown {
  private Thrown() {}

  /// `IllegalStateException: …` with its message, or `nothing`.
  public static String by(Runnable work) {
    try {
      work.run();
      return "nothing";
    } catch (IllegalStateException e) {
      return "IllegalStateException: " + e.getMessage();
    } catch (IllegalArgumentException e) {
      return "IllegalArgumentException: " + e.getMessage();
    }
  }
}
