package tapeline.roofline.ops;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tapeline.cuda.CourseKernels;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuTiming;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.instruments.machine.Ceilings;
import tapeline.instruments.machine.RoofPoint;
import tapeline.roofline.Attainable;

/// A kernel of module 10 with its traffic, counted by the emulator: what its warps ask the memory
/// for, before any cache.
///
/// @param kernel its name
/// @param flops counted, an fma as two
/// @param bytes 32 for each sector
public record KernelPoint(String kernel, long flops, long bytes) {
  private static final int ROWS = 128; // and columns of all matrices

  // spotless:off
  private static final Map<String, Launch> LAUNCHES = new LinkedHashMap<>();
  static {
    LAUNCHES.put("vector_add",      (k, a, b, c, row) -> k.vectorAdd(a, b, c));
    LAUNCHES.put("bias_gelu",       (k, a, b, c, row) -> k.biasGelu(a, row, c));
    LAUNCHES.put("row_sum_shuffle", (k, a, b, c, row) -> k.rowSum(a, row, ROWS));
    LAUNCHES.put("softmax",         (k, a, b, c, row) -> k.softmax(a, c, ROWS));
    LAUNCHES.put("matmul_naive",    (k, a, b, c, row) -> k.matmulNaive(a, b, c, ROWS, ROWS, ROWS));
    LAUNCHES.put("matmul_tiled",    (k, a, b, c, row) -> k.matmulTiled(a, b, c, ROWS, ROWS, ROWS));
    LAUNCHES.put("matmul_blocked",  (k, a, b, c, row) -> k.matmulBlocked(a, b, c, ROWS, ROWS, ROWS));
  }
  // spotless:on

  /// A kernel on matrices A, B and C and a row, which are on the card before.
  @FunctionalInterface
  private interface Launch {
    void on(
        CourseKernels kernels, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c, DeviceBuffer row);

    default Runnable on(Gpu gpu) {
      var kernels = new CourseKernels(gpu);
      var a = gpu.floatsOf("a", new float[ROWS * ROWS]);
      var b = gpu.floatsOf("b", new float[ROWS * ROWS]);
      var c = gpu.floatsOf("c", new float[ROWS * ROWS]);
      var row = gpu.floatsOf("row", new float[ROWS]);
      return () -> on(kernels, a, b, c, row);
    }
  }

  /// The kernels on matrices (128,128), counted. No GPU is needed.
  public static List<KernelPoint> counted() {
    return LAUNCHES.entrySet().stream().map(e -> counted(e.getKey(), e.getValue())).toList();
  }

  private static KernelPoint counted(String kernel, Launch launch) {
    var device = new EmulatedGpu().mode(Mode.COUNTERS);
    try (var gpu = Gpu.on(device)) {
      launch.on(gpu).run();
      var total = device.lastReport().total();
      return new KernelPoint(kernel, total.flops(), total.bytes());
    }
  }

  /// FLOPs for each byte that is asked for.
  public double intensity() {
    return (double) flops / bytes;
  }

  /// On the roof of an accelerator: as fast as it can be there with this traffic.
  public RoofPoint attainable(Ceilings accelerator) {
    var roof =
        Attainable.of(intensity(), accelerator.named("FP32"), accelerator.memory()).perSecond();
    return new RoofPoint(kernel, "kernels, attainable", intensity(), roof);
  }

  /// Its speed on a card: the median of several launches.
  ///
  /// @throws IllegalStateException on the emulator, which has no clock
  public RoofPoint measured(Gpu card) {
    var launch = Objects.requireNonNull(LAUNCHES.get(kernel), kernel).on(card);
    var time = GpuTiming.measureRight(card, 3, 20, launch);
    return new RoofPoint(kernel, "kernels, measured", intensity(), flops / (time.median() / 1e3));
  }
}
