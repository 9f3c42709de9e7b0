package tapeline.tests.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.check.Differences;

@Tag("02.1")
class DifferencesTest {

  @Test
  void its_error_falls_to_a_quarter_when_the_step_is_halved() {
    double wide = Differences.central(Math::sin, 1, 0.1) - Math.cos(1);
    double narrow = Differences.central(Math::sin, 1, 0.05) - Math.cos(1);
    assertThat(wide / narrow)
        .as("error of central(sin, 1, h) at h = 0.1, over that at 0.05: h² asks for 4, h for 2")
        .isCloseTo(4, within(0.05));
  }

  @Test
  void divides_by_the_step_that_was_taken() {
    double x = 1e8;
    double h = 1e-7;
    assertThat(Differences.central(t -> t, x, h))
        .as(
            "central(t ↦ t, 1e8, 1e-7): x + h − (x − h) is %s, not 2e-7; divide by what it is",
            x + h - (x - h))
        .isEqualTo(1);
  }

  @Test
  void asks_for_two_values_and_none_of_them_at_x() {
    var asked = new ArrayList<Double>();
    Differences.central(
        x -> {
          asked.add(x);
          return x * x;
        },
        2,
        0.5);
    assertThat(asked)
        .as(
            "where central(f, 2, 0.5) evaluated f: an evaluation may be dear, and f(x) may not"
                + " exist")
        .containsExactlyInAnyOrder(1.5, 2.5);
  }
}
