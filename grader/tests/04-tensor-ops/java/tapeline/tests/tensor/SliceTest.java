package tapeline.tests.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("04.3")
class SliceTest {
  private final Tensor x = Tensor.range(4, 3); // row i is 3i, 3i + 1, 3i + 2

  @Test
  void rows_1_and_2_of_four() {
    ByIndex.check(
        "slice(0, 1, 3) of (4,3)", x.slice(0, 1, 3), Shape.of(2, 3), i -> 3 + i[0] * 3 + i[1]);
  }

  @Test
  void minus_1_is_the_last_axis() {
    ByIndex.check(
        "slice(-1, 0, 2) of (4,3)", x.slice(-1, 0, 2), Shape.of(4, 2), i -> i[0] * 3 + i[1]);
  }

  @Test
  void a_slice_of_a_slice_counts_from_where_that_starts() {
    ByIndex.check(
        "slice(0, 1, 4), and of that slice(0, 1, 3), of (4,3)",
        x.slice(0, 1, 4).slice(0, 1, 3),
        Shape.of(2, 3),
        i -> 6 + i[0] * 3 + i[1]);
  }

  @Test
  void select_leaves_the_axis_out() {
    ByIndex.check("row 2 of (4,3)", x.select(0, 2), Shape.of(3), i -> 6 + i[0]);
    ByIndex.check("column 1 of (4,3)", x.select(-1, 1), Shape.of(4), i -> i[0] * 3 + 1);
    assertThatThrownBy(() -> x.select(0, 4), "row 4 of (4,3), which has rows 0 to 3")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("axis 0 of (4,3)", "< 4", "4");
  }

  @Test
  void a_slice_may_be_empty_or_everything() {
    assertThat(x.slice(0, 2, 2).shape())
        .as("the shape of slice(0, 2, 2) of (4,3): from = to is no element, and no error")
        .isEqualTo(Shape.of(0, 3));
    assertThat(x.slice(0, 4, 4).slice(1, 3, 3).copy().shape())
        .as("the shape of slice(0, 4, 4).slice(1, 3, 3) of (4,3), copied")
        .isEqualTo(Shape.of(0, 0));
    ByIndex.check("slice(1, 0, 3) of (4,3)", x.slice(1, 0, 3), x.shape(), i -> i[0] * 3 + i[1]);
  }

  @Test
  void places_outside_the_axis_are_refused() {
    refused(0, -1, 2, "0 ≤ from", "axis 0 of (4,3)", "-1 to 2");
    refused(1, 0, 4, "≤ 3", "axis 1 of (4,3)", "0 to 4");
    refused(0, 3, 2, "from ≤ to", "axis 0 of (4,3)", "3 to 2");
  }

  @Test
  void a_slice_shares_its_numbers() {
    var cut = x.slice(1, 1, 3);
    assertThat(cut.data()).as("the data of a slice: the same array, no copy").isSameAs(x.data());
    cut.set(-1, 2, 0);
    assertThat(x.at(2, 1))
        .as("x(2,1) after a write to element (2,0) of x.slice(1, 1, 3)")
        .isEqualTo(-1);
    x.set(-2, 3, 2);
    assertThat(cut.at(3, 1))
        .as("element (3,1) of x.slice(1, 1, 3) after a write to x(3,2)")
        .isEqualTo(-2);
  }

  @Test
  void a_write_through_any_view_raises_the_version_of_all() {
    var cut = x.slice(0, 1, 3).transpose();
    int before = x.version();
    cut.set(7, 0, 0);
    x.select(0, 3).assign(Tensor.vector(1, 2, 3));
    assertThat(x.version() - before)
        .as("by how much two writes, through a transposed slice and a row, raise x.version()")
        .isEqualTo(2);
    assertThat(cut.version()).as("the slice's version(), and x's").isEqualTo(x.version());
    int same = x.version();
    cut.copy().set(9, 0, 0);
    cut.plus(1);
    assertThat(x.version()).as("x.version() after a write to a copy, and an op").isEqualTo(same);
  }

  @Test
  void assigning_to_a_slice_writes_there_alone() {
    x.slice(1, 1, 3).assign(Tensor.of(new float[] {-1, -2, -3, -4}, 4, 1));
    ByIndex.check(
        "(4,3) after slice(1, 1, 3).assign((4,1))",
        x,
        Shape.of(4, 3),
        i -> i[1] == 0 ? i[0] * 3 : -1 - i[0]);
  }

  @Test
  void assigning_a_view_of_the_same_numbers_reads_before_it_writes() {
    x.slice(0, 1, 4).assign(x.slice(0, 0, 3));
    ByIndex.check(
        "(4,3) after its rows 0 to 2 were assigned to its rows 1 to 3",
        x,
        Shape.of(4, 3),
        i -> Math.max(0, i[0] - 1) * 3 + i[1]);
  }

  @Test
  void the_largest_of_each_row_of_a_slice_is_found() {
    var y = Tensor.of(new float[] {9, 1, 5, 2, 9, 7, 7, 4, 9, 3, 0, 8}, 3, 4);
    assertThat(y.slice(1, 1, 4).argmax())
        .as("argmax() of (1,5,2), (7,7,4), (3,0,8): the first of equals")
        .containsExactly(1, 0, 2);
    float nan = Float.NaN;
    assertThat(Tensor.of(new float[] {9, nan, nan, nan, 9, 1}, 2, 3).argmax())
        .as("argmax() of (9,NaN,NaN), (NaN,9,1): NaN is larger than any number")
        .containsExactly(1, 0);
  }

  @Test
  void views_of_views_agree_with_a_copy_of_each() {
    var random = Seeds.random("views");
    for (int trial = 0; trial < 60; trial++) {
      var view = RandomViews.view(random, RandomViews.lengths(random, 1 + trial % 5, 1, 4));
      var copy = view.copy();
      for (int step = 0; step < 4; step++) {
        int axis = random.nextInt(view.shape().rank());
        int n = view.shape().length(axis);
        int from = random.nextInt(n);
        int to = from + 1 + random.nextInt(n - from);
        view = view.slice(axis, from, to);
        copy = copy.slice(axis, from, to).copy();
      }
      var expected = copy;
      ByIndex.check(
          "four slices of a permuted view, which leave " + copy.shape() + ", and of copies",
          view,
          copy.shape(),
          expected::at);
    }
  }

  private void refused(int axis, int from, int to, String... parts) {
    assertThatThrownBy(() -> x.slice(axis, from, to), "slice(%d, %d, %d) of (4,3)", axis, from, to)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }
}
