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

@Tag("10.3")
class RowSumTest {
  private static final List<Way> BOTH =
      List.of(
          new Way("row_sum_shared", CourseKernels::rowSumShared),
          new Way("row_sum_shuffle", CourseKernels::rowSum));
  private static final int BLOCKS = 3; // rows of the matrix that is counted

  @AutoClose final CudaLab lab = new CudaLab();

  private record Way(String name, Launch launch) {}

  private interface Launch {
    void run(CourseKernels kernels, DeviceBuffer x, DeviceBuffer y, int columns);
  }

  @Test
  void two_rows_by_hand() {
    for (var way : BOTH) {
      assertThat(run(way, "by hand", 2, 3, 1, 2, 3, 10, 20, 30))
          .as("%s of [[1,2,3],[10,20,30]]", way.name)
          .containsExactly(6, 60);
    }
  }

  @Test
  void rows_of_any_length() {
    var random = Seeds.random("row sums");
    for (var way : BOTH) {
      for (int columns : new int[] {1, 31, 32, 100, 255, 256, 257, 1000}) {
        float[] x = CudaLab.normal(random, 3 * columns);
        var what = "%s of (3,%d)".formatted(way.name, columns);
        CloseFloats.to(ExactKernels.rowSums(x, columns), run(way, what, 3, columns, x), what);
      }
    }
  }

  @Test
  void rows_without_a_number() {
    for (var way : BOTH) {
      assertThat(run(way, "no columns", 2, 0, 7))
          .as("%s of (2,0): sums of no numbers", way.name)
          .containsExactly(0, 0);
    }
  }

  /// Row 5 000 000 of 1000 columns begins at number 5·10⁹, which no 32-bit number holds.
  @Test
  void a_row_may_begin_behind_four_thousand_million_numbers() {
    for (var way : BOTH) {
      var x = new float[1000];
      java.util.Arrays.fill(x, 1);
      var y = lab.room("y", 1);
      int row = 5_000_000;
      long far = CudaLab.far(lab.floats("x", x), row * 1000L);
      lab.farBlock(
          "row_sum.cu",
          way.name,
          Dim3.of(row),
          Dim3.of(256),
          far,
          CudaLab.far(y, row),
          row + 1,
          1000);
      lab.clean(way.name + " of row 5 000 000: (size_t)blockIdx.x * columns is 5·10⁹");
      assertThat(y.toFloats())
          .as("%s of row 5 000 000, a thousand ones", way.name)
          .containsExactly(1000);
    }
  }

  @Test
  void a_float_is_added_as_one() {
    for (var way : BOTH) {
      run(way, "two numbers", 1, 2, 1, 2);
      lab.noDoubles();
    }
  }

  @Test
  void neighbours_read_neighbours() {
    for (var way : BOTH) {
      assertThat(counted(way).loads().sectorsPerRequest())
          .as("%s of (3,1024): sectors a load touches, 4 where 32 lanes read neighbours", way.name)
          .isEqualTo(4);
    }
  }

  @Test
  void no_two_lanes_ask_one_bank() {
    for (var way : BOTH) {
      var total = counted(way).total();
      assertThat(total.wavefronts())
          .as("%s: wavefronts of shared memory, as few as its requests can have", way.name)
          .isEqualTo(total.idealWavefronts());
    }
  }

  @Test
  void the_tree_leaves_whole_warps_idle() {
    var total = counted(BOTH.get(0)).total();
    assertThat(total.sharedRequests() / BLOCKS)
        .as("row_sum_shared: requests of a block to shared memory; 45 in a tree, 264 by one thread")
        .isLessThanOrEqualTo(64);
    assertThat(total.divergences() / BLOCKS)
        .as("row_sum_shared: branches at which a warp of a block divides; only the last warp may")
        .isLessThanOrEqualTo(8);
  }

  @Test
  void shuffles_need_few_barriers_and_little_memory() {
    long before = CudaLab.barriers(counted(BOTH.get(0)));
    var shuffled = counted(BOTH.get(1));
    assertThat(CudaLab.barriers(shuffled) / BLOCKS)
        .as(
            "row_sum_shuffle: barriers of the 8 warps of a block; row_sum_shared had %d",
            before / 3)
        .isLessThanOrEqualTo(16);
    assertThat(shuffled.total().sharedRequests() / BLOCKS)
        .as("row_sum_shuffle: requests of a block to shared memory: 8 sums in, 8 sums out")
        .isLessThanOrEqualTo(16);
  }

  @Test
  void a_sum_is_written_once() {
    for (var way : BOTH) {
      assertThat(counted(way).stores().requests() / BLOCKS)
          .as("%s: stores of a block to global memory, one number in all", way.name)
          .isEqualTo(1);
    }
  }

  private LaunchReport counted(Way way) {
    float[] x = CudaLab.normal(Seeds.random("counted"), BLOCKS * 1024);
    CloseFloats.to(
        ExactKernels.rowSums(x, 1024),
        run(way, way.name, BLOCKS, 1024, x),
        way.name + " of (3,1024)");
    return lab.device.lastReport();
  }

  private float[] run(Way way, String what, int rows, int columns, float... x) {
    var y = lab.room("y", rows);
    way.launch.run(lab.kernels, lab.floats("x", x), y, columns);
    lab.clean(way.name + ", " + what);
    return y.toFloats();
  }
}
