package tapeline.instruments.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.instruments.profile.ProfileSchedule.Phase;

/// The phase of each step.
class ProfileScheduleTest {

  /// The phases of the first steps, a letter each: w, u (warm-up), a, d.
  private static String phases(int steps, int waiting, int warmUp, int active, int repeat) {
    var schedule = new ProfileSchedule(waiting, warmUp, active, repeat);
    return IntStream.range(0, steps)
        .mapToObj(schedule::phase)
        .map(p ->
            switch (p) {
              case WAIT -> "w";
              case WARM_UP -> "u";
              case ACTIVE -> "a";
              case DONE -> "d";
            })
        .collect(Collectors.joining());
  }

  @Test
  void the_phases_come_in_order() {
    assertThat(phases(6, 1, 2, 3, 1))
        .as("steps 0 to 5 of waiting 1, warm-up 2, active 3: w = wait, u = warm-up, a = active")
        .isEqualTo("wuuaaa");
  }

  @Test
  void each_part_may_be_empty() {
    assertThat(phases(3, 0, 1, 2, 1)).as("steps 0 to 2 without waiting").isEqualTo("uaa");
    assertThat(phases(3, 2, 0, 1, 1)).as("steps 0 to 2 without warm-up").isEqualTo("wwa");
    assertThat(phases(2, 0, 0, 2, 1)).as("steps 0 and 1, all active").isEqualTo("aa");
  }

  @Test
  void a_cycle_is_repeated_and_then_nothing_is_recorded() {
    assertThat(phases(18, 2, 1, 2, 2))
        .as("steps 0 to 17 of waiting 2, warm-up 1, active 2, repeat 2: two cycles, then d = done")
        .isEqualTo("wwuaawwuaadddddddd");
    assertThat(phases(6, 0, 0, 3, 1)).as("one cycle of 3 active steps").isEqualTo("aaaddd");
  }

  @Test
  void a_repeat_of_0_has_no_end() {
    assertThat(phases(9, 1, 1, 1, 0))
        .as("steps 0 to 8 of waiting 1, warm-up 1, active 1, repeat 0")
        .isEqualTo("wuawuawua");
    assertThat(new ProfileSchedule(1, 1, 1, 0).phase(3_000_000_002L))
        .as("the phase of step 3 000 000 002 of the same")
        .isEqualTo(Phase.ACTIVE);
    assertThat(new ProfileSchedule(2_000_000_000, 0, 2_000_000_000, 0).phase(3_000_000_000L))
        .as("the phase of step 3 000 000 000, after 2 000 000 000 of waiting")
        .isEqualTo(Phase.ACTIVE);
  }
}
