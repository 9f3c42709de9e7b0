package tapeline.laboratory.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PipelineTest {
  static {
    System.setProperty(RingLauncher.QUICK, "true");
  }

  /// The simulated time has the formula's share of waiting, when messages take none.
  @Test
  void both_orders_wait_as_the_formula_says() {
    for (int stages : new int[] {1, 2, 3, 4}) {
      for (int micros : new int[] {1, 2, 5, 8}) {
        for (var schedule : PipelineSchedule.values()) {
          double time = schedule.time(stages, micros, 1, 2);
          assertThat(1 - 3.0 * micros / time)
              .as("the share of waiting, %s, %d stages, %d micro-batches", schedule, stages, micros)
              .isEqualTo(PipelineSchedule.bubble(stages, micros), Offset.offset(1e-12));
        }
      }
    }
  }

  @Test
  void one_forward_one_backward_holds_no_more_than_stages() {
    assertThat(IntStream.range(0, 4).map(s -> PipelineSchedule.GPIPE.held(s, 4, 8)).toArray())
        .as("micro-batches that GPipe's stages hold")
        .containsExactly(8, 8, 8, 8);
    assertThat(
            IntStream.range(0, 4)
                .map(s -> PipelineSchedule.ONE_FORWARD_ONE_BACKWARD.held(s, 4, 8))
                .toArray())
        .as("and 1F1B's")
        .containsExactly(4, 3, 2, 1);
  }

  @Test
  void stages_in_processes_have_the_gradient_of_one() throws Exception {
    var table = PipelineStages.table(3, new int[] {1, 4}, Duration.ZERO, Duration.ofSeconds(60));
    assertThat(table.rows()).as("rows").hasSize(4);
    for (var row : table.rows()) {
      assertThat(Double.parseDouble(row.get(5))).as("%s", row).isLessThan(1e-5);
    }
  }
}
