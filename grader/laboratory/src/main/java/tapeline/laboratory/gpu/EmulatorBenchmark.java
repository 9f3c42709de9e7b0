package tapeline.laboratory.gpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuKernel;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.tensor.Tensor;
import tapeline.toolkit.TextTable;

/// How fast is the emulator, and what do counters and the race detector cost?
///
/// Three products of float32 matrices, n×n, 2n³ flops: one thread an element, tiles of 16×16 in
/// shared memory, and 4×4 elements a thread. Prediction: the fewer instructions a kernel needs, the
/// faster it is emulated, so the kernels come out in the same order as on a GPU, though for another
/// reason.
///
/// ```text
/// mvn -pl grader test "-Drun=EmulatorBenchmark 256 512"
/// ```
///
/// The words are the sizes, multiples of 64. Each of nine repetitions runs all cells in an order
/// drawn anew. What is computed is compared with Java's own product.
public final class EmulatorBenchmark {
  private static final List<String> KERNELS = List.of("matmul_tiled", "matmul_naive", "matmul_reg");
  private static final String KERNEL_FILE = "grader/tests/00-gpu/resources/kernels/matmul.ptx";
  private static final List<String> SIZES = List.of("256", "512");
  private static final int TILE = 64; // of matmul_reg, which does not look where a matrix ends
  private static final int WARM_UP = 3;
  private static final int REPETITIONS = 9;

  private final int n;
  private final EmulatedGpu device = new EmulatedGpu();
  private final Gpu gpu = Gpu.on(device);
  private final DeviceBuffer a;
  private final DeviceBuffer b;
  private final DeviceBuffer c;
  private final List<Cell> cells = new ArrayList<>();

  /// One kernel in one mode on so many cores, and the seconds it took by the clock and of all
  /// processors.
  private record Cell(
      GpuKernel kernel, Mode mode, int cores, List<Double> seconds, List<Double> processor) {}

  private EmulatorBenchmark(String ptx, int n) {
    this.n = n;
    var random = new Random(1);
    a = gpu.floatsOf("a", Tensor.normal(random, n * n).toArray());
    b = gpu.floatsOf("b", Tensor.normal(random, n * n).toArray());
    c = gpu.floats("c", n * n);
    var module = gpu.load(ptx);
    for (String name : KERNELS) {
      for (var mode : Mode.values()) {
        for (int cores : mode == Mode.RACES ? new int[] {1} : new int[] {1, 2}) {
          cells.add(
              new Cell(module.kernel(name), mode, cores, new ArrayList<>(), new ArrayList<>()));
        }
      }
    }
  }

  /// Prints a table for each size.
  ///
  /// @throws IllegalArgumentException when a size is no multiple of 64
  public static void main(String[] arguments) throws IOException {
    var file = Path.of(System.getProperty("tapeline.root", "")).resolve(KERNEL_FILE);
    var kernels = Files.readString(file);
    for (int size : sizes(arguments)) {
      var benchmark = new EmulatorBenchmark(kernels, size);
      benchmark.check();
      System.out.println(benchmark.measure());
    }
  }

  static List<Integer> sizes(String... arguments) {
    var words = arguments.length > 0 ? List.of(arguments) : SIZES;
    for (var word : words) {
      if (!word.matches("[1-9]\\d{1,3}") || Integer.parseInt(word) % TILE != 0) {
        throw new IllegalArgumentException(
            "a size is a multiple of %d up to 9984, as 256: got %s".formatted(TILE, word));
      }
    }
    return words.stream().map(Integer::valueOf).toList();
  }

  private TextTable measure() {
    for (int i = 0; i < WARM_UP; i++) {
      cells.forEach(this::run);
    }
    var order = new ArrayList<>(cells);
    var random = new Random(2);
    for (int i = 0; i < REPETITIONS; i++) {
      Collections.shuffle(order, random);
      for (var cell : order) {
        double before = processor();
        cell.seconds.add(run(cell));
        cell.processor.add(processor() - before);
      }
    }
    // spotless:off
    var table = TextTable.of("n = " + n, "mode", "cores", "s, median", "least to most", "CPU s, mean", "GFLOP/s", "range");
    // spotless:on
    cells.forEach(cell -> row(table, cell));
    return table.note(
        "%d launches each, in random order, on %d processors, Java %s; where the seconds by the clock are more than those of the processor, something else ran"
            .formatted(
                REPETITIONS,
                Runtime.getRuntime().availableProcessors(),
                Runtime.version().feature()));
  }

  private void row(TextTable table, Cell cell) {
    var times = statistics(cell.seconds);
    double median = times.getPercentile(50);
    table.row(
        cell.kernel.name(),
        cell.mode.name().toLowerCase(Locale.ROOT),
        String.valueOf(cell.cores),
        String.format(Locale.ROOT, "%.3f", median),
        String.format(Locale.ROOT, "%.3f to %.3f", times.getMin(), times.getMax()),
        String.format(Locale.ROOT, "%.2f", statistics(cell.processor).getMean()),
        String.format(Locale.ROOT, "%.2f", gflops(median)),
        String.format(Locale.ROOT, "%.2f to %.2f", gflops(times.getMax()), gflops(times.getMin())));
  }

  private static DescriptiveStatistics statistics(List<Double> values) {
    return new DescriptiveStatistics(values.stream().mapToDouble(v -> v).toArray());
  }

  /// The processor time of this process so far, in steps of 10 ms.
  private static double processor() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }

  private double gflops(double seconds) {
    return 2.0 * n * n * n / seconds / 1e9;
  }

  private double run(Cell cell) {
    device.mode(cell.mode).cores(cell.cores);
    long start = System.nanoTime();
    cell.kernel.launch(launch(cell.kernel.name()), a, b, c, n, n, n);
    return (System.nanoTime() - start) / 1e9;
  }

  private GpuLaunch launch(String kernel) {
    int tile = kernel.equals("matmul_reg") ? TILE : 16;
    return GpuLaunch.of(Dim3.of(n / tile, n / tile), Dim3.of(16, 16));
  }

  /// Every kernel computes the product.
  private void check() {
    float[] expected = matrix(a).matmul(matrix(b)).toArray();
    for (var cell : cells) {
      c.upload(new float[n * n]);
      run(cell);
      float[] found = c.toFloats();
      for (int i = 0; i < found.length; i++) {
        if (!(Math.abs(found[i] - expected[i]) <= 1e-5 * n)) {
          throw new IllegalStateException(
              "%s: element %d of the product is %s, got %s"
                  .formatted(cell.kernel.name(), i, expected[i], found[i]));
        }
      }
    }
  }

  private Tensor matrix(DeviceBuffer values) {
    return Tensor.of(values.toFloats(), n, n);
  }
}
