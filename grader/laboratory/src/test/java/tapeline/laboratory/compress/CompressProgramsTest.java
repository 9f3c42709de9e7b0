package tapeline.laboratory.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import tapeline.compress.ErrorFeedback;
import tapeline.compress.GradientExchange;
import tapeline.quant.WeightFormat;
import tapeline.tensor.Tensor;

class CompressProgramsTest {
  private static final int STEPS = 400;
  private static final double RATE = 0.3;
  private static final SweepTraining.Point EXACT =
      SweepTraining.run(ExchangeMethod.EXACT, 2, STEPS, RATE, 1).last();

  /// In as many steps, in less than 5 % of the bytes.
  @Test
  void one_hundredth_of_a_gradient_with_feedback_is_enough() {
    var top = SweepTraining.run(ExchangeMethod.topFalling(), 2, STEPS, RATE, 1).last();
    assertThat(top.loss() / EXACT.loss())
        .as("the loss with the largest 1 % and feedback, in parts of exact's")
        .isLessThan(1.02);
    assertThat((double) top.bytes() / EXACT.bytes())
        .as("its bytes, in parts of exact's")
        .isLessThan(0.05);
  }

  /// Each step without feedback multiplies x by `1 + 11·rate/6`.
  @Test
  void without_feedback_a_convex_problem_diverges() {
    assertThat(BadlyScaled.farthest(BadlyScaled::largest, 100))
        .as("the largest number of x after 100 steps with one number of each gradient")
        .isCloseTo(Math.pow(1 + 11 * BadlyScaled.RATE / 6, 100), Percentage.withPercentage(0.1));
    assertThat(BadlyScaled.farthest(GradientExchange::exact, 1000))
        .as("with whole gradients")
        .isLessThan(1e-2);
    assertThat(BadlyScaled.farthest(() -> new ErrorFeedback(BadlyScaled.largest()), 1000))
        .as("with one number and feedback")
        .isLessThan(1e-2);
  }

  @Test
  void without_feedback_it_is_not() {
    for (var method : ExchangeMethod.all()) {
      if (method.name().equals("top 1 %") || method.name().equals("PowerSGD, rank 1")) {
        var other = SweepTraining.run(method, 2, STEPS, RATE, 1).last();
        assertThat(other.loss() / EXACT.loss())
            .as("the loss by %s, without feedback, in parts of exact's", method.name())
            .isGreaterThan(1.5);
      }
    }
  }

  @Test
  void a_sparse_product_that_is_no_number_is_not_timed() {
    var dense = Tensor.full(1, 2, 2);
    SparseSpeed.requireSame(dense, dense);
    assertThatThrownBy(() -> SparseSpeed.requireSame(Tensor.full(Float.NaN, 2, 2), dense))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void the_rate_at_which_both_take_as_long() {
    assertThat(ExchangeTimes.paysUpTo(1e-3 + 7e-5, 1_000_000, 1_000_000))
        .as("eight workers, a byte a number: as many bytes as the exact exchange sends")
        .isEqualTo("no rate: no fewer bytes");
    assertThat(ExchangeTimes.paysUpTo(1e-3 + 7e-5, 500_000, 1_000_000))
        .as("half a byte a number: 28 Mbit in 1 ms")
        .isEqualTo("28 Gbit/s");
    assertThat(ExchangeTimes.paysUpTo(1, 1_000_001, 1_000_000))
        .as("more bytes than the exact exchange")
        .isEqualTo("no rate: no fewer bytes");
  }

  @Test
  void a_pruned_and_quantised_model_is_stored_in_fewer_bytes() {
    var model = CompressedModel.perceptron(true, 1);
    // 64-16-16-10: weights of 1,024, 256 and 160 numbers; 42 biases
    assertThat(model.in(null).bytes()).as("bytes in float32").isEqualTo(4L * (1440 + 42));
    assertThat(model.in(WeightFormat.INT8_CHANNEL).bytes())
        .as("bytes in int8, a scale for each of 42 outputs, biases in float16")
        .isEqualTo(1440 + 2L * 42 + 2L * 42);
    assertThat(model.in(WeightFormat.INT4_GROUPS).bytes())
        .as("bytes in int4, 32, 8 and 5 groups")
        .isEqualTo(720 + 2L * 45 + 2L * 42);
    model.train(30, null, true);
    var before = model.parameters().getFirst().value().copy();
    // 80 % zeros: 205 of 1,024, 51 of 256, 32 of 160 numbers are left
    assertThat(model.in(null).bytes())
        .as("bytes with 80 % zeros, a bit for each place, biases as they are")
        .isEqualTo(4L * (205 + 51 + 32) + 1440 / 8 + 4L * 42);
    assertThat(model.in(WeightFormat.INT4_GROUPS).bytes())
        .as("and in int4, where more numbers may have become 0")
        .isBetween(180 + 2L * 45 + 2L * 42 + 72, 180 + 2L * 45 + 2L * 42 + 145);
    assertThat(model.parameters().getFirst().value().toArray())
        .as("the weights afterwards")
        .isEqualTo(before.toArray());
  }
}
