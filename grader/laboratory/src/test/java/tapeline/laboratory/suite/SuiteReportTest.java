package tapeline.laboratory.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tapeline.bench.BenchmarkResult;
import tapeline.laboratory.MadeUp;
import tapeline.laboratory.report.Choices;

class OptimizedDigitsTest {
  private static BenchmarkResult result(String name, @Nullable Double joules) {
    return new BenchmarkResult(
        name + " on digits", MadeUp.CONDITIONS, new double[] {10, 11}, 48, true, 0.9, joules);
  }

  @Test
  void energy_is_compared_only_where_all_have_it() {
    var all = List.of(result("plain", 0.2), result("half", 0.1));
    assertThat(OptimizedDigits.choices(all).axes())
        .extracting(Choices.Axis::name)
        .containsExactly("time", "error", "allocated", "energy");
    var some = List.of(result("plain", 0.2), result("half", null));
    assertThat(OptimizedDigits.choices(some).axes())
        .extracting(Choices.Axis::name)
        .as("axes where half has no energy, which is not the least")
        .containsExactly("time", "error", "allocated");
    assertThat(OptimizedDigits.choices(some).choices().getFirst().costs()).hasSize(3);
  }

  @Test
  void a_word_that_is_no_number_of_rounds_is_refused_by_the_rule() {
    assertThatThrownBy(() -> OptimizedDigits.main("x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rounds is a whole number from 1 to 1000, got x");
  }
}
