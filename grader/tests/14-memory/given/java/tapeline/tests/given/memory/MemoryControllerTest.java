package tapeline.tests.given.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tapeline.memory.ChainBlock;
import tapeline.memory.ChainCost;
import tapeline.memory.CheckpointPlan;
import tapeline.memory.MemoryController;
import tapeline.tests.Thrown;

class MemoryControllerTest {
  /// Three blocks that keep 2 bytes an example, of 10 each: all kept hold 110 bytes an example.
  private static ChainCost cost(int n) {
    var block = new ChainBlock(20L * n, 10L * n, 50L * n, 40L * n, 0, 100L * n);
    return new ChainCost(List.of(block, block, block));
  }

  private final AtomicLong free = new AtomicLong();

  /// The batches and plans of steps with so many bytes free, from 10 examples.
  private List<String> choices(int most, long... bytes) {
    var controller = new MemoryController(free::get, MemoryControllerTest::cost, 10, most);
    var all = new ArrayList<String>();
    for (long b : bytes) {
      free.set(b);
      var choice = controller.next();
      assertThat(choice.peak())
          .as("the predicted peak of %s", choice)
          .isEqualTo(cost(choice.batch()).peak(choice.plan()))
          .isLessThanOrEqualTo(b * 95 / 100);
      all.add(choice.batch() + ": " + choice.plan());
    }
    return all;
  }

  @Test
  void a_batch_grows_by_a_fifth_below_80_percent_and_up_to_the_most() {
    assertThat(choices(14, 1390, 1800, 1800, 1800))
        .as("batches where all kept would fill 79 % of 1390 bytes, then ever more of 1800")
        .containsExactly("12: 0 1 2", "14: 0 1 2", "14: 0 1 2", "14: 0 1 2");
    assertThat(choices(14, 1375)).as("the batch at 80 %").containsExactly("10: 0 1 2");
    assertThat(choices(14, 1158)).as("the batch at 94.99 %").containsExactly("10: 0 1 2");
  }

  /// One example is a quarter of the batch: 4 of them fill 79 % of 557 bytes, and 5 fill 99 %.
  @Test
  void a_small_batch_settles_where_one_more_example_would_be_too_much() {
    assertThat(choices(14, 557, 557, 557, 557, 557, 557))
        .as("the last batches of six with 557 bytes free")
        .endsWith("4: 0 1 2", "4: 0 1 2", "4: 0 1 2");
  }

  @Test
  void a_plan_answers_at_once_and_the_batch_follows() {
    assertThat(choices(14, 1200, 900, 900, 900))
        .as("choices when the free bytes fall from 1200 to 900")
        .containsExactly("10: 0 1 2", "8: 0 (1) 2", "6: 0 1 2", "7: 0 1 2");
  }

  @Test
  void a_batch_shrinks_until_a_plan_fits_and_one_example_that_does_not_is_an_error() {
    assertThat(choices(14, 300))
        .as("the first choice with 300 bytes")
        .containsExactly("4: (0) (1) 2");
    assertThat(Thrown.by(() -> choices(14, 50)))
        .as("the choice with 50 bytes")
        .isEqualTo(
            "IllegalStateException: one example needs 60 bytes by the plan that holds the fewest,"
                + " and 47 of the free 50 may be used");
  }

  /// FLOPs a byte: 10, 1, 1, 40, 1 and, of the last one, 1.
  @Test
  void a_selective_plan_computes_again_what_is_cheap_for_its_bytes() {
    var blocks = new ArrayList<ChainBlock>();
    for (int flops : new int[] {100, 10, 10, 400, 10, 10}) {
      blocks.add(new ChainBlock(10, 10, 30, 20, 0, flops));
    }
    var chain = new ChainCost(blocks);
    assertThat(CheckpointPlan.selective(chain, 1)).hasToString("0 (1 2) 3 (4) 5");
    assertThat(CheckpointPlan.selective(chain, 10)).hasToString("(0 1 2) 3 (4) 5");
    assertThat(CheckpointPlan.selective(chain, 0.99)).hasToString("0 1 2 3 4 5");
    assertThat(new ChainBlock(0, 10, 20, 10, 0, 0).flopsPerByte())
        .as("FLOPs a byte of a block that keeps nothing")
        .isInfinite();
    assertThat(Thrown.by(() -> CheckpointPlan.selective(chain, Double.NaN)))
        .isEqualTo("IllegalArgumentException: a threshold is 0 FLOPs a byte or more, got NaN");
  }
}
