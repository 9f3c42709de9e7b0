package tapeline.laboratory.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PipelineTest {
  static {
    System.setProperty(RingLauncher.QUICK, "true");
  }

  /// The time of a batch when passes take these times, and messages none: each pass begins when its
  /// stage is free, and what it reads is there.
  private static double time(
      PipelineSchedule schedule, int stages, int micros, double forward, double backward) {
    var ends = new double[2][stages][micros]; // of passes back and forward; 0 when not yet known
    var at = new int[stages];
    var free = new double[stages];
    var all = IntStream.range(0, stages).mapToObj(s -> schedule.passes(s, stages, micros)).toList();
    for (boolean moved = true; moved; ) {
      moved = false;
      for (int s = 0; s < stages; s++) {
        while (at[s] < all.get(s).size()) {
          var pass = all.get(s).get(at[s]);
          double ready = ready(pass, s, stages, ends);
          if (ready < 0) {
            break;
          }
          free[s] = Math.max(free[s], ready) + (pass.forward() ? forward : backward);
          ends[pass.forward() ? 1 : 0][s][pass.micro()] = free[s];
          at[s]++;
          moved = true;
        }
      }
    }
    return IntStream.range(0, stages).mapToDouble(s -> free[s]).max().orElse(0);
  }

  /// When what a pass reads is there; below 0 when that is not known yet.
  private static double ready(
      PipelineSchedule.Pass pass, int stage, int stages, double[][][] ends) {
    boolean first = pass.forward() ? stage == 0 : stage == stages - 1;
    double end =
        pass.forward()
            ? first ? 0 : ends[1][stage - 1][pass.micro()]
            : first ? ends[1][stage][pass.micro()] : ends[0][stage + 1][pass.micro()];
    return (first && pass.forward()) || end > 0 ? end : -1;
  }

  /// The simulated time has the formula's share of waiting, when messages take none.
  @Test
  void both_orders_wait_as_the_formula_says() {
    for (int stages : new int[] {1, 2, 3, 4}) {
      for (int micros : new int[] {1, 2, 5, 8}) {
        for (var schedule : PipelineSchedule.values()) {
          double time = time(schedule, stages, micros, 1, 2);
          assertThat(1 - 3.0 * micros / time)
              .as("the share of waiting, %s, %d stages, %d micro-batches", schedule, stages, micros)
              .isEqualTo(PipelineSchedule.bubble(stages, micros), Offset.offset(1e-12));
        }
      }
    }
  }

  @Test
  void numbers_of_processes_and_steps_that_are_none_are_refused() {
    for (var words : List.of("local 6", "local 0", "local 4 0", "local 4 300 -1")) {
      assertThatThrownBy(() -> DataParallel.main(words.split(" ")))
          .as(words)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageEndingWith(", got " + words.substring(words.lastIndexOf(' ') + 1));
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
