package tapeline.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.memory.BestPlan;
import tapeline.memory.ChainBlock;
import tapeline.memory.ChainCost;
import tapeline.memory.CheckpointPlan;
import tapeline.memory.Frontier;
import tapeline.memory.PlanPart;
import tapeline.memory.PlanPart.KeptBlock;
import tapeline.memory.PlanPart.ReplayedGroup;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("14.4")
class BestPlanTest {
  private static final int CHAINS = 400;
  private static final int LONGEST = 4;

  private final Random random = Seeds.random("best plan");

  /// Two blocks: kept, 10 + 4 are held while block 1 takes 40; computed again, 4 are, or the 4 of
  /// the gradient while block 0 takes 26.
  @Test
  void two_blocks_by_hand() {
    var best =
        new BestPlan(
            new ChainCost(
                List.of(
                    new ChainBlock(10, 4, 30, 26, 0, 100), new ChainBlock(7, 5, 40, 35, 0, 100))));
    assertThat("" + best.within(54)).as("the best plan of two blocks in 54 bytes").isEqualTo("0 1");
    assertThat("" + best.within(53)).as("the best plan in 53").isEqualTo("(0) 1");
    assertThat("" + best.within(44)).as("the best plan in 44").isEqualTo("(0) 1");
  }

  @Test
  void a_budget_that_cannot_be_met_names_the_least_that_can() {
    var best =
        new BestPlan(
            new ChainCost(
                List.of(
                    new ChainBlock(10, 4, 30, 26, 0, 100), new ChainBlock(7, 5, 40, 35, 0, 100))));
    assertThat(Thrown.by(() -> best.within(43)))
        .as("the best plan in 43 bytes")
        .isEqualTo("IllegalArgumentException: no plan holds 43 bytes or less: the least is 44");
    assertThat(Thrown.by(() -> best.within(0)))
        .as("the best plan in 0 bytes")
        .isEqualTo("IllegalArgumentException: a budget is above 0 bytes, got 0");
  }

  /// On 400 random chains of up to four blocks, for each budget at which anything changes.
  @Test
  void none_of_all_plans_is_better() {
    var allPlans = new HashMap<Integer, List<CheckpointPlan>>();
    for (int n = 1; n <= LONGEST; n++) {
      allPlans.put(n, lists(0, n, new HashMap<>()).stream().map(CheckpointPlan::new).toList());
    }
    for (int i = 0; i < CHAINS; i++) {
      int n = 1 + i % LONGEST;
      var cost = randomChain(n);
      var best = new BestPlan(cost);
      for (var way : best.ways()) {
        var plan = BestPlan.plan(way);
        assertThat(List.of(way.bytes(), way.flops()))
            .as("bytes and FLOPs said of %s, against those of the plan, %s", plan, cost)
            .isEqualTo(List.of(cost.peak(plan), cost.recomputed(plan)));
      }
      for (var plan : allPlans.getOrDefault(n, List.of())) {
        long bytes = cost.peak(plan);
        long fewest = fewest(best.ways(), bytes);
        if (fewest > cost.recomputed(plan)) {
          assertThat(fewest)
              .as("FLOPs of the best plan in %d bytes, beside those of %s, %s", bytes, plan, cost)
              .isEqualTo(cost.recomputed(plan));
        }
      }
    }
  }

  private static long fewest(List<Frontier.Way> ways, long bytes) {
    long fewest = Long.MAX_VALUE;
    for (var way : ways) {
      fewest = way.bytes() <= bytes ? way.flops() : fewest;
    }
    return fewest;
  }

  private ChainCost randomChain(int n) {
    var blocks = new ArrayList<ChainBlock>();
    for (int i = 0; i < n; i++) {
      long kept = random.nextInt(60);
      long output = random.nextInt(30);
      long replayWalk = kept + random.nextInt(50);
      long walk = replayWalk + random.nextInt((int) output + 1);
      blocks.add(
          new ChainBlock(
              kept, output, walk, replayWalk, random.nextInt(10), 1 + random.nextInt(100)));
    }
    return new ChainCost(blocks);
  }

  /// All plans' parts for the blocks `from ≤ i < to`; a group within a group has not all of it.
  private static List<List<PlanPart>> lists(
      int from, int to, Map<List<Integer>, List<List<PlanPart>>> known) {
    var before = known.get(List.of(from, to));
    if (before != null) {
      return before;
    }
    var all = new ArrayList<List<PlanPart>>();
    for (int m = from + 1; m <= to; m++) {
      for (var first : firsts(from, m, known)) {
        if (m == to) {
          all.add(List.of(first));
        } else {
          for (var rest : lists(m, to, known)) {
            var parts = new ArrayList<PlanPart>(List.of(first));
            parts.addAll(rest);
            all.add(parts);
          }
        }
      }
    }
    known.put(List.of(from, to), all);
    return all;
  }

  private static List<PlanPart> firsts(
      int from, int to, Map<List<Integer>, List<List<PlanPart>>> known) {
    var all = new ArrayList<PlanPart>();
    if (to == from + 1) {
      all.add(new KeptBlock(from));
      all.add(new ReplayedGroup(List.of(new KeptBlock(from))));
      return all;
    }
    all.add(new ReplayedGroup(CheckpointPlan.keepAll(to).parts().subList(from, to)));
    for (int m = from + 1; m < to; m++) {
      for (var first : firsts(from, m, known)) {
        for (var rest : lists(m, to, known)) {
          var parts = new ArrayList<PlanPart>(List.of(first));
          parts.addAll(rest);
          all.add(new ReplayedGroup(parts));
        }
      }
    }
    return all;
  }
}
