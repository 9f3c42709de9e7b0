package tapeline.tests.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

@Tag("04.1")
class StridesTest {
  @Test
  void matrices_of_3_by_4_start_12_apart() {
    assertThat(Shape.of(2, 3, 4).strides())
        .as("strides of (2,3,4): all that one step of an axis skips, not only the next axis")
        .containsExactly(12, 4, 1);
  }

  @Test
  void a_scalar_has_no_strides() {
    assertThat(Shape.SCALAR.strides()).as("strides of (), which has no axes").isEmpty();
    assertThat(Shape.of(4, 1, 5).strides())
        .as("strides of (4,1,5): a length of 1 multiplies by 1")
        .containsExactly(5, 5, 1);
  }

  @Test
  void up_to_six_axes_row_major_order_counts_every_place_once() {
    var random = Seeds.random("strides");
    for (int trial = 0; trial < 40; trial++) {
      var shape = Shape.of(RandomViews.lengths(random, 1 + trial % 6, 1, 4));
      var strides = shape.strides();
      int[] next = {0};
      ByIndex.forEach(
          shape,
          index -> {
            int place = 0;
            for (int k = 0; k < index.length; k++) {
              place += index[k] * strides[k];
            }
            if (place != next[0]++) {
              assertThat(place)
                  .as("the place of element number %d of %s", next[0] - 1, shape)
                  .isEqualTo(next[0] - 1);
            }
          });
    }
  }

  @Test
  void an_element_is_where_its_strides_say() {
    var x = Tensor.of(new float[] {0, 1, 2, 3, 4, 5}, 2, 3);
    assertThat(x.at(1, 0)).as("element (1,0) of 0 … 5 in two rows of three").isEqualTo(3);
    assertThat(x.at(0, 2)).as("element (0,2) of 0 … 5 in two rows of three").isEqualTo(2);
    assertThatThrownBy(() -> x.at(0, 3), "element (0,3) of (2,3): the axis has places 0 to 2")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("(2,3)", "[0, 3]");
    assertThatThrownBy(
            () -> Tensor.of(new float[5], 2, 3), "five numbers for (2,3), which has six elements")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("(2,3)", "6", "5");
  }

  @Test
  void a_transpose_changes_the_strides_and_moves_nothing() {
    var x = Tensor.range(3, 5);
    var t = x.transpose();
    assertThat(t.data()).as("the data of a transpose: the same array").isSameAs(x.data());
    assertThat(new int[] {t.stride(0), t.stride(1)})
        .as("strides of the transpose of (3,5)")
        .containsExactly(1, 5);
    assertThat(t.isContiguous()).as("isContiguous() of that transpose").isFalse();
    ByIndex.check("(3,5) transposed", t, Shape.of(5, 3), i -> x.at(i[1], i[0]));
    assertThat(t.toArray())
        .as("toArray() of that transpose: its own rows, column by column of the (3,5)")
        .startsWith(0, 5, 10, 1, 6, 11);
  }

  @Test
  void permuting_four_axes_moves_every_element_to_its_new_index() {
    var x = Tensor.range(2, 3, 4, 5);
    ByIndex.check(
        "range(2,3,4,5) with the axes 2, 0, 3, 1",
        x.permute(2, 0, 3, 1).copy(),
        Shape.of(4, 2, 5, 3),
        i -> i[1] * 60 + i[3] * 20 + i[0] * 5 + i[2]);
    assertThatThrownBy(() -> x.permute(0, 1, 1, 2), "axis 1 twice, axis 3 never")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("(2,3,4,5)", "[0, 1, 1, 2]");
  }

  @Test
  void a_reshape_keeps_the_row_major_order() {
    var x = Tensor.range(2, 6);
    var y = x.reshape(3, -1);
    assertThat(y.data()).as("the data of a reshaped row-major tensor").isSameAs(x.data());
    ByIndex.check("range(2,6) as (3,4)", y, Shape.of(3, 4), i -> i[0] * 4 + i[1]);
    ByIndex.check(
        "the transpose of range(2,6), (6,2), as (4,3)",
        x.transpose().reshape(4, 3),
        Shape.of(4, 3),
        i -> (i[0] * 3 + i[1]) % 2 * 6 + (i[0] * 3 + i[1]) / 2);
    assertThatThrownBy(() -> x.reshape(5, -1), "(2,6) as five rows: 12 is no multiple of 5")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("(2,6)", "12", "[5, -1]");
  }

  @Test
  void a_new_axis_of_length_1_moves_nothing() {
    var x = Tensor.range(3, 5);
    ByIndex.check("unsqueeze(1)", x.unsqueeze(1), Shape.of(3, 1, 5), i -> i[0] * 5 + i[2]);
    ByIndex.check("unsqueeze(-1)", x.unsqueeze(-1), Shape.of(3, 5, 1), i -> i[0] * 5 + i[1]);
    ByIndex.check("and back", x.unsqueeze(1).squeeze(1), Shape.of(3, 5), i -> i[0] * 5 + i[1]);
    assertThatThrownBy(() -> x.unsqueeze(3), "(3,5) has three places for a new axis: 0, 1, 2")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("(3,5)", "-3 to 2", "3");
    assertThatThrownBy(() -> x.squeeze(0), "axis 0 of (3,5) has three places, not one")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("axis 0", "(3,5)");
  }

  @Test
  void a_tensor_prints_as_rows_in_columns() {
    assertThat(Tensor.of(new float[] {1, 2.5f, 3, -4, 1f / 3, 1e6f}, 2, 3).toString())
        .as("what a (2,3) prints")
        .isEqualTo(
            """
            (2,3)
            [[      1,     2.5,       3]
             [     -4, 0.33333, 1000000]]\
            """);
    assertThat(Tensor.range(2, 1, 2).toString())
        .as("what a (2,1,2) prints: a blank line between matrices")
        .isEqualTo(
            """
            (2,1,2)
            [[[0, 1]]

             [[2, 3]]]\
            """);
  }

  @Test
  void a_long_axis_prints_its_ends() {
    assertThat(Tensor.range(7, 100).toString())
        .as("what a (7,100) prints: the first and last three of each axis")
        .isEqualTo(
            """
            (7,100)
            [[  0,   1,   2, …,  97,  98,  99]
             [100, 101, 102, …, 197, 198, 199]
             [200, 201, 202, …, 297, 298, 299]
             …
             [400, 401, 402, …, 497, 498, 499]
             [500, 501, 502, …, 597, 598, 599]
             [600, 601, 602, …, 697, 698, 699]]\
            """);
  }

  @Test
  void an_empty_tensor_and_a_scalar_print_too() {
    var text = Tensor.zeros(2, 0) + "\n" + Tensor.zeros(0) + "\n" + Tensor.scalar(-0.5f);
    var special = Tensor.vector(Float.NaN, Float.NEGATIVE_INFINITY, 1e-9f);
    assertThat(text + "\n" + special)
        .as("what (2,0), (0), a scalar, and NaN, −∞, 1e-9 print")
        .isEqualTo(
            """
            (2,0)
            [[]
             []]
            (0) []
            () -0.5
            (3) [ NaN,   -∞, 1E-9]\
            """);
  }
}
