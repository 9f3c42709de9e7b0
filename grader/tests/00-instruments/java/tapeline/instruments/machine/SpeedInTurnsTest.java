package tapeline.instruments.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpeedInTurnsTest {
  @Test
  void both_have_as_many_turns_and_the_median_lies_in_its_interval() {
    var turns = new int[2];
    var speed = SpeedInTurns.of(() -> turns[0]++, () -> turns[1]++);
    assertThat(turns).as("turns of the baseline and of the work").containsExactly(31, 31);
    assertThat(speed.median()).isBetween(speed.low(), speed.high());
  }

  @Test
  void it_writes_the_interval_behind_the_median() {
    assertThat(new SpeedInTurns(2.984, 3.123, 12.34)).hasToString("3.12× (2.98 to 12.3)");
  }
}
