package tapeline.roofline.machine;

import java.util.Random;
import tapeline.instruments.machine.Curve;
import tapeline.instruments.machine.WorkingSets;
import tapeline.toolkit.Todo;

/// Loads that each need the last one's result for their address, so that no two overlap: a step
/// takes the latency of the memory that holds the lines.
///
/// Each line of the cache holds the number of the next one. The way visits all lines in an order
/// that no prefetcher guesses. Where the lines fill many pages, the translation of addresses is
/// part of the time.
public final class PointerChase {
  /// Bytes of a cache line of x86 and most Arm processors.
  public static final int LINE = 64;

  private static final int INTS = LINE / Integer.BYTES;

  private final int[] memory;
  private int place;

  /// A way through so many lines.
  ///
  /// @throws IllegalArgumentException below 2 lines
  public PointerChase(int lines, Random random) {
    if (lines < 2) {
      throw new IllegalArgumentException("a way needs 2 lines or more, got " + lines);
    }
    memory = new int[Math.multiplyExact(lines, INTS)];
    int[] next = cycle(lines, random);
    for (int i = 0; i < lines; i++) memory[i * INTS] = next[i] * INTS;
  }

  /// Which line follows each: one cycle through all of them, drawn at random; all cycles are
  /// equally likely (Sattolo, *An algorithm to generate a random cyclic permutation*, Information
  /// Processing Letters 22, 1986).
  public static int[] cycle(int lines, Random random) {
    var next = new int[lines];
    for (int i = 0; i < lines; i++) next[i] = i;
    join(next, random);
    return next;
  }

  /// Makes one cycle of lines that each follow themselves.
  private static void join(int[] next, Random random) {
    // BEGIN EXERCISE 12.3
    // TODO 12.3 — 6 lines. At first next[i] is i: each line is a cycle of its own. From
    // the last line down to line 1: exchange its `next` with that of a line drawn at
    // random. Each exchange has to join two cycles, and never cuts one: which lines may
    // be drawn?
    throw new Todo("12.3", "one cycle through all lines");
    // END EXERCISE 12.3
  }

  /// Goes on for so many steps; the place reached, so that no step can be left out.
  public int walk(int steps) {
    int at = place;
    for (int i = 0; i < steps; i++) at = memory[at];
    place = at;
    return at / INTS;
  }

  /// Loads/s that each wait for the last one, by the size of the memory.
  public static Curve loads(WorkingSets sets, Random random) {
    int steps = 1 << 16;
    return sets.walks(
        "chase",
        steps,
        bytes -> {
          var chase = new PointerChase(bytes / LINE, random);
          return () -> chase.walk(steps);
        });
  }
}
