package tapeline.tests.given.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Tensor;

class TensorTableTest {
  @Test
  void a_matrix_has_a_row_and_a_column_for_each_index() {
    var x = Tensor.of(new float[][] {{1, 2.5f, 3}, {-4, 1f / 3, Float.NEGATIVE_INFINITY}});
    assertThat(x.table())
        .as("the table of a (2,3)")
        .hasToString(
            """
            axis 0  [0]      [1]  [2]
            ──────  ───  ───────  ───
            [0]       1      2.5    3
            [1]      -4  0.33333   -∞
            float32 (2,3)
            """);
    assertThat(x.transpose().table().rows())
        .as("the rows of its transpose, a view")
        .containsExactly(
            List.of("[0]", "1", "-4"), List.of("[1]", "2.5", "0.33333"), List.of("[2]", "3", "-∞"));
  }

  @Test
  void a_vector_is_one_row() {
    assertThat(Tensor.vector(2, 0.5f, -1).table())
        .as("the table of a (3)")
        .hasToString(
            """
            [0]  [1]  [2]
            ───  ───  ───
              2  0.5   -1
            float32 (3)
            """);
  }

  @Test
  void matrices_stand_one_under_the_other_below_their_index() {
    assertThat(Tensor.range(2, 1, 2, 3).table())
        .as("the table of a (2,1,2,3): an index stands where it changes")
        .hasToString(
            """
            axis 0  axis 1  axis 2  [0]  [1]  [2]
            ──────  ──────  ──────  ───  ───  ───
            [0]     [0]     [0]       0    1    2
                            [1]       3    4    5
            [1]     [0]     [0]       6    7    8
                            [1]       9   10   11
            float32 (2,1,2,3)
            """);
  }

  @Test
  void of_a_long_axis_the_first_and_the_last_three_are_shown() {
    assertThat(Tensor.range(7, 100).table())
        .as("the table of a (7,100)")
        .hasToString(
            """
            axis 0  [0]  [1]  [2]  …  [97]  [98]  [99]
            ──────  ───  ───  ───  ─  ────  ────  ────
            [0]       0    1    2  …    97    98    99
            [1]     100  101  102  …   197   198   199
            [2]     200  201  202  …   297   298   299
            …         …    …    …  …     …     …     …
            [4]     400  401  402  …   497   498   499
            [5]     500  501  502  …   597   598   599
            [6]     600  601  602  …   697   698   699
            float32 (7,100)
            """);
    assertThat(Tensor.range(8, 2, 2).table().rows())
        .as("rows of an (8,2,2): six matrices, and one row for those left out")
        .hasSize(13)
        .contains(List.of("…", "", "…", "…"), List.of("[5]", "[0]", "20", "21"));
    assertThat(Tensor.range(6, 6).table().rows())
        .as("rows of a (6,6), which is not long")
        .hasSize(6)
        .allSatisfy(row -> assertThat(row).doesNotContain("…"));
  }

  @Test
  void a_scalar_is_its_value_and_no_elements_are_no_rows() {
    assertThat(Tensor.scalar(1e-7f).table())
        .as("the table of a scalar")
        .hasToString(
            """
            value
            ─────
             1E-7
            float32 ()
            """);
    for (var lengths : List.of(new int[] {0}, new int[] {0, 3}, new int[] {2, 0, 3})) {
      var empty = Tensor.zeros(lengths);
      assertThat(empty.table().rows()).as("rows of %s", empty.shape()).isEmpty();
      assertThat(empty.table().notes())
          .as("its note")
          .containsExactly("float32 " + empty.shape() + ", no elements");
    }
  }

  @Test
  void where_only_text_can_be_shown_a_tensor_keeps_its_brackets() {
    var x = Tensor.range(2, 3);
    assertThat(x.text(100)).as("text(100) of a (2,3)").isEqualTo(x.toString()).contains("[[");
  }
}
