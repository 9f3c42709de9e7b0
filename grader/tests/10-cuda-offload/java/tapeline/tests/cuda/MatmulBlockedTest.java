package tapeline.tests.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;
import tapeline.gpu.emulator.LineReport;
import tapeline.gpu.emulator.Mode;
import tapeline.tests.Seeds;

@Tag("10.7")
class MatmulBlockedTest {
  // what is counted: (128,16)·(16,256)
  private static final int M = 128;
  private static final int K = 16;
  private static final int N = 256;

  @AutoClose final CudaLab lab = new CudaLab();

  @Test
  void one_tile_in_one_step_and_several_each_way() {
    check(128, 8, 128);
    check(256, 8, 128);
    check(128, 8, 384);
  }

  @Test
  void every_inner_length_is_summed_to_its_end() {
    check(128, 24, 128);
    check(128, 1, 128);
    check(128, 19, 128);
  }

  @Test
  @Tag("slow")
  void sizes_that_no_tile_fits() {
    check(1, 1, 1);
    check(5, 13, 3);
    check(130, 19, 150);
    check(100, 9, 257);
  }

  /// The rows of A and of C begin at number 6·2³⁰, which no number of 32 bits holds.
  @Test
  void a_matrix_may_have_more_numbers_than_four_thousand_million() {
    int row = 1 << 30;
    float[] a = {1, 2, 3, 4, 5, 6};
    var b = new float[36];
    for (int i = 0; i < 6; i++) {
      b[7 * i] = (float) Math.pow(10, i);
    }
    var c = lab.room("c", 6);
    lab.farBlock(
        "matmul_blocked.cu",
        "matmul_blocked",
        Dim3.of(0, row / 128),
        Dim3.of(256),
        CudaLab.far(lab.floats("a", a), 6L * row),
        lab.floats("b", b).address(),
        CudaLab.far(c, 6L * row),
        row + 1,
        6,
        6);
    lab.clean(
        "matmul_blocked of row 2³⁰, of 6 numbers: it begins at 6·2³⁰, and 32 bits end at 2³² − 1");
    assertThat(c.toFloats()).as("row 2³⁰ of C").containsExactly(1, 20, 300, 4000, 50_000, 600_000);
  }

  @Test
  void neighbours_read_neighbours() {
    var loads = counted().loads();
    assertThat((double) loads.sectors() / loads.idealSectors())
        .as("(128,16)·(16,256): sectors that loads touch, for one that they need")
        .isLessThanOrEqualTo(1.125);
  }

  @Test
  void each_block_reads_its_tiles_once() {
    var blocked = counted();
    assertThat(blocked.loads().bytes())
        .as("(128,16)·(16,256): bytes that 2 blocks read of A and B, 128·16 + 16·128 numbers each")
        .isEqualTo(2 * 4 * (128 * 16 + 16 * 128));
  }

  @Test
  void shared_memory_is_read_four_words_at_a_time() {
    long blocked = counted().total().sharedRequests();
    lab.device.mode(Mode.COUNTERS);
    lab.kernels.matmulTiled(
        lab.floats("a", new float[M * K]),
        lab.floats("b", new float[K * N]),
        lab.room("c", M * N),
        M,
        K,
        N);
    long tiled = lab.device.lastReport().total().sharedRequests();
    assertThat((double) tiled / blocked)
        .as(
            "(128,16)·(16,256): requests to shared memory of matmul_tiled for one of matmul_blocked")
        .isGreaterThanOrEqualTo(12);
  }

  @Test
  void the_sums_stay_in_registers() {
    check(M, K, N);
    lab.atMost(
        0,
        "an array of the thread's own lies in memory (its indices must be known to the compiler)",
        in -> in.has("local"));
  }

  @Test
  void no_two_lanes_ask_one_bank() {
    var total = counted().total();
    assertThat(total.wavefronts())
        .as("(128,16)·(16,256): wavefronts of shared memory, as few as its requests can have")
        .isEqualTo(total.idealWavefronts());
  }

  private record Counted(LineReport total, LineReport loads) {}

  private Counted counted() {
    check(M, K, N);
    var report = lab.device.lastReport();
    return new Counted(report.total(), report.loads());
  }

  private void check(int m, int k, int n) {
    float[] a = CudaLab.normal(Seeds.random("blocked A"), m * k);
    float[] b = CudaLab.normal(Seeds.random("blocked B"), k * n);
    var what = "(%d,%d)·(%d,%d)".formatted(m, k, k, n);
    var c = lab.room("c", m * n);
    lab.kernels.matmulBlocked(lab.floats("a", a), lab.floats("b", b), c, m, k, n);
    lab.clean(what);
    CloseFloats.to(ExactKernels.matmul(a, b, m, k, n), c.toFloats(), n, what);
  }
}
