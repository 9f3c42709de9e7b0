package tapeline.roofline.machine;

import java.util.List;
import tapeline.instruments.profile.Cost;

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

  // BEGIN SOLUTION 12.1 "the FMA peak" 10 points, core
  private static float two(float x) {
    return one(one(x));
  }

  private static float four(float x) {
    return two(two(x));
  }

  private static float eight(float x) {
    return four(four(x));
  }

  private static float sixteen(float x) {
    return eight(eight(x));
  }

  private long flopsOf(long numbers) {
    return 2L * steps * numbers;
  }

  // STUB private static float two(float x) {
  // STUB   // TODO 12.1 — 5 lines. As many steps as the names say, one after the other; one(x) is
  // STUB   // given: one step, x·m + c. The compiler puts these functions into the loops of run,
  // STUB   // and makes vectors of the loop over x; of a loop over steps within it makes none. How
  // STUB   // do 2 steps become 4 without?
  // STUB   throw new Todo("12.1", "two steps");
  // STUB }
  // STUB
  // STUB private static float four(float x) {
  // STUB   throw new Todo("12.1", "four steps");
  // STUB }
  // STUB
  // STUB private static float eight(float x) {
  // STUB   throw new Todo("12.1", "eight steps");
  // STUB }
  // STUB
  // STUB private static float sixteen(float x) {
  // STUB   throw new Todo("12.1", "sixteen steps");
  // STUB }
  // STUB
  // STUB private long flopsOf(long numbers) {
  // STUB   // TODO 12.1 — FLOPs of `steps` steps on so many numbers: what does a step do?
  // STUB   throw new Todo("12.1", "FLOPs of a chain");
  // STUB }
  // END SOLUTION

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
