package tapeline.vector;

import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/// How a loop over independent items is shared among threads: in equal parts, where each is large
/// enough to be worth a thread.
public record Shares(int threads) {
  private static final int LEAST =
      1 << 16; // numbers in a part; fewer are done before a thread wakes

  /// Does the work on items `from ≤ i < to`.
  @FunctionalInterface
  public interface Part {
    void run(int from, int to);
  }

  /// Does the work on `n` items.
  ///
  /// @param numbers that each item has
  public void run(int n, int numbers, Part part) {
    long parts = Math.min(threads, Math.min(n, (long) n * numbers / LEAST));
    if (parts <= 1) {
      part.run(0, n);
      return;
    }
    IntStream.range(0, (int) parts)
        .parallel()
        .forEach(t -> part.run((int) (n * (long) t / parts), (int) (n * (t + 1L) / parts)));
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
