package tapeline.tests.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.bench.jmh.OwnBenchmark;

/// Plants work that spoils its array, and checks what each call gets.
@Tag("19.11")
class OwnBenchmarkTest {
  private static final int CALLS = 3;
  private final OwnBenchmark own = new OwnBenchmark();
  private final List<double[]> inputs = new ArrayList<>();

  /// Plants work that keeps what it gets, and sets all numbers to 0.
  private DrivenBenchmark planted(String method, int value) {
    inputs.clear();
    own.op =
        array -> {
          inputs.add(array.clone());
          Arrays.fill(array, 0);
          return array;
        };
    return new DrivenBenchmark(own, method, value);
  }

  @Test
  void a_call_works_once_on_n_numbers() {
    for (int value = 0; value < 2; value++) {
      var driven = planted("work", value);
      for (int i = 0; i < CALLS; i++) {
        driven.call();
      }
      assertThat(inputs.stream().map(x -> x.length).toList())
          .as(
              "lengths of the arrays that %d calls of work gave to the op, with n = %d",
              CALLS, own.n)
          .isEqualTo(Collections.nCopies(CALLS, own.n));
    }
  }

  @Test
  void the_numbers_are_not_in_order() {
    planted("work", 0).call();
    var sorted = inputs.getFirst().clone();
    Arrays.sort(sorted);
    assertThat(inputs.getFirst())
        .as("the numbers that the op gets: in order, or all alike, they are easier than others")
        .isNotEqualTo(sorted);
  }

  @Test
  void each_call_finds_the_numbers_as_they_were_drawn() {
    var driven = planted("work", 0);
    driven.call();
    driven.call();
    assertThat(inputs.getLast())
        .as("the numbers of the second call, when the first one has set all that it got to 0")
        .isEqualTo(inputs.getFirst());
  }

  @ParameterizedTest
  @ValueSource(strings = {"work", "copy"})
  void the_result_is_given_to_JMH(String method) {
    assertThat(planted(method, 0).givesAnObject())
        .as(
            "whether JMH gets an array of %s: it is returned, or consumed; else it is dead code",
            method)
        .isTrue();
  }

  @Test
  void the_baseline_copies_and_does_not_work() {
    var copied = planted("copy", 0).call();
    assertThat(inputs.size()).as("calls of the op in the baseline, copy").isZero();
    assertThat(copied instanceof double[] array ? array.length : 0)
        .as("numbers that copy returns, with n = %d", own.n)
        .isEqualTo(own.n);
  }

  @ParameterizedTest
  @ValueSource(strings = {"work", "copy"})
  void several_JVMs_measure_two_sizes(String method) {
    var driven = planted(method, 0);
    driven.call();
    assertThat(driven.forks())
        .as("forks of %s: JVMs differ, and one does not know by how much", method)
        .isGreaterThanOrEqualTo(2);
    assertThat(new HashSet<>(driven.parameters()).size())
        .as("different sizes, values of the @Param: how the time grows is half of the answer")
        .isGreaterThanOrEqualTo(2);
  }
}
