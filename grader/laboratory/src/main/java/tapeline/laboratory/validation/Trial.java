package tapeline.laboratory.validation;

import java.util.Arrays;
import java.util.List;
import tapeline.bench.compare.Plan;

/// A live comparison, made again and again: a program beside itself, or beside one with more work.
///
/// @param name what tables call it
/// @param extra pieces that B does more, of 200; see [PlantedWork]
/// @param plan of each comparison
/// @param comparisons how many are wanted
/// @param seconds in which a difference is to be found
public record Trial(String name, int extra, Plan plan, int comparisons, double seconds) {
  /// Equal programs. The test is exact whatever the plan, so its forks are as short as a fork can
  /// be; each comparison has ten of its own.
  public static final Trial EQUAL =
      new Trial("equal", 0, new Plan(new int[] {10}, new double[] {0.05}, 40, 200, 60), 201, 30);

  /// B does 2 % more.
  public static final Trial TWO_PERCENT = new Trial("2 % more", 4, Plan.STANDARD, 21, 30);

  /// B does 0.5 % more.
  public static final Trial HALF_PERCENT = new Trial("0.5 % more", 1, Plan.FINE, 21, 90);

  /// The three that the course promises.
  public static final List<Trial> ALL = List.of(EQUAL, TWO_PERCENT, HALF_PERCENT);

  /// The work of comparison `number`: the three kinds take turns.
  public String work(int number) {
    var kinds =
        List.of(PlantedWork.Arithmetic.class, PlantedWork.Sorting.class, PlantedWork.Matmul.class);
    return kinds.get(number % kinds.size()).getSimpleName();
  }

  /// B's time over A's, by the count.
  public double truth() {
    return 1 + (double) extra / PlantedWork.PIECES;
  }

  /// All that a comparison's forks depend on.
  @Override
  public String toString() {
    return "%s: %d extra, looks %s spend %s, %d blocks of %d µs turns, warm-up %d ms"
        .formatted(
            name,
            extra,
            Arrays.toString(plan.looks()),
            Arrays.toString(plan.spends()),
            plan.blocks(),
            plan.turnMicros(),
            plan.warmUpMillis());
  }
}
