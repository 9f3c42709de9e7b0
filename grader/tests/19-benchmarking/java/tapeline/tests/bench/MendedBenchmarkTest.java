package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.bench.jmh.MendedBenchmark;

/// Plants work into the benchmarks, and checks whether they measure it: by counting, as no clock is
/// as sure.
@Tag("19.10")
class MendedBenchmarkTest {
  private static final int CALLS = 5;
  private static final double SQUARE_ROOT = 0.123456789;
  private static final double CUBE_ROOT = 0.987654321;

  private final MendedBenchmark mended = new MendedBenchmark();
  private final List<Double> inputs = new ArrayList<>();

  /// Plants work that counts its calls, and has answers that no other work has.
  private DrivenBenchmark planted(String method, int value) {
    mended.squareRoot =
        x -> {
          inputs.add(x);
          return SQUARE_ROOT;
        };
    mended.cubeRoot =
        x -> {
          inputs.add(x);
          return CUBE_ROOT;
        };
    return new DrivenBenchmark(mended, method, value);
  }

  @ParameterizedTest
  @CsvSource({"root, 1", "both, 2"})
  void a_call_works_as_often_as_it_says(String method, int times) {
    var driven = planted(method, 0);
    for (int i = 0; i < CALLS; i++) {
      driven.call();
    }
    assertThat(inputs.size())
        .as(
            "roots of all kinds that %d calls of %s computed: JMH counts a call as one",
            CALLS, method)
        .isEqualTo(CALLS * times);
  }

  @ParameterizedTest
  @CsvSource({
    "root, square root, 0.123456789",
    "both, square root, 0.123456789",
    "both, cube root, 0.987654321"
  })
  void a_result_is_given_to_JMH(String method, String what, double result) {
    assertThat(planted(method, 0).gives(result))
        .as(
            "whether JMH gets the %s that %s computes: it is returned, or consumed; else it is dead code",
            what, method)
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"root", "both"})
  void the_input_is_the_number_that_JMH_has_set(String method) {
    var first = planted(method, 0);
    first.call();
    int values = first.parameters().size();
    for (int value = 0; value < values; value++) {
      inputs.clear();
      var driven = planted(method, value);
      driven.call();
      assertThat(new HashSet<>(inputs))
          .as("the numbers whose roots %s computes, at value %d of the @Param", method, value)
          .containsExactly(Double.valueOf(driven.parameters().get(value)));
    }
  }

  @Test
  void two_numbers_or_more_are_tried() {
    var driven = planted("root", 0);
    driven.call();
    assertThat(new HashSet<>(driven.parameters()).size())
        .as("different values of the @Param: an answer for one number may be special to it")
        .isGreaterThanOrEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"root", "both"})
  void two_JVMs_or_more_measure(String method) {
    var driven = planted(method, 0);
    driven.call();
    assertThat(driven.forks())
        .as("forks of %s: JVMs differ, and one does not know by how much", method)
        .isGreaterThanOrEqualTo(2);
  }
}
