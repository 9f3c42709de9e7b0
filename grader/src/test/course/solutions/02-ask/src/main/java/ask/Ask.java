package ask;

import count.Count;

/// Builds on the first module.
public final class Ask {
  private Ask() {}

  public static boolean isAboveMean(int value, int[] values) {
    // BEGIN SOLUTION 02.1 "above the mean" 10 points
    return value > Count.mean(values);
    // STUB // TODO 02.1 — 1 line. Which earlier method helps?
    // STUB throw new Todo("02.1", "isAboveMean");
    // END SOLUTION
  }
}
