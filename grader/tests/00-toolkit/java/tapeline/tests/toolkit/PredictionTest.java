package tapeline.tests.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.toolkit.Prediction;

class PredictionTest {
  @ParameterizedTest
  @CsvSource({
    "3, 4, 25 % too small",
    "5, 4, 25 % too large",
    "7.9, 4, 98 % too large",
    "8, 4, 2 times too large",
    "1e-9, 6e-6, 6000 times too small",
    "-5, -4, 25 % too large",
    "-3, -4, 25 % too small",
    "3, 0, 3 off",
    "0, 3, 3 off",
    "-3, 4, 7 off",
  })
  void says_how_far_off_the_guess_was(double guess, double value, String distance) {
    assertThat(Prediction.of("slots", guess, value).toString())
        .as("the guess %s of %s", guess, value)
        .endsWith(", which is " + distance + ".");
  }

  @Test
  void shows_both_numbers() {
    assertThat(Prediction.of("gradient", 5, 5.010007503399555).toString())
        .isEqualTo("gradient: 5.01001. You predicted 5, which is 0.2 % too small.");
  }

  @Test
  void a_guess_that_is_right_says_so() {
    assertThat(Prediction.of("slots", 4, 4).toString()).isEqualTo("slots: 4, as you predicted.");
    assertThat(Prediction.of("bytes", 0, 0).toString()).isEqualTo("bytes: 0, as you predicted.");
  }

  @ParameterizedTest
  @CsvSource({
    "0.25, 0.25",
    "31249.5, 31249.5",
    "1e-9, 1e-9",
    "1.5e-4, 0.00015",
    "24704, 24704",
    "123456789, 123457000",
    "-2e10, -2e+10",
    "Infinity, Infinity"
  })
  void a_number_has_six_digits_and_no_zeros_for_show(double value, String text) {
    assertThat(Prediction.of("it", value, value).toString())
        .isEqualTo("it: " + text + ", as you predicted.");
  }

  @Test
  void no_guess_is_no_wrong_guess() {
    assertThat(Prediction.of("slots", Double.NaN, 4).toString())
        .isEqualTo("slots: 4. You had predicted nothing: the next time, guess first.");
  }
}
