package tapeline.tests.roofline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.roofline.PredictionScore;
import tapeline.tests.Thrown;

@Tag("12.9")
class PredictionScoreTest {
  private static final Offset<Double> ROUNDING = Offset.offset(1e-12);

  private static double[] times(double... seconds) {
    return seconds;
  }

  private static void check(double[] predicted, double[] measured, double median, String why) {
    var score = PredictionScore.of(predicted, measured);
    assertThat(score.medianError())
        .as(
            "the median error of predictions %s beside %s: %s",
            Arrays.toString(predicted), Arrays.toString(measured), why)
        .isCloseTo(median, ROUNDING);
  }

  @Test
  void an_error_is_a_share_of_what_was_measured() {
    check(times(3), times(4), 0.25, "1 of 4");
    check(times(5), times(4), 0.25, "1 of 4, above it");
  }

  @Test
  void the_middle_one_of_three_counts() {
    check(times(9, 1, 2), times(1, 2, 4), 0.5, "8, 0.5 and 0.5");
    check(times(4, 9, 5), times(4, 1, 4), 0.25, "0, 8 and 0.25");
  }

  @Test
  void of_four_it_is_the_mean_of_the_two_in_the_middle() {
    check(times(4, 3, 1, 40), times(4, 4, 4, 4), 0.5, "0, 0.25, 0.75 and 9");
  }

  @Test
  void a_time_that_is_too_long_is_counted() {
    assertThat(PredictionScore.of(times(3, 4, 5, 6, 7, 1), times(4, 4, 4, 4, 4, 4)).tooLong())
        .as("of the predictions 3, 4, 5, 6, 7, 1 those above the measured 4")
        .isEqualTo(3);
  }

  @Test
  void the_times_stay_as_they_are() {
    var predicted = times(9, 1, 2);
    var measured = times(3, 2, 4);
    check(predicted, measured, 0.5, "2, 0.5 and 0.5");
    assertThat(predicted).as("the predictions afterwards").containsExactly(9, 1, 2);
    assertThat(measured).as("the measured times afterwards").containsExactly(3, 2, 4);
  }

  @Test
  void pairs_that_are_none_are_refused() {
    check(times(2), times(1), 1, "twice as long");
    assertThat(Thrown.by(() -> PredictionScore.of(times(1, 2), times(1))))
        .as("two predictions for one measurement")
        .isEqualTo(
            "IllegalArgumentException: a score needs as many predictions as measurements, and one"
                + " of each, got 2 and 1");
    assertThat(Thrown.by(() -> PredictionScore.of(times(1, 2), times(1, 0))))
        .as("a measured time of 0")
        .isEqualTo("IllegalArgumentException: a measured time is above 0, got [1.0, 0.0]");
  }
}
