package tapeline.tests.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.optim.Schedule;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("07.4")
class CosineTest {
  private static final double CLOSE = 1e-9;

  @Test
  void the_warm_up_climbs_in_a_straight_line() {
    var schedule = Schedule.cosine(10, 4, 12);
    assertThat(IntStream.range(0, 5).mapToDouble(schedule::rate).toArray())
        .as("cosine(10, 4, 12) at steps 0 to 4: four steps of warm-up, and the peak")
        .containsExactly(new double[] {2, 4, 6, 8, 10}, within(CLOSE));
  }

  @Test
  void half_way_down_it_is_half_the_peak() {
    assertThat(Schedule.cosine(10, 4, 12).rate(8))
        .as("cosine(10, 4, 12) at step 8, half way between 4 and 12")
        .isCloseTo(5, within(CLOSE));
    assertThat(Schedule.cosine(10, 4, 13).rate(7))
        .as("cosine(10, 4, 13) at step 7, a third of the way: 10·(1 + cos 60°)/2")
        .isCloseTo(7.5, within(CLOSE));
  }

  @Test
  void without_a_warm_up_it_starts_at_the_peak() {
    assertThat(Schedule.cosine(10, 0, 8).rate(0))
        .as("cosine(10, 0, 8) at step 0")
        .isCloseTo(10, within(CLOSE));
    assertThat(Thrown.by(() -> Schedule.cosine(10, 8, 8)))
        .as("what a schedule that is all warm-up throws")
        .isEqualTo(
            "IllegalArgumentException: a cosine schedule needs 0 ≤ warmup < total, got 8 and 8");
  }

  @Test
  void every_step_is_that_of_the_formula() {
    var random = Seeds.random("cosine");
    for (int trial = 0; trial < 20; trial++) {
      double peak = Seeds.uniform(random, 1e-4, 1);
      int warmup = random.nextInt(20);
      int total = warmup + 1 + random.nextInt(50);
      var schedule = Schedule.cosine(peak, warmup, total);
      for (int step = 0; step < total + 3; step++) {
        double down = Math.PI * (Math.min(step, total) - warmup) / (total - warmup);
        double expected =
            step < warmup
                ? peak * (step + 1) / (warmup + 1)
                : peak * Math.pow(Math.cos(down / 2), 2); // (1 + cos x)/2 = cos²(x/2)
        assertThat(schedule.rate(step))
            .as("cosine(%.3g, %d, %d) at step %d", peak, warmup, total, step)
            .isCloseTo(expected, within(CLOSE));
      }
    }
  }
}
