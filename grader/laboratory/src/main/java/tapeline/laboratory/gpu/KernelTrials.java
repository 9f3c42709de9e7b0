package tapeline.laboratory.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import tapeline.gpu.DeviceBuffer;
import tapeline.laboratory.gpu.KernelTrial.Ceiling;
import tapeline.laboratory.gpu.KernelTrial.Expected;
import tapeline.laboratory.gpu.KernelTrial.Start;

/// The kernels of the module with arguments of given sizes, and their answers on the CPU.
final class KernelTrials {
  private static final double ROUNDED = 1e-5; // float32 sums, and functions as exp
  private static final double EXACT = 0;

  private static final int HEAD = 32;

  private final Map<String, float[]> numbers = new HashMap<>();

  /// Small ones, of sizes that no block and no tile divides.
  static List<KernelTrial> small() {
    var trials = new KernelTrials();
    var all = new ArrayList<>(trials.of(33, 517, 67, 129, 35));
    all.addAll(trials.of(3, 1000, 130, 17, 259));
    all.addAll(trials.of(1, 1, 1, 1, 1));
    return List.copyOf(all);
  }

  /// The kernels that are tried, each once.
  static List<String> kernels() {
    return small().stream().map(KernelTrial::kernel).distinct().toList();
  }

  /// Returns the trials for these sizes: matrices (rows,columns), products (m,k)·(k,n).
  List<KernelTrial> of(int rows, int columns, int m, int k, int n) {
    // spotless:off
    return List.of(
        vectorAdd(rows * columns),
        biasGelu(rows, columns),
        rowSum("row_sum_shared",  rows, columns, (to, in, y) -> to.rowSumShared(in.getFirst(), y, columns)),
        rowSum("row_sum_shuffle", rows, columns, (to, in, y) -> to.rowSum(in.getFirst(), y, columns)),
        softmax(rows, columns),
        transpose(rows, columns),
        matmul("matmul_naive",   m, k, n, (to, in, c) -> to.matmulNaive(in.getFirst(), in.getLast(), c, m, k, n)),
        matmul("matmul_tiled",   m, k, n, (to, in, c) -> to.matmulTiled(in.getFirst(), in.getLast(), c, m, k, n)),
        matmul("matmul_blocked", m, k, n, (to, in, c) -> to.matmulBlocked(in.getFirst(), in.getLast(), c, m, k, n)),
        matmulTensor(m, k, n),
        attention(m));
    // spotless:on
  }

  // spotless:off
  private KernelTrial vectorAdd(int n) {
    var a = random("a", n);
    var b = random("b", n);
    return new KernelTrial("vector_add", "(" + n + ")", List.of(a, b), n,
        (to, in, c) -> to.vectorAdd(in.getFirst(), in.getLast(), c),
        i -> Expected.of(a[i] + b[i]),
        EXACT, Ceiling.COPY, 12.0 * n);
  }

  private KernelTrial biasGelu(int rows, int columns) {
    var x = random("a", rows * columns);
    var bias = random("bias", columns);
    return new KernelTrial("bias_gelu", size(rows, columns), List.of(x, bias), rows * columns,
        (to, in, y) -> to.biasGelu(in.getFirst(), in.getLast(), y),
        i -> {
          double v = (double) x[i] + bias[i % columns];
          double u = Math.sqrt(2 / Math.PI) * (v + 0.044715 * v * v * v);
          return new Expected(v / 2 * (1 + Math.tanh(u)), Math.abs(v) / 2);
        },
        ROUNDED, Ceiling.COPY, 8.0 * rows * columns + 4.0 * columns);
  }

  private KernelTrial rowSum(String kernel, int rows, int columns, Start start) {
    var x = random("a", rows * columns);
    return new KernelTrial(kernel, size(rows, columns), List.of(x), rows,
        start,
        i -> sum(columns, j -> x[i * columns + j]),
        ROUNDED, Ceiling.COPY, 4.0 * rows * columns + 4.0 * rows);
  }

  private KernelTrial softmax(int rows, int columns) {
    var x = random("a", rows * columns);
    return new KernelTrial("softmax", size(rows, columns), List.of(x), rows * columns,
        (to, in, y) -> to.softmax(in.getFirst(), y, columns),
        i -> {
          int first = i - i % columns;
          return Expected.of(1 / sum(columns, j -> Math.exp((double) x[first + j] - x[i])).value());
        },
        ROUNDED, Ceiling.COPY, 8.0 * rows * columns);
  }

