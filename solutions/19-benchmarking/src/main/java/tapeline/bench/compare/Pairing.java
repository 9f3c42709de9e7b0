package tapeline.bench.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// The three decisions that a comparison's error rate stands on.
///
/// *Who is measured when.* A and B take turns, in blocks of four that are ABBA or BAAB. Whatever
/// changes in a straight line over a block (a processor that heats up, a neighbour that goes away)
/// adds the same to both: A has the first and the last place, B the two in the middle. Which of the
/// two orders it is, is drawn, so that nothing can follow the turns.
///
/// *What counts as one value.* The turns of one pair of processes share its luck: where its memory
/// came to lie, what its compiler decided. A hundred of them are one value, not a hundred.
///
/// *When one may look.* Each look can be wrong. So a [Plan] says beforehand when one looks, and
/// which part of the error rate that look may spend.
public final class Pairing {
  private Pairing() {}

  // BEGIN SOLUTION 19.4 "the paired comparison" 10 points
  /// The turns of this many blocks, true for A.
  public static List<Boolean> turns(int blocks, RandomGenerator random) {
    var turns = new ArrayList<Boolean>();
    for (int i = 0; i < blocks; i++) {
      boolean a = random.nextBoolean();
      turns.addAll(List.of(a, !a, !a, a));
    }
    return turns;
  }

  /// The numbers that the test may take for independent of one another.
  public static double[] values(List<Fork> forks) {
    return forks.stream().mapToDouble(Fork::logRatio).toArray();
  }

  /// The error rate that a look after this many forks may spend; 0 where there is to be no look.
  public static double spend(Plan plan, int forks) {
    int look = Arrays.binarySearch(plan.looks(), forks);
    return look < 0 ? 0 : plan.spends()[look];
  }
  // STUB /// The turns of this many blocks, true for A.
  // STUB public static List<Boolean> turns(int blocks, RandomGenerator random) {
  // STUB   // TODO 19.4 — 6 lines. Each block is A, B, B, A or B, A, A, B, as random.nextBoolean()
  // STUB   // says. If each turn takes 1 % longer than the one before, by how much does a block
  // STUB   // ABAB favour A, and a block ABBA?
  // STUB   throw new Todo("19.4", "the paired comparison");
  // STUB }
  // STUB
  // STUB /// The numbers that the test may take for independent of one another.
  // STUB public static double[] values(List<Fork> forks) {
  // STUB   // TODO — 1 line. A Fork knows its logRatio(). If one process is 1 % slower by luck, how
  // STUB   // many of its turns are?
  // STUB   throw new Todo("19.4", "the paired comparison");
  // STUB }
  // STUB
  // STUB /// The error rate that a look after this many forks may spend; 0 for no look.
  // STUB public static double spend(Plan plan, int forks) {
  // STUB   // TODO — 2 lines. plan.spends()[i] belongs to the look after plan.looks()[i] forks. A
  // STUB   // test that looks after each fork and stops at p < 0.05: how often is it wrong?
  // STUB   throw new Todo("19.4", "the paired comparison");
  // STUB }
  // END SOLUTION
}
