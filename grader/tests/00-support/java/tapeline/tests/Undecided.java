package tapeline.tests;

import org.opentest4j.TestAbortedException;

/// Thrown by a performance test whose comparison could not tell faster from slower.
public final class Undecided extends TestAbortedException {
  /// Set by the constructor alone: one that code under test reads from bytes has no message, and is
  /// a failure.
  private final transient String why;

  /// `why` says what was measured, the interval, and what would decide it.
  public Undecided(String why) {
    super(why);
    this.why = why;
  }

  @Override
  public String getMessage() {
    return why;
  }
}
