package tapeline.laboratory.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;

class StandardSuiteTest {
  @Test
  void the_suites_have_what_the_course_promises() {
    assertThat(StandardSuite.SCALAR.entries())
        .extracting(SuiteEntry::name)
        .containsExactly(
            "expression",
            "reuse",
            "polynomial chain",
            "shared subexpression",
            "many constants",
            "finite-difference check");
    assertThat(StandardSuite.TENSOR.entries())
        .extracting(SuiteEntry::name)
        .containsExactlyInAnyOrder(
            "elementwise chain",
            "matmul",
            "broadcast add",
            "reduce sum",
            "logSumExp",
            "small MLP",
            "softmax cross-entropy",
            "convolution",
            "transformer block");
  }

  @ParameterizedTest
  @EnumSource
  void what_is_counted_is_what_was_expected(StandardSuite suite) {
    for (var entry : suite.entries()) {
      entry.pass().total(); // a count does not depend on what ran before
      assertThat(entry.counted().get())
          .as("%s: what is expected of its counts", entry.name())
          .isNotEmpty()
          .allMatch(h -> h.outcome() == Hypothesis.Outcome.HELD);
    }
  }

  @ParameterizedTest
  @EnumSource
  void gradients_are_as_good_as_their_type(StandardSuite suite) {
    for (var entry : suite.entries()) {
      double most = entry.dtype().equals("float64") ? 1e-14 : 2e-6;
      assertThat(entry.gradientError().getAsDouble())
          .as("%s: the relative error of its gradient in %s", entry.name(), entry.dtype())
          .isBetween(0.0, most);
    }
  }

  @ParameterizedTest
  @EnumSource
  void each_phase_can_be_repeated_and_follow_any_other(StandardSuite suite) {
    for (var entry : suite.entries()) {
      var pass = entry.pass();
      double value = pass.forward();
      double gradient = pass.backward();
      assertThat(pass.backward()).as("%s: a second backward", entry.name()).isEqualTo(gradient);
      pass.total();
      assertThat(pass.forward()).as("%s: forward after a total", entry.name()).isEqualTo(value);
      assertThat(pass.backward()).as("%s: backward after that", entry.name()).isEqualTo(gradient);
    }
  }

  @Test
  void a_wrong_gradient_shows_as_its_relative_error() {
    var x = Tensor.normal(new SplittableRandom(7), 3, 5);
    ToDoubleFunction<double[][]> squares = v -> Arrays.stream(v[0]).map(a -> a * a).sum();
    assertThat(GradientOracle.relativeError(squares, List.of(x), List.of(x.times(2))))
        .as("2x as the gradient of Σ x²: rounded to float32")
        .isLessThan(1e-7);
    assertThat(GradientOracle.relativeError(squares, List.of(x), List.of(x.times(2.02f))))
        .as("2.02x as the gradient of Σ x²: one percent off")
        .isBetween(0.00999, 0.01001);
  }

  @Test
  void flops_are_counted_with_their_batches() {
    var counter = new FlopCounter(Backend.current());
    var random = new SplittableRandom(7);
    try (var _ = Backend.use(counter)) {
      Tensor.normal(random, 4, 3, 5).matmul(Tensor.normal(random, 5, 2)).plus(1);
    }
    assertThat(counter.flops()).as("four times (3,5)·(5,2), 2·3·5·2 each").isEqualTo(240);
  }
}
