package tapeline.tests.optim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.data.Dataset;
import tapeline.nn.Sequential;
import tapeline.optim.BatchBudget;
import tapeline.optim.MicroBatches;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

@Tag("07.8")
class BatchBudgetTest {
  private final ArrayList<Integer> asked = new ArrayList<>();

  @Test
  void a_straight_line_by_hand() {
    assertThat(new BatchBudget(150).largest(n -> 100 + 10L * n, 1000))
        .as("the largest n with 100 + 10n ≤ 150")
        .isEqualTo(5);
    assertThat(new BatchBudget(149).largest(n -> 100 + 10L * n, 1000))
        .as("the largest n with 100 + 10n ≤ 149")
        .isEqualTo(4);
  }

  @Test
  void a_peak_with_kinks_is_met_exactly() {
    for (int budget = 0; budget < 3000; budget += 37) {
      int expected = 0;
      while (expected < 100 && kinked(expected + 1) <= budget) {
        expected++;
      }
      assertThat(new BatchBudget(budget).largest(BatchBudgetTest::kinked, 100))
          .as("the largest n up to 100 with max(500 + 5n, 200 + 20n, 31n) ≤ %d", budget)
          .isEqualTo(expected);
    }
  }

  private static long kinked(int n) {
    return Math.max(500 + 5L * n, Math.max(200 + 20L * n, 31L * n));
  }

  @Test
  void of_no_examples_none_is_tried() {
    assertThat(new BatchBudget(1_000_000).largest(noted(n -> 10L * n), 0))
        .as("the largest n up to 0 with 10n ≤ 1 000 000")
        .isEqualTo(0);
    assertThat(asked).as("the batches that were tried, where there are 0 examples").isEmpty();
  }

  @Test
  void when_all_fit_it_is_all() {
    for (int most : new int[] {1, 2, 3, 7, 64, 100}) {
      assertThat(new BatchBudget(1_000_000).largest(noted(n -> 10L * n), most))
          .as("the largest n up to %d with 10n ≤ 1 000 000", most)
          .isEqualTo(most);
      assertThat(Collections.max(asked))
          .as("the largest batch that was tried, where there are %d examples", most)
          .isLessThanOrEqualTo(most);
      asked.clear();
    }
    assertThat(Thrown.by(() -> new BatchBudget(1).largest(n -> n, Integer.MAX_VALUE)))
        .as("what so many examples throw")
        .isEqualTo(
            "IllegalArgumentException: a batch has from 0 to 2³⁰ − 1 examples, got 2147483647");
  }

  @Test
  void all_may_fit_to_the_byte() {
    for (int most : new int[] {1, 2, 3, 7, 64, 100}) {
      assertThat(new BatchBudget(10L * most).largest(n -> 10L * n, most))
          .as(
              "the largest n up to %d with 10n ≤ %d: the last one fills the budget",
              most, 10 * most)
          .isEqualTo(most);
    }
  }

  @Test
  void no_batch_is_tried_that_is_more_than_twice_one_that_fits() {
    for (int limit : new int[] {1, 2, 5, 63, 64, 1000}) {
      new BatchBudget(limit).largest(noted(n -> n), 100_000);
      int fits = 0;
      for (int n : asked) {
        assertThat(n)
            .as("a batch that is tried where %d fits, and %d are known to", limit, fits)
            .isLessThanOrEqualTo(Math.max(1, 2 * fits));
        fits = n <= limit ? Math.max(fits, n) : fits;
      }
      asked.clear();
    }
  }

  @Test
  void a_few_tries_are_enough() {
    for (int limit : new int[] {0, 1, 3, 1000, 65_536, 99_999}) {
      new BatchBudget(limit).largest(noted(n -> n), 100_000);
      assertThat(asked.size())
          .as("how many batches are tried until %d of 100 000 is known to be the largest", limit)
          .isLessThanOrEqualTo(36);
      asked.clear();
    }
  }

  @Test
  void the_gradients_of_a_model_fit_to_the_byte() {
    var random = Seeds.random("budget");
    var model = Sequential.mlp(random, 20, 30, 4);
    var examples = new Dataset(Tensor.normal(random, 200, 20), random.ints(200, 0, 4).toArray(), 4);
    for (int wanted : new int[] {3, 17, 50, 128}) {
      long budget = BatchBudget.peak(model, examples.slice(0, wanted));
      assertThat(new BatchBudget(budget).batch(model, examples))
          .as("the batch for the %d bytes that %d examples take", budget, wanted)
          .isEqualTo(wanted);
      assertThat(new BatchBudget(budget - 1).batch(model, examples))
          .as("the batch for one byte less")
          .isEqualTo(wanted - 1);
      var parts = new MicroBatches(model, wanted);
      parts.gradients(examples);
      assertThat(parts.peakBytes())
          .as("peak bytes of 200 examples in parts of %d", wanted)
          .isEqualTo(budget);
    }
    long one = BatchBudget.peak(model, examples.slice(0, 1));
    assertThat(Thrown.by(() -> new BatchBudget(one - 1).batch(model, examples)))
        .as("what a budget throws that not even one example fits into")
        .isEqualTo(
            "IllegalArgumentException: one example needs %d bytes, and the budget is %d"
                .formatted(one, one - 1));
    theReadmesTableHolds();
  }

  private static void theReadmesTableHolds() {
    var random = Seeds.random("readme");
    var model = Sequential.mlp(random, 64, 64, 10);
    int[] batches = {1, 2, 32, 64, 128};
    assertThat(
            Arrays.stream(batches)
                .mapToLong(n ->
                    BatchBudget.peak(
                        model, new Dataset(Tensor.normal(random, n, 64), new int[n], 10)))
                .toArray())
        .as("peak bytes of the perceptron 64-64-10 with 1, 2, 32, 64 and 128 examples")
        .containsExactly(36_136, 36_648, 52_008, 84_520, 150_056);
  }

  private IntToLongFunction noted(IntToLongFunction peak) {
    return n -> {
      asked.add(n);
      return peak.applyAsLong(n);
    };
  }
}
