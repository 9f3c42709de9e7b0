package tapeline.tests.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.cuda.CourseKernels;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.LaunchReport;
import tapeline.tests.Seeds;

@Tag("10.6")
class MatmulKernelTest {
  private static final Way NAIVE = new Way("matmul_naive", CourseKernels::matmulNaive);
  private static final Way TILED = new Way("matmul_tiled", CourseKernels::matmulTiled);
  private static final List<Way> BOTH = List.of(NAIVE, TILED);

  @AutoClose final CudaLab lab = new CudaLab();

  private record Way(String name, Launch launch) {}

  private interface Launch {
    void run(CourseKernels on, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c, int m, int k, int n);
  }

  @Test
  void two_rows_by_hand() {
    for (var way : BOTH) {
      assertThat(run(way, 2, 2, 3, new float[] {1, 2, 3, 4}, 5, 6, 7, 8, 9, 10))
          .as("%s of [[1,2],[3,4]] and [[5,6,7],[8,9,10]]", way.name)
          .containsExactly(21, 24, 27, 47, 54, 61);
    }
  }

  @Test
  void every_inner_length_is_summed_to_its_end() {
    for (var way : BOTH) {
      check(way, 16, 1, 16);
      check(way, 16, 48, 16);
      check(way, 16, 37, 16);
    }
  }

  @Test
  void sizes_that_no_tile_fits() {
    for (var way : BOTH) {
      for (int[] size : new int[][] {{1, 1, 1}, {19, 37, 29}, {33, 5, 18}, {3, 40, 50}}) {
        check(way, size[0], size[1], size[2]);
      }
    }
  }

  /// The rows of A and of C begin at number 6·2³⁰, which no number of 32 bits holds.
  @Test
  void a_matrix_may_have_more_numbers_than_four_thousand_million() {
    var b = new float[36];
    for (int i = 0; i < 6; i++) {
      b[7 * i] = (float) Math.pow(10, i);
    }
    for (var way : BOTH) {
      int row = 1 << 30;
      float[] a = {1, 2, 3, 4, 5, 6};
      var c = lab.room("c", 6);
      lab.farBlock(
          "matmul.cu",
          way.name,
          Dim3.of(0, row / 16),
          Dim3.of(16, 16),
          CudaLab.far(lab.floats("a", a), 6L * row),
          lab.floats("b", b).address(),
          CudaLab.far(c, 6L * row),
          row + 1,
          6,
          6);
      lab.clean(
          way.name + " of row 2³⁰, of 6 numbers: it begins at 6·2³⁰, and 32 bits end at 2³² − 1");
      assertThat(c.toFloats())
          .as("row 2³⁰ of C")
          .containsExactly(1, 20, 300, 4000, 50_000, 600_000);
    }
  }

  @Test
  void infinity_times_zero_is_not_a_number() {
    float inf = Float.POSITIVE_INFINITY;
    for (var way : BOTH) {
      CloseFloats.to(
          new double[] {Double.NaN, 4},
          run(way, 1, 2, 2, new float[] {0, 1}, inf, 2, 3, 4),
          2,
          way.name + " of [[0,1]] and [[∞,2],[3,4]]: 0·∞ + 3");
    }
  }

  @Test
  void a_float_is_added_as_one() {
    for (var way : BOTH) {
      run(way, 1, 2, 1, new float[] {1, 2}, 3, 4);
      lab.noDoubles();
    }
  }

  @Test
  void neighbours_read_neighbours() {
    for (var way : BOTH) {
      assertThat(counted(way).loads().sectorsPerRequest())
          .as("%s of (64,64)·(64,64): sectors a load touches, of 16 neighbours in 2 rows", way.name)
          .isLessThanOrEqualTo(4);
    }
  }

  @Test
  void tiles_are_read_once_a_block() {
    var naive = counted(NAIVE).loads();
    var tiled = counted(TILED).loads();
    assertThat((double) tiled.requests() / naive.requests())
        .as(
            "(64,64)·(64,64): the loads of matmul_tiled as a share of matmul_naive's; 1/16 in tiles")
        .isLessThanOrEqualTo(1.0 / 15);
    assertThat((double) tiled.sectors() / naive.sectors())
        .as("(64,64)·(64,64): sectors likewise; 1/8, as half a naive warp reads the same number")
        .isLessThanOrEqualTo(1.0 / 7);
  }

  @Test
  void no_two_lanes_ask_one_bank() {
    var total = counted(TILED).total();
    assertThat(total.wavefronts())
        .as("matmul_tiled: wavefronts of shared memory, as few as its requests can have")
        .isEqualTo(total.idealWavefronts());
  }

  @Test
  void the_sums_stay_in_registers() {
    for (var way : BOTH) {
      assertThat(counted(way).stores().requests())
          .as("%s of (64,64)·(64,64): stores to global memory by its 128 warps", way.name)
          .isEqualTo(128);
    }
  }

  private LaunchReport counted(Way way) {
    check(way, 64, 64, 64);
    return lab.device.lastReport();
  }

  private void check(Way way, int m, int k, int n) {
    float[] a = CudaLab.normal(Seeds.random("A"), m * k);
    float[] b = CudaLab.normal(Seeds.random("B"), k * n);
    var what = "%s of (%d,%d)·(%d,%d)".formatted(way.name, m, k, k, n);
    CloseFloats.to(ExactKernels.matmul(a, b, m, k, n), run(way, m, k, n, a, b), n, what);
  }

  private float[] run(Way way, int m, int k, int n, float[] a, float... b) {
    var c = lab.room("c", m * n);
    way.launch.run(lab.kernels, lab.floats("a", a), lab.floats("b", b), c, m, k, n);
    lab.clean("%s of (%d,%d)·(%d,%d)".formatted(way.name, m, k, k, n));
    return c.toFloats();
  }
}
