package tapeline.laboratory.compress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompressProgramsTest {
  private static final int STEPS = 400;
  private static final double RATE = 0.3;

  /// A quarter more steps, each with 2 % of the bytes of two workers.
  @Test
  void one_hundredth_of_a_gradient_with_feedback_is_enough() {
    var exact = SweepTraining.run(GradientWay.EXACT, 2, STEPS, RATE, 1).last();
    var top = SweepTraining.run(GradientWay.topFed(), 2, 5 * STEPS / 4, RATE, 1).last();
    assertThat(top.loss() / exact.loss())
        .as("the loss with the largest 1 %% and feedback, in parts of exact's")
        .isLessThan(1.02);
    assertThat((double) top.bytes() / exact.bytes())
        .as("its bytes, in parts of exact's")
        .isLessThan(0.05);
  }

  @Test
  void without_feedback_it_is_not() {
    for (var way : GradientWay.all()) {
      if (way.name().equals("top 1 %") || way.name().equals("PowerSGD, rank 1")) {
        var exact = SweepTraining.run(GradientWay.EXACT, 2, STEPS, RATE, 1).last();
        var other = SweepTraining.run(way, 2, STEPS, RATE, 1).last();
        assertThat(other.loss() / exact.loss())
            .as("the loss by %s, without feedback, in parts of exact's", way.name())
            .isGreaterThan(1.5);
      }
    }
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
  void a_pruned_model_is_stored_in_fewer_bytes() {
    var model = CompressedModel.perceptron(true, 1);
    long before = model.bytes();
    model.train(30, null, true);
    assertThat(before).as("bytes of 64-16-16-10").isEqualTo(4L * (64 * 16 + 16 * 16 + 160 + 42));
    // 80 % zeros: 205 of 1,024, 51 of 256, 32 of 160 numbers are left
    assertThat(model.bytes())
        .as("bytes with 80 %% zeros, biases as they are")
        .isEqualTo(8L * (205 + 51 + 32) + 4L * (65 + 17 + 17) + 4L * 42);
  }
}
