package tapeline.grader.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// The part of an assertion's message that a learner reads.
class ProblemTest {
  private static String told(ThrowingCallable assertion) {
    var message = String.valueOf(catchThrowable(assertion).getMessage());
    return new Problem(message, null, List.of()).told();
  }

  @Test
  void a_tolerance_is_one_line() {
    assertThat(told(() -> assertThat(0.25f).as("mean").isCloseTo(0.5f, within(1e-6f))))
        .isEqualTo("[mean] \nexpected: 0.5f ± 1.0E-6f\n but was: 0.25f");
  }

  @Test
  void a_truth_is_told_as_a_value_is() {
    assertThat(told(() -> assertThat(false).as("sorted").isTrue()))
        .isEqualTo("[sorted] \nexpected: true\n but was: false");
  }

  @Test
  void neither_a_stack_nor_a_comparator_is_told() {
    ThrowingCallable other =
        () -> {
          throw new IllegalStateException("x");
        };
    assertThat(
            told(() ->
                assertThat(catchThrowable(other))
                    .as("refused")
                    .isInstanceOf(IllegalArgumentException.class)))
        .endsWith("but was:\n  java.lang.IllegalStateException: x");
    assertThat(
            told(() -> assertThat(new float[] {1}).containsExactly(new float[] {2}, within(1e-6f))))
        .isEqualTo("expected: [2.0f]\n but was: [1.0f]");
  }
}
