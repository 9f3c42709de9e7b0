package tapeline.accel.product;

import tapeline.toolkit.Todo;

/// How threads share the rows of C: each has whole panels, so that no tile is computed twice, and
/// at most one panel more than another.
///
/// @param height rows of a panel; the last panel may have fewer
public record RowShares(int rows, int height, int threads) {
  public RowShares {
    if (rows < 0 || height < 1 || threads < 1) {
      throw new IllegalArgumentException(
          "shares need 0 rows, a height of 1 and 1 thread or more, got %d, %d and %d"
              .formatted(rows, height, threads));
    }
  }

  /// Returns the first row of share t, which ends where share t + 1 begins: `begin(0)` is 0 and
  /// `begin(threads)` the number of rows.
  public int begin(int t) {
    // BEGIN EXERCISE 13.5
    // TODO 13.5 — 3 lines. How many panels are there, if the last may be smaller? Let
    // ⌊panels·t / threads⌋ of them come before share t, or share them as fairly in another
    // order. Which row follows them, and what if the last panel reaches beyond the
    // matrix? The product of two ints may need a long.
    throw new Todo("13.5", "rows shared among threads");
    // END EXERCISE 13.5
  }
}
