package tapeline.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuException;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.GpuTiming;

/// The emulator behind the same interface as a card.
class EmulatedGpuTest {
  private final EmulatedGpu emulator = new EmulatedGpu().mode(Mode.COUNTERS);
  private final Gpu gpu = Gpu.on(emulator);

  @Test
  void a_sum_of_two_vectors_goes_there_and_back() {
    int n = 1000;
    var x = gpu.floatsOf("a", ramp(n, 1));
    var y = gpu.floatsOf("b", ramp(n, 2));
    var sum = gpu.floats("sum", n);
    gpu.load(Lab.text("vecadd.ptx"))
        .kernel("vecadd")
        .launch(GpuLaunch.covering(n, 256), x, y, sum, n);
    assertThat(sum.toFloats()).isEqualTo(ramp(n, 3));
    // 31 whole warps of 4 sectors each, and 8 lanes of one
    assertThat(emulator.lastReport().loads().sectorsPerRequest()).isEqualTo(125 / 32.0);
  }

  @Test
  void a_matrix_has_a_thread_for_each_element() {
    int m = 17;
    int n = 33;
    int k = 5;
    var a = gpu.floatsOf("A", filled(m * k, 2));
    var b = gpu.floatsOf("B", filled(k * n, 3));
    var c = gpu.floats("C", m * n);
    gpu.load(Lab.text("matmul.ptx"))
        .kernel("matmul_naive")
        .launch(GpuLaunch.covering(m, n, Dim3.of(16, 16)), a, b, c, m, n, k);
    assertThat(c.toFloats()).isEqualTo(filled(m * n, 2 * 3 * k));
  }

  private static float[] ramp(int n, float slope) {
    var values = new float[n];
    for (int i = 0; i < n; i++) values[i] = slope * i;
    return values;
  }

  private static float[] filled(int n, float value) {
    var values = new float[n];
    Arrays.fill(values, value);
    return values;
  }

  @Test
  void two_modules_may_have_kernels_of_one_name() {
    var one = gpu.load(Lab.text("vecadd.ptx")).kernel("vecadd");
    var text = Lab.text("vecadd.ptx").replaceAll("add\\.(rn\\.)?f32", "sub.$1f32");
    var other = gpu.load(text).kernel("vecadd");
    var x = gpu.floatsOf("x", 5, 6);
    var y = gpu.floatsOf("y", 1, 1);
    var z = gpu.floats("z", 2);
    one.launch(GpuLaunch.of(1, 32), x, y, z, 2);
    assertThat(z.toFloats()).containsExactly(6, 7);
    other.launch(GpuLaunch.of(1, 32), x, y, z, 2);
    assertThat(z.toFloats()).containsExactly(4, 5);
  }

  @Test
  void a_fault_comes_from_the_launch_with_line_and_thread() {
    var x = gpu.floatsOf("x", 1, 2, 3);
    var add = gpu.load(Lab.text("vecadd.ptx")).kernel("vecadd");
    assertThatThrownBy(() -> add.launch(GpuLaunch.of(1, 32), x, x, x, 4))
        .isInstanceOf(KernelFault.class)
        .hasMessageContaining("vecadd.cu:3")
        .hasMessageContaining("thread (3, 0, 0)")
        .hasMessageContaining("element 3 of x");
  }

  @Test
  void constant_memory_is_a_buffer() {
    var weights = gpu.load(Lab.text("misc.ptx")).floats("cw");
    weights.slice(0, 2).upload(new float[] {1, 2});
    assertThat(weights.toFloats()).hasSize(64).startsWith(1, 2, 0);
  }

  @Test
  void streams_and_pinned_memory_work_and_time_does_not() {
    try (var stream = gpu.newStream("side");
        var pinned = gpu.pinned(2).put(new float[] {1, 2})) {
      var x = gpu.floats("x", 2);
      x.uploadAsync(pinned, stream);
      stream.synchronize();
      assertThat(x.toFloats()).containsExactly(1, 2);
    }
    assertThatThrownBy(() -> GpuTiming.measureRight(gpu, 1, 1, () -> {}))
        .hasMessage("the emulator has no clock: look at its counters, or measure on a GPU");
  }

  @Test
  void memory_has_an_end() {
    var small = Gpu.on(new EmulatedGpu(1 << 20));
    small.floats("weights", 1 << 17);
    assertThatThrownBy(() -> small.floats("activations", 1 << 18))
        .isInstanceOf(GpuException.class)
        .hasMessage(
            "allocating 'activations' of 1.0 MiB: out of memory. 512.0 KiB of 1.0 MiB are free,"
                + " you hold 1 buffer, the largest 'weights' 512.0 KiB");
  }

  @Test
  void without_a_card_the_best_gpu_is_the_emulator_and_one_sentence_says_why() {
    var before = System.getProperty("tapeline.gpu");
    System.setProperty("tapeline.gpu", "emulator");
    try {
      var said = new ArrayList<String>();
      assertThat(Gpu.best(said::add).emulated()).isTrue();
      assertThat(said)
          .containsExactly(
              "No GPU: -Dtapeline.gpu=emulator asks for none. Kernels run on the emulator, with the"
                  + " same results, counters, and no times.");
    } finally {
      if (before == null) {
        System.clearProperty("tapeline.gpu");
      } else {
        System.setProperty("tapeline.gpu", before);
      }
    }
  }

  @Test
  void occupancy_follows_from_threads_and_shared_memory() {
    var tiled = gpu.load(Lab.text("matmul.ptx")).kernel("matmul_tiled"); // 2 KiB of shared memory
    assertThat(tiled.occupancy(GpuLaunch.of(1, 256))).isEqualTo(1);
    assertThat(tiled.occupancy(GpuLaunch.of(1, 32))).isEqualTo(0.5); // 16 blocks of one warp
    assertThat(tiled.occupancy(GpuLaunch.of(1, 256).shared(30 << 10))).isEqualTo(0.5);
  }

  @Test
  void launch_bounds_are_kept() {
    var blocked = gpu.load(Lab.text("matmul.ptx")).kernel("matmul_reg"); // __launch_bounds__(256)
    var a = gpu.floats("a", 64);
    assertThatThrownBy(() -> blocked.launch(GpuLaunch.of(1, 512), a, a, a, 8, 8, 8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 256 threads a block")
        .hasMessageContaining("got 512");
    var text = Lab.text("vecadd.ptx").replaceFirst("\\)\\s*\\{", ")\n.reqntid 64, 2, 1\n{");
    var exact = gpu.load(text).kernel("vecadd");
    assertThatThrownBy(() -> exact.launch(GpuLaunch.of(1, 128), a, a, a, 8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("blocks of (64, 2, 1) threads")
        .hasMessageContaining("got (128, 1, 1)");
  }
}
