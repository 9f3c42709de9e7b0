package tapeline.tests.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.optim.AdaptiveClipping;
import tapeline.optim.Clipping;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("07.6")
class AdaptiveClippingTest {

  @Test
  void three_norms_by_hand() {
    var clipping = new AdaptiveClipping(3);
    for (float norm : new float[] {3, 5, 4}) {
      assertThat(clipping.limit()).as("the limit during a warm-up of 3").isInfinite();
      clip(clipping, norm);
    }
    assertThat(clipping.limit())
        .as("the limit after the norms 3, 5 and 4: mean 4, deviation √((1 + 1 + 0)/2) = 1")
        .isCloseTo(6, within(1e-12));
  }

  @Test
  void the_limit_is_the_mean_and_two_deviations_of_all_norms() {
    var random = Seeds.random("adaptive");
    var clipping = new AdaptiveClipping(2);
    var history = new ArrayList<Double>();
    for (int step = 0; step < 50; step++) {
      double limit = clipping.limit();
      double norm = clip(clipping, (float) Seeds.uniform(random, 1, 3));
      history.add(Math.min(norm, limit));
      if (step > 0) {
        assertThat(clipping.limit())
            .as("the limit after %d norms between 1 and 3", step + 1)
            .isCloseTo(meanAndTwoDeviations(history), within(1e-9));
      }
    }
  }

  @Test
  void an_outlier_is_clipped_and_counts_as_the_limit() {
    var clipping = new AdaptiveClipping(3);
    for (float norm : new float[] {3, 5, 4}) {
      clip(clipping, norm);
    }
    var p = Steps.number(0, 1000);
    assertThat(clipping.clip(List.of(p))).as("the norm of an outlier, before").isEqualTo(1000);
    assertThat(p.gradient().at(0)).as("an outlier of 1000, clipped to 6").isEqualTo(6);
    assertThat(clipping.limit())
        .as("the limit after 3, 5, 4 and an outlier that was clipped to 6")
        .isCloseTo(meanAndTwoDeviations(List.of(3.0, 5.0, 4.0, 6.0)), within(1e-9));
    assertThat(Thrown.by(() -> clip(clipping, Float.NaN)))
        .as("what a norm of NaN throws")
        .startsWith("IllegalStateException: clipping needs finite gradients, got the norm NaN");
    assertThat(clipping.limit())
        .as("the limit after a norm of NaN was refused: it has not been counted")
        .isCloseTo(meanAndTwoDeviations(List.of(3.0, 5.0, 4.0, 6.0)), within(1e-9));
  }

  @Test
  void large_norms_keep_the_digits_of_their_deviation() {
    float large = 1e6f;
    float next = Math.nextUp(large);
    var clipping = new AdaptiveClipping(200);
    var history = new ArrayList<Double>();
    for (int step = 0; step < 200; step++) {
      history.add(clip(clipping, step % 2 == 0 ? large : next));
    }
    assertThat(clipping.limit())
        .as("the limit after a hundred norms of 1 000 000 and a hundred of 1 000 000.0625")
        .isCloseTo(meanAndTwoDeviations(history), within(1e-5));
  }

  @Test
  void where_no_norm_differs_there_is_no_limit() {
    var clipping = new AdaptiveClipping(2);
    for (int step = 0; step < 4; step++) {
      clip(clipping, 0.1f);
    }
    assertThat(clipping.limit())
        .as("the limit after four norms of 0.1: nothing is known of what is usual")
        .isInfinite();
    clip(clipping, 0.3f);
    assertThat(clipping.limit())
        .as("the limit after one more of 0.3")
        .isCloseTo(meanAndTwoDeviations(List.of(0.1, 0.1, 0.1, 0.1, 0.3)), within(1e-6));
  }

  /// Lets a gradient of this norm be clipped; its norm, before.
  private static double clip(AdaptiveClipping clipping, float norm) {
    var parameters = List.of(Steps.number(0, norm));
    double before = Clipping.globalNorm(parameters);
    clipping.clip(parameters);
    return before;
  }

  private static double meanAndTwoDeviations(List<Double> norms) {
    double mean = norms.stream().mapToDouble(x -> x).average().orElseThrow();
    double squares = norms.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
    return mean + 2 * Math.sqrt(squares / (norms.size() - 1));
  }
}
