package tapeline.tests.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.LineReport;
import tapeline.tests.Seeds;

@Tag("10.5")
class TransposeTest {
  @AutoClose final CudaLab lab = new CudaLab();

  @Test
  void two_rows_by_hand() {
    assertThat(run("by hand", 2, 3, 1, 2, 3, 4, 5, 6))
        .as("the transpose of [[1,2,3],[4,5,6]]")
        .containsExactly(1, 4, 2, 5, 3, 6);
  }

  @Test
  void sizes_that_no_tile_fits() {
    for (int[] size : new int[][] {{1, 1}, {1, 70}, {70, 1}, {33, 65}, {100, 37}, {5, 31}}) {
      check(size[0], size[1]);
    }
  }

  @Test
  void both_sides_are_coalesced() {
    assertThat(counted().sectorsPerRequest())
        .as("(96,160): sectors a request touches; 4 along the rows on both sides, 18 on one")
        .isLessThanOrEqualTo(4.5);
  }

  @Test
  void no_two_lanes_ask_one_bank() {
    assertThat(counted().wavefrontsPerRequest())
        .as("(96,160): wavefronts a request to shared memory takes; without the 33rd column 16.5")
        .isEqualTo(1);
  }

  @Test
  void each_number_is_moved_once() {
    assertThat(counted().requests())
        .as("(96,160): requests of its 480 rows of 32, each read once and written once")
        .isEqualTo(960);
  }

  /// x is (65, 2³⁰): its last row begins at number 2³⁶, and the last rows of y near there.
  @Test
  void a_matrix_may_have_more_numbers_than_four_thousand_million() {
    int columns = 1 << 30;
    float[] row = CudaLab.normal(Seeds.random("far transpose"), 32);
    var y = lab.room("y", 32 * 65);
    lab.farBlock(
        "transpose.cu",
        "transpose",
        Dim3.of(columns / 32 - 1, 2),
        Dim3.of(32, 8),
        CudaLab.far(lab.floats("x", row), 65L * columns - 32),
        CudaLab.far(y, (columns - 32) * 65L),
        65,
        columns);
    lab.clean(
        "a tile of the transpose of (65,2³⁰): numbers of 32 bits count to 2³², and x has 2³⁶");
    for (int i = 0; i < 32; i++) {
      assertThat(y.toFloats()[i * 65 + 64]).as("number %d of the last row", i).isEqualTo(row[i]);
    }
  }

  private LineReport counted() {
    check(96, 160);
    return lab.device.lastReport().total();
  }

  private void check(int rows, int columns) {
    float[] x = CudaLab.normal(Seeds.random("transpose"), rows * columns);
    var what = "the transpose of (%d,%d)".formatted(rows, columns);
    CloseFloats.to(
        ExactKernels.transpose(x, rows, columns), run(what, rows, columns, x), rows, what);
  }

  private float[] run(String what, int rows, int columns, float... x) {
    var y = lab.room("y", x.length);
    lab.kernels.transpose(lab.floats("x", x), y, rows, columns);
    lab.clean(what);
    return y.toFloats();
  }
}
