package tapeline.tests.given.precision;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.compiler.KernelLibrary;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.LaunchReport;
import tapeline.gpu.emulator.Mode;
import tapeline.precision.BFloat16;
import tapeline.tests.Seeds;

/// The kernels of `scaled_sum.cu` on the emulator, which counts the sectors of 32 bytes that are
/// moved.
class HalfTheSectorsTest {
  private static final int N = 4096;
  private static final float S = 0.5f;

  private static float[] some(String purpose) {
    var random = Seeds.random(purpose);
    var values = new float[N];
    for (int i = 0; i < N; i++) {
      values[i] = BFloat16.round((float) random.nextGaussian());
    }
    return values;
  }

  /// Two bfloat16s to a place of four bytes.
  private static DeviceBuffer halves(Gpu gpu, String name, float... values) {
    var bytes = ByteBuffer.allocate(2 * N).order(ByteOrder.LITTLE_ENDIAN);
    for (float v : values) {
      bytes.putShort(BFloat16.bits(v));
    }
    var ints = new int[N / 2];
    bytes.flip().asIntBuffer().get(ints);
    return gpu.intsOf(name, ints);
  }

  private static long sectors(LaunchReport report) {
    assertThat(report.findings()).as("races").isEmpty();
    return report.total().sectors();
  }

  @Test
  void bfloat16_moves_half_the_sectors() {
    var device = new EmulatedGpu().mode(Mode.RACES);
    float[] a = some("a");
    float[] b = some("b");
    try (var gpu = Gpu.on(device)) {
      var library = KernelLibrary.of("precision", getClass().getClassLoader());
      var launch = GpuLaunch.covering(N, 256);
      var y = gpu.floats("y", N);
      library
          .kernel(gpu, "scaled_sum.cu", "scaled_sum")
          .launch(launch, gpu.floatsOf("a", a), gpu.floatsOf("b", b), y, S, N);
      var wide = y.toFloats();
      long sectors = sectors(device.lastReport());
      var half = gpu.ints("half", N / 2);
      library
          .kernel(gpu, "scaled_sum.cu", "scaled_sum_bf16")
          .launch(launch, halves(gpu, "a16", a), halves(gpu, "b16", b), half, S, N);
      long halved = sectors(device.lastReport());
      assertThat(sectors)
          .as("sectors for s·a + b of 4,096 floats: 2 reads and a write of 512 each")
          .isEqualTo(3 * 512);
      assertThat(halved).as("sectors for 4,096 bfloat16s").isEqualTo(sectors / 2);
      var bytes = ByteBuffer.allocate(2 * N).order(ByteOrder.LITTLE_ENDIAN);
      bytes.asIntBuffer().put(half.toInts());
      for (int i = 0; i < N; i++) {
        assertThat(BFloat16.value(bytes.getShort(2 * i)))
            .as("number %d in bfloat16: the float, rounded", i)
            .isEqualTo(BFloat16.round(wide[i]));
      }
    }
  }
}
