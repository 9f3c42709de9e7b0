package tapeline.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.memory.Binomial;
import tapeline.memory.ChainBlock;
import tapeline.memory.ChainCost;
import tapeline.memory.PlanPart;
import tapeline.memory.PlanPart.ReplayedGroup;
import tapeline.tests.Thrown;

@Tag("14.5")
class BinomialTest {
  @Test
  void one_place_has_each_block_computed_from_the_beginning() {
    assertThat("" + Binomial.plan(4, 1))
        .as("the plan for four blocks and one place")
        .isEqualTo("(((0) 1) 2) 3");
  }

  /// Griewank and Walther's theorem: r·n − C(s + r, s + 1) blocks are computed again, r being the
  /// smallest number with C(s + r, s) ≥ n.
  @Test
  void as_few_blocks_are_computed_again_as_the_theorem_says() {
    for (int n = 1; n <= 60; n++) {
      for (int s = 1; s <= 8; s++) {
        var cost = new ChainCost(Collections.nCopies(n, new ChainBlock(0, 1, 1, 0, 0, 1)));
        var plan = Binomial.plan(n, s);
        assertThat(cost.recomputed(plan))
            .as("how many blocks are computed again, of %d with %d places: %s", n, s, plan)
            .isEqualTo(theorem(n, s));
        assertThat(places(plan.parts()))
            .as("how many inputs are kept at most, by the plan %s for %d places", plan, s)
            .isLessThanOrEqualTo(s);
      }
    }
  }

  private static long theorem(int n, int s) {
    int r = 0;
    while (choose(s + r, s) < n) {
      r++;
    }
    return (long) r * n - choose(s + r, s + 1);
  }

  private static long choose(int n, int k) {
    long c = 1;
    for (int i = 1; i <= k; i++) {
      c = c * (n - k + i) / i;
    }
    return k > n ? 0 : c;
  }

  /// Inputs kept at once: of the parts before, beside that of the first.
  private static int places(List<PlanPart> parts) {
    int most = 0;
    for (int i = 0; i < parts.size(); i++) {
      int inner = parts.get(i) instanceof ReplayedGroup(var within) ? places(within) : 0;
      most = Math.max(most, i + inner);
    }
    return most;
  }

  @Test
  void no_place_and_no_block_are_refused() {
    assertThat(Thrown.by(() -> Binomial.plan(2, 0)))
        .as("a plan for two blocks without a place")
        .isEqualTo(
            "IllegalArgumentException: revolve needs a block, and for two and more a place for an"
                + " input, got 2 and 0");
    assertThat("" + Binomial.plan(3, 1)).as("three blocks and a place").isEqualTo("((0) 1) 2");
    assertThat("" + Binomial.plan(1, 0)).as("a plan for one block without a place").isEqualTo("0");
  }
}
