package tapeline.tests.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.tests.roofline.SampleCeilings.FLOPS;
import static tapeline.tests.roofline.SampleCeilings.LEVELS;
import static tapeline.tests.roofline.SampleCeilings.MEMORY;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.instruments.machine.MemoryLevel;
import tapeline.instruments.profile.Cost;
import tapeline.roofline.PredictedTime;
import tapeline.tests.Thrown;

/// 1000 FLOPs a second; levels of 800, 400 and 100 bytes a second with room for 64, 512, all bytes.
@Tag("12.7")
class PredictedTimeTest {
  private static void check(Cost cost, double seconds, String limit, String why) {
    assertThat(PredictedTime.of(cost, FLOPS, LEVELS))
        .as("the predicted time of %s: %s", cost, why)
        .isEqualTo(new PredictedTime(seconds, limit));
  }

  @Test
  void much_arithmetic_on_few_bytes_waits_for_the_arithmetic() {
    check(new Cost(5000, 16, 16), 5, "vector FMA", "5 s of FLOPs, 0.04 s in L1");
  }

  @Test
  void the_flops_and_the_bytes_overlap() {
    check(
        new Cost(1000, 600, 200),
        8,
        "memory",
        "1 s of FLOPs, 2 s in L2, 8 s in memory, the longest");
  }

  @Test
  void of_two_that_take_as_long_the_first_is_named() {
    check(new Cost(1000, 200, 200), 1, "vector FMA", "1 s of FLOPs, 1 s in L2");
  }

  @Test
  void a_level_that_is_just_full_still_holds_all() {
    check(new Cost(8, 32, 32), 0.08, "L1", "64 bytes just fill L1");
    check(new Cost(8, 256, 256), 1.28, "L2", "512 bytes just fill L2, 400 bytes a second");
  }

  @Test
  void a_byte_more_comes_from_the_next_level() {
    check(new Cost(8, 33, 32), 65 / 400.0, "L2", "65 bytes have no room in L1");
    check(new Cost(8, 257, 256), 5.13, "memory", "513 bytes have no room in L2");
  }

  @Test
  void a_near_level_that_is_slower_decides() {
    var odd =
        List.of(
            new MemoryLevel(SampleCeilings.exact("bus", 10), 64),
            new MemoryLevel(MEMORY, Long.MAX_VALUE));
    assertThat(PredictedTime.of(new Cost(8, 100, 100), FLOPS, odd))
        .as("200 bytes through a level of 10 bytes a second, on their way from one of 100")
        .isEqualTo(new PredictedTime(20, "bus"));
  }

  @Test
  void a_card_has_one_level_and_the_textbook_formula() {
    var memory = List.of(new MemoryLevel(MEMORY, Long.MAX_VALUE));
    for (int flops : new int[] {1, 1999, 2001, 90_000}) {
      assertThat(PredictedTime.of(new Cost(flops, 150, 50), FLOPS, memory).seconds())
          .as("max(%d/1000, 200/100) s", flops)
          .isEqualTo(Math.max(flops / 1000.0, 2));
    }
  }

  @Test
  void a_prediction_without_a_level_is_refused() {
    check(new Cost(2000, 8, 8), 2, "vector FMA", "2 s of FLOPs");
    assertThat(Thrown.by(() -> PredictedTime.of(Cost.NONE, FLOPS, List.of())))
        .as("a prediction without a level of memory")
        .isEqualTo("IllegalArgumentException: a prediction needs a level of memory, got none");
  }
}
