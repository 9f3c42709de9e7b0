package tapeline.tests.accel.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.accel.product.Packing;
import tapeline.vector.MatrixView;

@Tag("13.3")
class PackingTest {
  private static final float[] NUMBERS = {
    11, 12, 13, 14, 15, //
    21, 22, 23, 24, 25, //
    31, 32, 33, 34, 35
  };

  private static float[] used(int size) {
    var array = new float[size];
    Arrays.fill(array, -1);
    return array;
  }

  @Test
  void columns_of_b_lie_row_by_row() {
    var to = used(6);
    Packing.columns(MatrixView.of(NUMBERS, 3, 5), 1, 2, 2, 3, to, 0);
    assertThat(to)
        .as("rows 1 and 2, columns 2 to 4, of a (3,5) matrix")
        .isEqualTo(new float[] {23, 24, 25, 33, 34, 35});
  }

  @Test
  void rows_of_a_lie_column_by_column() {
    var to = used(6);
    Packing.rows(MatrixView.of(NUMBERS, 3, 5), 1, 3, 0, 2, to, 0);
    assertThat(to)
        .as("rows 0 and 1, columns 1 to 3, of a (3,5) matrix, in the order of its columns")
        .isEqualTo(new float[] {12, 22, 13, 23, 14, 24});
  }

  @Test
  void a_panel_begins_where_it_is_told_to() {
    var to = used(5);
    Packing.columns(MatrixView.of(NUMBERS, 3, 5), 0, 2, 0, 2, to, 1);
    assertThat(to)
        .as("rows 0 and 1, columns 0 and 1, of a (3,5) matrix, from to[1] on")
        .isEqualTo(new float[] {-1, 11, 12, 21, 22});
  }

  @Test
  void what_is_missing_at_the_edge_is_0() {
    var to = used(6);
    Packing.columns(MatrixView.of(NUMBERS, 3, 5), 0, 2, 4, 3, to, 0);
    assertThat(to)
        .as("a panel of 3 columns of which the matrix has one, in an array that was in use")
        .isEqualTo(new float[] {15, 0, 0, 25, 0, 0});
    Packing.columns(MatrixView.of(NUMBERS, 3, 5), 1, 2, 4, 3, to, 0);
    assertThat(to)
        .as("the same of rows 1 and 2, the matrix's last: no number lies behind them")
        .isEqualTo(new float[] {25, 0, 0, 35, 0, 0});
    var rows = used(4);
    Packing.rows(MatrixView.of(NUMBERS, 3, 5), 1, 2, 2, 2, rows, 0);
    assertThat(rows)
        .as("a panel of 2 rows of which the matrix has one, columns 1 and 2, in an array in use")
        .isEqualTo(new float[] {32, 0, 33, 0});
  }
}
