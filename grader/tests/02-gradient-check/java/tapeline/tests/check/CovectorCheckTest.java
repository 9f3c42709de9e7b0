package tapeline.tests.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.check.CovectorCheck;
import tapeline.check.GradientCheck;
import tapeline.check.VectorFunction;
import tapeline.scalar.Scalar;
import tapeline.tests.Seeds;

@Tag("02.5")
class CovectorCheckTest {
  private static final double TOLERANCE = GradientCheck.TOLERANCE;

  /// 3 inputs, 5 outputs: `x₀·x₁, sin x₁, x₂², x₀·x₂, eˣ⁰`.
  private static final VectorFunction FIVE =
      (_, x) ->
          new Scalar[] {
            x[0].mul(x[1]), x[1].sin(), x[2].mul(x[2]), x[0].mul(x[2]), x[0].exp(),
          };

  @Test
  void agrees_for_a_right_function_of_3_inputs_and_5_outputs() {
    var random = Seeds.random("five outputs");
    for (long seed = 1; seed <= 10; seed++) {
      double[] x = {
        Seeds.uniform(random, -1, 1), Seeds.uniform(random, -1, 1), Seeds.uniform(random, -1, 1),
      };
      var error = CovectorCheck.of(FIVE, seed, x);
      assertThat(error.agrees(TOLERANCE))
          .as("of(f, %d, …): %s; is each side ∇(wᵀf)·v, with the same w and v?", seed, error)
          .isTrue();
    }
  }

  @Test
  void w_is_drawn_before_v() {
    VectorFunction three = (_, x) -> new Scalar[] {x[0], x[1], x[0].add(x[1])};
    var random = new Random(7);
    var w = new double[] {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
    var v = new double[] {random.nextGaussian(), random.nextGaussian()};
    double slope = w[0] * v[0] + w[1] * v[1] + w[2] * (v[0] + v[1]);
    assertThat(CovectorCheck.of(three, 7, 0.5, -2).tape())
        .as("the slope of wᵀ(x₀, x₁, x₀ + x₁) along v, w and then v from Random(7)")
        .isCloseTo(slope, within(1e-12));
  }

  @Test
  void sees_errors_that_cancel_in_a_plain_sum() {
    VectorFunction cancelling =
        (tape, x) -> {
          var wrong = x[0].mul(tape.constant(x[0].value()));
          return new Scalar[] {wrong, wrong.neg(), x[1].sin()};
        };
    var error = CovectorCheck.of(cancelling, 2, 3, 0.2);
    assertThat(error.agrees(TOLERANCE))
        .as("outputs 0 and 1 are wrong and add up to 0: %s; draw w at random, no ones", error)
        .isFalse();
  }

  @Test
  void sees_errors_that_cancel_along_the_direction_of_ones() {
    VectorFunction cancelling =
        (tape, x) -> {
          var wrong = x[0].sub(x[1]).mul(tape.constant(x[0].value() - x[1].value()));
          return new Scalar[] {wrong, x[0].mul(x[1])};
        };
    var error = CovectorCheck.of(cancelling, 3, 2.5, -1);
    assertThat(error.agrees(TOLERANCE))
        .as("(x₀ − x₁)² is flat along (1, 1), so its error shows along other v only: %s", error)
        .isFalse();
  }

  @Test
  void covector_and_direction_are_independent() {
    VectorFunction identity = (_, x) -> new Scalar[] {x[0].mul(1)};
    long negative =
        LongStream.range(0, 64)
            .filter(seed -> CovectorCheck.of(identity, seed, 1).tape() < 0)
            .count();
    assertThat(negative)
        .as(
            "of f(x) = x the check is w·v, negative for about half of 64 seeds; is v the same as"
                + " w?")
        .isBetween(16L, 48L);
  }

  @Test
  void the_same_seed_gives_the_same_numbers_and_another_seed_others() {
    var first = CovectorCheck.of(FIVE, 5, 0.1, 0.2, 0.3);
    assertThat(CovectorCheck.of(FIVE, 5, 0.1, 0.2, 0.3).equals(first))
        .as("of(f, 5, x) twice is the same: a failure must be there when one looks again")
        .isTrue();
    assertThat(CovectorCheck.of(FIVE, 6, 0.1, 0.2, 0.3).equals(first))
        .as("of(f, 6, x) is the same as of(f, 5, x): draw from the seed that was given")
        .isFalse();
  }

  @Test
  void costs_as_many_evaluations_for_300_inputs_as_for_3() {
    assertThat(evaluations(3))
        .as("evaluations of f for 3 inputs and 4 outputs")
        .isLessThanOrEqualTo(4);
    assertThat(evaluations(300))
        .as("evaluations of f for 300 inputs and 301 outputs: one backward, one difference along v")
        .isLessThanOrEqualTo(4);
  }

  private static int evaluations(int inputs) {
    var count = new AtomicInteger();
    VectorFunction counted =
        (_, x) -> {
          count.incrementAndGet();
          var outputs = new Scalar[x.length + 1];
          for (int j = 0; j < x.length; j++) {
            outputs[j] = x[j].sin();
          }
          outputs[x.length] = x[0].exp();
          return outputs;
        };
    CovectorCheck.of(counted, 1, new double[inputs]);
    return count.get();
  }
}
