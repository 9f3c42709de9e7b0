package tapeline.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Who is measured when: A and B take turns, in an order that is drawn.
///
/// A block is ABBA or BAAB. Whatever changes in a straight line over a block (a processor that
/// heats up, a neighbour that goes away) adds the same to both sides: A has the first and the last
/// place, B the two in the middle. And which of the two orders it is, is drawn, so that nothing can
/// follow the turns.
public final class Turns {
  private Turns() {}

  /// The turns of this many blocks, true for A.
  public static List<Boolean> draw(int blocks, RandomGenerator random) {
    // BEGIN SOLUTION 19.5 "taking turns" 10 points
    var turns = new ArrayList<Boolean>();
    for (int i = 0; i < blocks; i++) {
      boolean a = random.nextBoolean();
      turns.addAll(List.of(a, !a, !a, a));
    }
    return turns;
    // STUB // TODO 19.5 — 6 lines. Each block is A, B, B, A or B, A, A, B, as random.nextBoolean()
    // STUB // says. If each turn takes 1 % longer than the one before, by how much does a block
    // STUB // ABAB favour A, and a block ABBA?
    // STUB throw new Todo("19.5", "taking turns");
    // END SOLUTION
  }
}
