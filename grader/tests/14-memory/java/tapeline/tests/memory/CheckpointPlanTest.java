package tapeline.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.memory.CheckpointPlan;
import tapeline.memory.PlanPart.KeptBlock;
import tapeline.tests.Thrown;

@Tag("14.2")
class CheckpointPlanTest {
  @Test
  void groups_of_three_and_what_is_left_over_is_kept() {
    assertThat("" + CheckpointPlan.every(3, 8))
        .as("every(3, 8): groups of three in brackets, the last two blocks kept")
        .isEqualTo("(0 1 2) (3 4 5) 6 7");
    assertThat("" + CheckpointPlan.every(1, 3)).as("every(1, 3)").isEqualTo("(0) (1) 2");
  }

  @Test
  void a_last_group_that_is_full_is_kept_too() {
    assertThat("" + CheckpointPlan.every(4, 8))
        .as("every(4, 8): backward begins with the last four")
        .isEqualTo("(0 1 2 3) 4 5 6 7");
    assertThat("" + CheckpointPlan.every(5, 5)).as("every(5, 5)").isEqualTo("0 1 2 3 4");
    assertThat("" + CheckpointPlan.every(9, 2)).as("every(9, 2)").isEqualTo("0 1");
  }

  @Test
  void the_square_root_is_rounded_up() {
    assertThat("" + CheckpointPlan.squareRoot(10))
        .as("squareRoot(10): groups of ⌈√10⌉ = 4")
        .isEqualTo("(0 1 2 3) (4 5 6 7) 8 9");
  }

  @Test
  void k_of_0_an_empty_chain_and_a_gap_are_refused() {
    assertThat("" + CheckpointPlan.every(1, 2)).as("every(1, 2)").isEqualTo("(0) 1");
    assertThat(Thrown.by(() -> CheckpointPlan.every(0, 8)))
        .as("every(0, 8)")
        .isEqualTo("IllegalArgumentException: a group has at least one block, got k = 0");
    assertThat(Thrown.by(() -> CheckpointPlan.every(2, 0)))
        .as("every(2, 0)")
        .isEqualTo("IllegalArgumentException: a chain has at least one block, got 0");
    assertThat(Thrown.by(() -> new CheckpointPlan(List.of(new KeptBlock(0), new KeptBlock(2)))))
        .as("a plan with block 0 and block 2")
        .isEqualTo(
            "IllegalArgumentException: a plan has the blocks in their order, got block 2 where 1"
                + " comes");
  }
}
