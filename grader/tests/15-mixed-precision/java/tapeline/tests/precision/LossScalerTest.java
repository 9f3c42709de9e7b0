package tapeline.tests.precision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.nn.Parameter;
import tapeline.precision.LossScaler;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

class LossScalerTest {
  private static final float INFINITY = Float.POSITIVE_INFINITY;

  private static Parameter with(float... gradient) {
    var p = new Parameter("p", Tensor.zeros(gradient.length));
    p.setGradient(Tensor.of(gradient, gradient.length));
    return p;
  }

  @Test
  @Tag("15.7")
  void gradients_are_divided_by_the_scale() {
    var a = with(1024, -3);
    var b = with(0.5f);
    boolean finite = new LossScaler(1024, 10).unscale(List.of(a, b));
    assertThat(finite).as("whether (1024, −3) and (0.5) are finite").isTrue();
    assertThat(a.gradient().toArray())
        .as("(1024, −3) unscaled from 1024")
        .containsExactly(1, -3 / 1024f);
    assertThat(b.gradient().toArray()).as("(0.5) unscaled from 1024").containsExactly(0.5f / 1024);
  }

  @Test
  @Tag("15.7")
  void infinities_are_found_wherever_they_are() {
    var places =
        List.of(
            List.of(with(1, INFINITY)),
            List.of(with(1, INFINITY), with(1)),
            List.of(with(1), with(INFINITY, 1)),
            List.of(with(1), with(1, -INFINITY, 1), with(1)));
    assertThat(places.stream().map(new LossScaler(2, 10)::unscale))
        .as("(1, ∞), (1, ∞) before (1), (∞, 1) behind (1), (1, −∞, 1) between two (1): all finite?")
        .containsExactly(false, false, false, false);
  }

  @Test
  @Tag("15.7")
  void nan_is_found() {
    boolean finite = new LossScaler(2, 10).unscale(List.of(with(Float.NaN, 1), with(1)));
    assertThat(finite).as("whether (NaN, 1) and (1) are finite").isFalse();
  }

  @Test
  @Tag("15.7")
  void gradients_behind_an_infinite_one_are_divided_too() {
    var last = with(8);
    new LossScaler(2, 10).unscale(List.of(with(INFINITY), last));
    assertThat(last.gradient().toArray())
        .as("(8) behind (∞), unscaled from 2: all gradients are divided")
        .containsExactly(4);
  }

  @Test
  @Tag("15.7")
  void large_gradients_are_finite() {
    assertThat(new LossScaler(1, 10).unscale(List.of(with(3e38f, 3e38f), with(-3e38f, -3e38f))))
        .as("whether gradients of 3·10³⁸ are finite, though their sums are not")
        .isTrue();
  }

  /// The scales after each step, G a good one and X one with an overflow.
  private static List<Float> scales(LossScaler scaler, String steps) {
    var scales = new ArrayList<Float>();
    for (int i = 0; i < steps.length(); i++) {
      scaler.update(steps.charAt(i) == 'G');
      scales.add(scaler.scale());
    }
    return scales;
  }

  @Test
  @Tag("15.8")
  void an_overflow_halves_at_once() {
    var scaler = new LossScaler();
    assertThat(scaler.scale()).as("the scale at first").isEqualTo(65536);
    assertThat(scales(scaler, "XXG"))
        .as("scales from 65536, after two steps with overflow and a good one")
        .containsExactly(32768f, 16384f, 16384f);
    assertThat(scaler.skipped()).as("steps that were left out").isEqualTo(2);
  }

  @Test
  @Tag("15.8")
  void good_steps_in_a_row_double() {
    assertThat(scales(new LossScaler(8, 3), "GGGGGGG"))
        .as("scales from 8, an interval of 3, after seven good steps")
        .containsExactly(8f, 8f, 16f, 16f, 16f, 32f, 32f);
  }

  @Test
  @Tag("15.8")
  void an_overflow_begins_the_count_anew() {
    assertThat(scales(new LossScaler(8, 3), "GGXGGG"))
        .as("scales from 8, an interval of 3: two good steps, an overflow, three good ones")
        .containsExactly(8f, 8f, 4f, 4f, 4f, 8f);
  }

  @Test
  @Tag("15.8")
  void random_steps_follow_the_rule() {
    var random = Seeds.random("scaler");
    var scaler = new LossScaler(0x1p40f, 4);
    float wanted = 0x1p40f;
    int good = 0;
    int skipped = 0;
    for (int i = 0; i < 300; i++) {
      boolean finite = random.nextInt(6) > 0;
      scaler.update(finite);
      good = finite ? good + 1 : 0;
      skipped += finite ? 0 : 1;
      wanted *= finite ? good % 4 == 0 ? 2 : 1 : 0.5f;
      assertThat(List.of(scaler.scale(), (float) scaler.skipped()))
          .as("scale and skipped steps after step %d of 300 random ones", i)
          .containsExactly(wanted, (float) skipped);
    }
  }

  @Test
  @Tag("15.8")
  void a_scale_below_1_and_an_infinite_one_are_named() {
    assertThat(Thrown.by(() -> scales(LossScaler.none(), "X")))
        .as("an overflow at the scale 1")
        .isEqualTo(
            "IllegalStateException: a loss scale is at least 1, got 0.5: gradients are not finite"
                + " without any scaling, so it is no overflow that a scale helps against; look at"
                + " the data, and at the rate");
    assertThat(Thrown.by(() -> scales(new LossScaler(0x1p127f, 1), "G")))
        .as("a good step at the scale 2¹²⁷, an interval of 1")
        .isEqualTo(
            "IllegalStateException: a loss scale is finite, got Infinity after 1.7014118E38: no"
                + " gradient overflows, so all of them are 0");
  }
}
