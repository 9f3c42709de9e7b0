package tapeline.tests.nn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.data.Dataset;
import tapeline.nn.GradientDescent;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("06.7")
class MiniBatchesTest {
  @Test
  void the_last_batch_has_what_is_left() {
    assertThat(sizes(batches(10, 4)))
        .as("the batches of 4 out of 10 examples")
        .containsExactly(4, 4, 2);
  }

  @Test
  void no_batch_is_empty() {
    assertThat(sizes(batches(12, 4))).as("the batches of 4 out of 12").containsExactly(4, 4, 4);
    assertThat(sizes(batches(3, 4))).as("the batches of 4 out of 3").containsExactly(3);
  }

  @Test
  void every_example_comes_once() {
    var numbers = numbers(batches(101, 8));
    assertThat(numbers.size()).as("how many examples an epoch of 101 has").isEqualTo(101);
    assertThat(Set.copyOf(numbers).size() == 101)
        .as("whether an epoch has each of 101 examples, and none twice")
        .isTrue();
  }

  @Test
  void a_label_stays_with_its_example() {
    for (var batch : batches(101, 8)) {
      for (int i = 0; i < batch.size(); i++) {
        assertThat(batch.labels()[i])
            .as("the label of example %d, whose label is 0, 1 or 2 by its number", number(batch, i))
            .isEqualTo(number(batch, i) % 3);
      }
    }
  }

  @Test
  void the_order_is_another_in_each_epoch() {
    var trainer = trainer(8, Seeds.random("epochs"));
    var first = numbers(trainer.batches(examples(101)));
    assertThat(first)
        .as("the order of the first epoch, against that of the file")
        .isNotEqualTo(IntStream.range(0, 101).boxed().toList());
    assertThat(numbers(trainer.batches(examples(101))))
        .as("the order of the second epoch, against that of the first")
        .isNotEqualTo(first);
  }

  @Test
  void a_seed_gives_the_same_order_again() {
    var first = numbers(trainer(8, new Random(5)).batches(examples(101)));
    var second = numbers(trainer(8, new Random(5)).batches(examples(101)));
    assertThat(first.equals(second))
        .as("whether two trainers with one seed take the examples in the same order")
        .isTrue();
  }

  private static List<Dataset> batches(int examples, int batch) {
    return trainer(batch, Seeds.random("batches")).batches(examples(examples));
  }

  private static Trainer trainer(int batch, Random random) {
    return new Trainer(new Sequential(), new GradientDescent(1), batch, random);
  }

  /// Example i has the inputs i and −i and the label i mod 3.
  private static Dataset examples(int n) {
    var inputs = Tensor.zeros(n, 2);
    for (int i = 0; i < n; i++) {
      inputs.set(i, i, 0);
      inputs.set(-i, i, 1);
    }
    return new Dataset(inputs, IntStream.range(0, n).map(i -> i % 3).toArray(), 3);
  }

  private static List<Integer> sizes(List<Dataset> batches) {
    return batches.stream().map(Dataset::size).toList();
  }

  private static List<Integer> numbers(List<Dataset> batches) {
    var numbers = new ArrayList<Integer>();
    for (var batch : batches) {
      for (int i = 0; i < batch.size(); i++) {
        numbers.add(number(batch, i));
      }
    }
    return numbers;
  }

  private static int number(Dataset batch, int i) {
    return (int) batch.inputs().at(i, 0);
  }
}