  private KernelTrial transpose(int rows, int columns) {
    var x = random("a", rows * columns);
    return new KernelTrial("transpose", size(rows, columns), List.of(x), rows * columns,
        (to, in, y) -> to.transpose(in.getFirst(), y, rows, columns),
        i -> Expected.of(x[i % rows * columns + i / rows]),
        EXACT, Ceiling.COPY, 8.0 * rows * columns);
  }

  private KernelTrial matmul(String kernel, int m, int k, int n, Start start) {
    var a = random("a", m * k);
    var b = random("b", k * n);
    return new KernelTrial(kernel, size(m, k) + "·" + size(k, n), List.of(a, b), m * n,
        start,
        i -> sum(k, l -> (double) a[i / n * k + l] * b[l * n + i % n]),
        ROUNDED, Ceiling.CUBLAS, 2.0 * m * k * n);
  }

  /// Compared with the product of what A and B are in half precision.
  private KernelTrial matmulTensor(int m, int k, int n) {
    var a = random("a", m * k);
    var b = random("b", k * n);
    return new KernelTrial("matmul_tensor", size(m, k) + "·" + size(k, n), List.of(a, b), m * n,
        (to, in, c) -> to.matmulTensor(in.getFirst(), in.getLast(), c, m, k, n),
        i -> sum(k, l -> half(a[i / n * k + l]) * half(b[l * n + i % n])),
        ROUNDED, Ceiling.CUBLAS, 2.0 * m * k * n, false);
  }

  /// Each score and each value of a row is 2 · 32 flops, and a query sees half of the keys.
  private KernelTrial attention(int n) {
    var q = random("q", n * HEAD);
    var k = random("k", n * HEAD);
    var v = random("v", n * HEAD);
    return new KernelTrial("attention", size(n, HEAD), List.of(q, k, v), n * HEAD,
        (to, in, o) -> to.attention(in.getFirst(), in.get(1), in.getLast(), o, n),
        i -> {
          int row = i / HEAD;
          var weights = new double[row + 1];
          for (int j = 0; j <= row; j++) {
            int key = j;
            weights[j] = Math.exp(sum(HEAD, d -> (double) q[row * HEAD + d] * k[key * HEAD + d]).value() / Math.sqrt(HEAD));
          }
          double total = Arrays.stream(weights).sum();
          return sum(row + 1, j -> weights[j] / total * v[j * HEAD + i % HEAD]);
        },
        ROUNDED, Ceiling.CUBLAS, 2.0 * n * n * HEAD, false);
  }

  private static double half(float x) {
    return Float.float16ToFloat(Float.floatToFloat16(x));
  }

  /// The device's own copy, the ceiling of memory.
  KernelTrial copy(TestedGpu on, int n) {
    var x = random("a", n);
    return new KernelTrial("copy on the device", "(" + n + ")", List.of(x), n,
        (_, in, y) -> y.copyFrom(in.getFirst(), on.gpu().stream()),
        i -> Expected.of(x[i]),
        EXACT, Ceiling.COPY, 8.0 * n);
  }

  /// Returns the trial of a product by cuBLAS, which is the ceiling of products.
  KernelTrial product(int m, int k, int n, MatrixMultiply best) {
    return matmul("cuBLAS, float32", m, k, n, (_, in, c) -> best.start(in.getFirst(), in.getLast(), c, m, n, k));
  }
  // spotless:on

  /// Starts `C = A·B` on a GPU; A (m,k), B (k,n), C (m,n).
  @FunctionalInterface
  interface MatrixMultiply {
    void start(DeviceBuffer a, DeviceBuffer b, DeviceBuffer c, int m, int n, int k);
  }

  private static Expected sum(int terms, IntToDoubleFunction term) {
    double sum = 0;
    double scale = 0;
    for (int j = 0; j < terms; j++) {
      sum += term.applyAsDouble(j);
      scale += Math.abs(term.applyAsDouble(j));
    }
    return new Expected(sum, scale);
  }

  /// Numbers between −2 and 2. Trials share them, as they are never written to.
  private float[] random(String name, int length) {
    return numbers.computeIfAbsent(
        name + length,
        key -> {
          var random = new Random(key.hashCode());
          var values = new float[length];
          IntStream.range(0, length).forEach(i -> values[i] = random.nextFloat() * 4 - 2);
          return values;
        });
  }

  private static String size(int rows, int columns) {
    return "(%d,%d)".formatted(rows, columns);
  }
}
