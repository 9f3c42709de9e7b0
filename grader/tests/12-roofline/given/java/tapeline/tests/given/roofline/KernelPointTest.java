package tapeline.tests.given.roofline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.instruments.machine.Accelerator;
import tapeline.roofline.ops.KernelPoint;
import tapeline.tests.Thrown;

class KernelPointTest {
  private static KernelPoint counted(String kernel) {
    return KernelPoint.counted().stream()
        .filter(k -> k.kernel().equals(kernel))
        .findAny()
        .orElseThrow();
  }

  @Test
  void the_emulator_counts_flops_and_sectors() {
    assertThat(counted("vector_add"))
        .as("vector_add of 128·128 numbers: a FLOP and 12 bytes for each")
        .isEqualTo(new KernelPoint("vector_add", 16_384, 12 * 16_384));
    assertThat(counted("matmul_naive").flops())
        .as("FLOPs of matmul_naive, (128,128)·(128,128)")
        .isEqualTo(2 * 128 * 128 * 128);
    assertThat(counted("matmul_blocked").intensity())
        .as("FLOPs a byte of matmul_blocked beside matmul_tiled beside matmul_naive")
        .isGreaterThan(counted("matmul_tiled").intensity());
    assertThat(counted("matmul_tiled").intensity())
        .as("FLOPs a byte of matmul_tiled beside matmul_naive")
        .isGreaterThan(counted("matmul_naive").intensity());
  }

  @Test
  void an_attainable_kernel_lies_on_the_roof() {
    var a100 = Accelerator.A100_80GB.ceilings();
    var add = new KernelPoint("vector_add", 1, 12);
    assertThat(add.attainable(a100).flopsPerSecond())
        .as("FLOP/s of a FLOP for 12 bytes on an A100 of 2.039 TB/s")
        .isEqualTo(2.039e12 / 12);
    var product = new KernelPoint("matmul", 1000, 1);
    assertThat(product.attainable(a100).flopsPerSecond())
        .as("FLOP/s of 1000 FLOPs a byte on an A100 of 19.5 TFLOP/s in FP32")
        .isEqualTo(19.5e12);
  }

  @Test
  void the_emulator_has_no_clock() {
    try (var gpu = Gpu.on(new EmulatedGpu())) {
      assertThat(Thrown.by(() -> new KernelPoint("vector_add", 1, 12).measured(gpu)))
          .as("a measured point on the emulator")
          .startsWith("IllegalStateException: the emulator has no clock");
    }
  }
}
