package tapeline.roofline.ops;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
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
  private static final Map<String, BiConsumer<Gpu, CourseKernels>> LAUNCHES = new LinkedHashMap<>();
  static {
    LAUNCHES.put("vector_add",      (g, k) -> k.vectorAdd(matrix(g), matrix(g), matrix(g)));
    LAUNCHES.put("bias_gelu",       (g, k) -> k.biasGelu(matrix(g), row(g), matrix(g)));
    LAUNCHES.put("row_sum_shuffle", (g, k) -> k.rowSum(matrix(g), row(g), ROWS));
    LAUNCHES.put("softmax",         (g, k) -> k.softmax(matrix(g), matrix(g), ROWS));
    LAUNCHES.put("matmul_naive",    (g, k) -> k.matmulNaive(matrix(g), matrix(g), matrix(g), ROWS, ROWS, ROWS));
    LAUNCHES.put("matmul_tiled",    (g, k) -> k.matmulTiled(matrix(g), matrix(g), matrix(g), ROWS, ROWS, ROWS));
    LAUNCHES.put("matmul_blocked",  (g, k) -> k.matmulBlocked(matrix(g), matrix(g), matrix(g), ROWS, ROWS, ROWS));
  }
  // spotless:on

  private static DeviceBuffer matrix(Gpu gpu) {
    return gpu.floatsOf("matrix", new float[ROWS * ROWS]);
  }

  private static DeviceBuffer row(Gpu gpu) {
    return gpu.floatsOf("row", new float[ROWS]);
  }

  /// The kernels on matrices (128,128), counted. No GPU is needed.
  public static List<KernelPoint> counted() {
    return LAUNCHES.entrySet().stream().map(e -> counted(e.getKey(), e.getValue())).toList();
  }

  private static KernelPoint counted(String kernel, BiConsumer<Gpu, CourseKernels> launch) {
    var device = new EmulatedGpu().mode(Mode.COUNTERS);
    try (var gpu = Gpu.on(device)) {
      launch.accept(gpu, new CourseKernels(gpu));
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
    var kernels = new CourseKernels(card);
    var launch = Objects.requireNonNull(LAUNCHES.get(kernel), kernel);
    var time = GpuTiming.measureRight(card, 3, 20, () -> launch.accept(card, kernels));
    return new RoofPoint(kernel, "kernels, measured", intensity(), flops / (time.median() / 1e3));
  }
}
