package tapeline.vector;

import java.util.function.IntConsumer;

/// How a loop over independent items is shared among threads: in equal parts, where each is large
/// enough to be worth a thread.
public record Shares(int threads) {
  private static final int LEAST =
      1 << 15; // numbers in a part; fewer are done before a thread wakes

  /// The time of an exp, in numbers of a loop that only reads and writes.
  public static final int EXP = 4;

  /// Does the work on items `from ≤ i < to`.
  @FunctionalInterface
  public interface Part {
    void run(int from, int to);
  }

  /// Does the work of part t, on items `from ≤ i < to`.
  @FunctionalInterface
  public interface NumberedPart {
    void run(int t, int from, int to);
  }

  /// Returns the number of parts of `n` items, 1 at least.
  ///
  /// @param numbers that each item has
  public int parts(int n, int numbers) {
    return (int) Math.max(1, Math.min(threads, Math.min(n, (long) n * numbers / LEAST)));
  }

  /// Does the work on `n` items.
  ///
  /// @param numbers that each item has
  public void run(int n, int numbers, Part part) {
    run(n, numbers, (t, from, to) -> part.run(from, to));
  }

  /// Does the work on `n` items, where each part has its own space.
  ///
  /// @param numbers that each item has
  public void run(int n, int numbers, NumberedPart part) {
    int parts = parts(n, numbers);
    if (parts == 1) {
      part.run(0, 0, n);
    } else {
      ThreadTeam.run(
          parts, t -> part.run(t, (int) ((long) n * t / parts), (int) (n * (t + 1L) / parts)));
    }
  }

  /// Does the work on each of `rows` rows.
  ///
  /// @param numbers that a row has
  public void each(int rows, int numbers, IntConsumer row) {
    run(
        rows,
        numbers,
        (from, to) -> {
          for (int r = from; r < to; r++) row.accept(r);
        });
  }
}
