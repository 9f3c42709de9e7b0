package tapeline.laboratory.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RateTest {
  @Test
  void its_interval_is_wilsons() {
    var rate = new Rate(5, 100);
    assertThat(rate.interval().low()).as("low, of 5 in 100").isCloseTo(0.0215437, within(1e-6));
    assertThat(rate.interval().high()).as("high").isCloseTo(0.1117505, within(1e-6));
    assertThat(rate).hasToString("5.0 % [2.2, 11.2]");
    assertThat(rate.interval(0.99).high()).as("at 99 %").isGreaterThan(rate.interval().high());
  }

  @Test
  void none_and_all_are_uncertain_too() {
    assertThat(new Rate(0, 10).interval().low()).isCloseTo(0, within(1e-15));
    assertThat(new Rate(0, 10).interval().high()).isCloseTo(0.2775328, within(1e-6));
    assertThat(new Rate(10, 10).interval().high()).isCloseTo(1, within(1e-15));
    assertThat(new Rate(10, 10).interval().low()).isCloseTo(1 - 0.2775328, within(1e-6));
  }

  @Test
  void of_nothing_nothing_is_known() {
    assertThat(new Rate(0, 0)).hasToString("–");
    assertThat(new Rate(0, 0).interval().halfWidth()).isEqualTo(0.5);
    assertThatThrownBy(() -> new Rate(3, 2))
        .hasMessage("a rate is a count of at least as many, got 3 of 2");
  }
}
