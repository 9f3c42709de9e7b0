package tapeline.tests;

import org.opentest4j.TestAbortedException;

/// Thrown by a performance test whose comparison could not tell faster from slower.
public final class Undecided extends TestAbortedException {
  /// `why` says what was measured, the interval, and what would decide it.
  public Undecided(String why) {
    super(why);
  }
}
