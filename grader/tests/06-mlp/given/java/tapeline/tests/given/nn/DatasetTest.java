package tapeline.tests.given.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.data.Dataset;
import tapeline.tensor.Tensor;

class DatasetTest {
  private static final int N = 101;
  private static final Dataset DATA = numbered(N);

  /// Example i has the inputs i, −i, 2i, … in the shape (1,2,3), and the label i mod 4.
  private static Dataset numbered(int n) {
    var inputs = Tensor.zeros(n, 1, 2, 3);
    for (int i = 0; i < n; i++) {
      inputs
          .select(0, i)
          .assign(Tensor.of(new float[] {i, -i, 2 * i, -2 * i, 3 * i, -3 * i}, 1, 2, 3));
    }
    return new Dataset(inputs, IntStream.range(0, n).map(i -> i % 4).toArray(), 4);
  }

  @Test
  void shuffling_is_a_permutation_that_keeps_image_and_label_together() {
    var shuffled = DATA.shuffled(new Random(3));
    var seen = new boolean[N];
    for (int i = 0; i < N; i++) {
      var image = shuffled.inputs().select(0, i).toArray();
      int number = (int) image[0];
      assertThat(image).containsExactly(DATA.inputs().select(0, number).toArray());
      assertThat(shuffled.labels()[i]).as("the label of example %d", number).isEqualTo(number % 4);
      assertThat(seen[number]).as("example %d came before", number).isFalse();
      seen[number] = true;
    }
    assertThat(shuffled.labels()).as("the order").isNotEqualTo(DATA.labels());
  }

  @Test
  void a_seed_shuffles_alike() {
    assertThat(DATA.shuffled(new Random(3)).inputs().toArray())
        .isEqualTo(DATA.shuffled(new Random(3)).inputs().toArray())
        .isNotEqualTo(DATA.shuffled(new Random(4)).inputs().toArray());
  }

  @Test
  void each_order_of_three_is_as_likely() {
    var random = new Random(1);
    var counts = new int[27];
    for (int k = 0; k < 6000; k++) {
      var order = numbered(3).shuffled(random).labels();
      counts[order[0] + 3 * order[1] + 9 * order[2]]++;
    }
    assertThat(Arrays.stream(counts).filter(c -> c > 0).count())
        .as("orders that came")
        .isEqualTo(6);
    for (int count : Arrays.stream(counts).filter(c -> c > 0).toArray()) {
      assertThat(count)
          .as("how often an order came in 6 000 shuffles: 1 000 ± 29")
          .isBetween(1000 - 5 * 29, 1000 + 5 * 29);
    }
  }

  @Test
  void shuffling_copies_and_slicing_does_not() {
    assertThat(DATA.shuffled(new Random(3)).inputs().data()).isNotSameAs(DATA.inputs().data());
    assertThat(DATA.slice(10, 20).inputs().data()).isSameAs(DATA.inputs().data());
  }

  @Test
  void a_view_is_shuffled_like_its_copy() {
    var part = DATA.slice(10, 20);
    var copy = new Dataset(part.inputs().copy(), part.labels(), 4);
    assertThat(part.shuffled(new Random(3)).inputs().toArray())
        .isEqualTo(copy.shuffled(new Random(3)).inputs().toArray());
  }

  @Test
  void a_slice_has_its_labels() {
    var part = DATA.slice(10, 13);
    assertThat(part.size()).isEqualTo(3);
    assertThat(part.labels()).containsExactly(2, 3, 0);
    assertThat(part.inputs().at(2, 0, 0, 0)).isEqualTo(12);
  }

  @Test
  void a_split_is_the_first_part_and_the_rest() {
    var split = DATA.split(0.8);
    assertThat(split.training().size()).as("80 % of 101").isEqualTo(81);
    assertThat(split.test().size()).isEqualTo(20);
    assertThat(split.test().inputs().at(0, 0, 0, 0)).isEqualTo(81);
    assertThat(DATA.split(0.3).training().size()).as("30 % of 101").isEqualTo(30);
    assertThatThrownBy(() -> DATA.split(80)).hasMessage("a share is from 0 to 1, got 80.0");
  }

  @Test
  void flat_examples_are_rows_and_a_view() {
    var flat = DATA.flat();
    assertThat(flat.inputs().shape().toArray()).containsExactly(N, 6);
    assertThat(flat.inputs().data()).isSameAs(DATA.inputs().data());
    assertThat(flat.inputs().select(0, 7).toArray()).containsExactly(7, -7, 14, -14, 21, -21);
    assertThat(flat.labels()).isEqualTo(DATA.labels());
    assertThat(DATA.split(1).test().flat().inputs().shape().toArray())
        .as("no examples, as wide as the others")
        .containsExactly(0, 6);
  }

  @Test
  void labels_are_checked() {
    assertThatThrownBy(() -> new Dataset(Tensor.zeros(3, 2), new int[2], 4))
        .hasMessage("a dataset has a label for each row of inputs, got 2 labels for (3,2)");
    assertThatThrownBy(() -> new Dataset(Tensor.zeros(2, 2), new int[] {0, 4}, 4))
        .hasMessage("a label is from 0 to 3, got 4");
  }
}
