package tapeline.roofline.machine;

import java.util.List;
import tapeline.instruments.profile.Cost;
import tapeline.toolkit.Todo;

/// A chain of `steps` fused multiply–adds on each number of an array: `x ← x·m + c`, again and
/// again, before the next number is loaded.
///
/// The chains of different numbers do not wait for each other, so vectors and the processor's
/// pipelines overlap them. `steps` alone sets how much is computed for each byte: with few steps
/// the loads are the limit, with many the arithmetic. The best chain comes near the machine's peak.
///
/// @param steps one of [#STEPS]
public record FmaChain(int steps) {
  /// The lengths that there are.
  public static final List<Integer> STEPS = List.of(1, 2, 4, 8, 16);

  /// m, of each step.
  public static final float FACTOR = 0.99f;

  /// c, of each step: with FACTOR, x tends to 1.
  public static final float SUMMAND = 0.01f;

  public FmaChain {
    if (!STEPS.contains(steps)) {
      throw new IllegalArgumentException("a chain has %s steps, got %d".formatted(STEPS, steps));
    }
  }

  /// One step, rounded once: 2 FLOPs.
  private static float one(float x) {
    return Math.fma(x, FACTOR, SUMMAND);
  }

  // BEGIN EXERCISE 12.1
  private static float two(float x) {
    // TODO 12.1 — 5 lines. As many steps as the names say, one after the other; one(x) is
    // given: one step, x·m + c. The compiler puts these functions into the loops of run,
    // and makes vectors of the loop over x; of a loop over steps within it makes none. How
    // do 2 steps become 4 without?
    throw new Todo("12.1", "two steps");
  }

  private static float four(float x) {
    throw new Todo("12.1", "four steps");
  }

  private static float eight(float x) {
    throw new Todo("12.1", "eight steps");
  }

  private static float sixteen(float x) {
    throw new Todo("12.1", "sixteen steps");
  }

  private long flopsOf(long numbers) {
    // TODO 12.1 — FLOPs of `steps` steps on so many numbers: what does a step do?
    throw new Todo("12.1", "FLOPs of a chain");
  }
  // END EXERCISE 12.1

  /// The cost of a run on so many numbers: each is read and written once. The intensity is steps/4
  /// FLOP a byte.
  public Cost cost(long numbers) {
    return new Cost(flopsOf(numbers), 4 * numbers, 4 * numbers);
  }

  /// Does the steps on each number of `x`. Each length is a loop of its own, with nothing unknown
  /// in it.
  public void run(float[] x) {
    switch (steps) {
      case 1 -> oneEach(x);
      case 2 -> twoEach(x);
      case 4 -> fourEach(x);
      case 8 -> eightEach(x);
      default -> sixteenEach(x);
    }
  }

  private static void oneEach(float[] x) {
    for (int i = 0; i < x.length; i++) x[i] = one(x[i]);
  }

  private static void twoEach(float[] x) {
    for (int i = 0; i < x.length; i++) x[i] = two(x[i]);
  }

  private static void fourEach(float[] x) {
    for (int i = 0; i < x.length; i++) x[i] = four(x[i]);
  }

  private static void eightEach(float[] x) {
    for (int i = 0; i < x.length; i++) x[i] = eight(x[i]);
  }

  private static void sixteenEach(float[] x) {
    for (int i = 0; i < x.length; i++) x[i] = sixteen(x[i]);
  }
}
