package tapeline.cuda;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Dim3;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuKernel;
import tapeline.gpu.GpuLaunch;
import tapeline.gpu.GpuStream;
import tapeline.gpu.compiler.KernelLibrary;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.UnaryOp;

/// The kernels of `resources/cuda` on one GPU, each with the launch that its text asks for.
///
/// A file is compiled when one of its kernels is first launched, so that one with a mistake in it
/// is in no kernel's way. A launch returns before the kernel is done, and goes to the default
/// stream. Buffers hold just the numbers that are spoken of; none of them is empty.
public final class CourseKernels {
  private static final int THREADS = 256;
  private static final Dim3 TILE = Dim3.of(16, 16);
  private static final int BLOCK = 128; // of matmul_blocked: rows and columns of C

  private final Gpu gpu;
  private final KernelLibrary library;
  private final Map<String, GpuKernel> known = new HashMap<>();
  private int launches;

  public CourseKernels(Gpu gpu) {
    this.gpu = gpu;
    this.library = KernelLibrary.of("cuda", CourseKernels.class.getClassLoader());
  }

  /// Returns the number of kernels launched so far.
  public int launches() {
    return launches;
  }

  /// `y = s·x`.
  public void scale(float s, DeviceBuffer x, DeviceBuffer y) {
    scale(gpu.stream(), s, x, y, y.length());
  }

  /// Computes `y = s·x` for the first n numbers, on a stream.
  public void scale(GpuStream stream, float s, DeviceBuffer x, DeviceBuffer y, int n) {
    launch(stream, "scale.cu", "scale", GpuLaunch.covering(n, THREADS), s, x, y, n);
  }

  /// `c = a + b`.
  public void vectorAdd(DeviceBuffer a, DeviceBuffer b, DeviceBuffer c) {
    int n = c.length();
    launch("vector_add.cu", "vector_add", GpuLaunch.covering(n, THREADS), a, b, c, n);
  }

  /// `y = gelu(x + bias)`; x and y (rows,columns), bias (columns).
  public void biasGelu(DeviceBuffer x, DeviceBuffer bias, DeviceBuffer y) {
    int n = y.length();
    int columns = bias.length();
    var launch = GpuLaunch.covering(n, THREADS);
    launch("bias_gelu.cu", "bias_gelu", launch, x, bias, y, n / columns, columns);
  }

  /// Computes the sum of each row of x (rows,columns), by shared memory; y (rows).
  public void rowSumShared(DeviceBuffer x, DeviceBuffer y, int columns) {
    rows("row_sum.cu", "row_sum_shared", x, y, y.length(), columns);
  }

  /// Computes the sum of each row of x (rows,columns), by shuffles; y (rows).
  public void rowSum(DeviceBuffer x, DeviceBuffer y, int columns) {
    rows("row_sum.cu", "row_sum_shuffle", x, y, y.length(), columns);
  }

  /// The softmax of each row; x and y (rows,columns).
  public void softmax(DeviceBuffer x, DeviceBuffer y, int columns) {
    rows("softmax.cu", "softmax", x, y, y.length() / columns, columns);
  }

  /// `y = xᵀ`; x (rows,columns).
  public void transpose(DeviceBuffer x, DeviceBuffer y, int rows, int columns) {
    var grid = Dim3.of(Math.ceilDiv(columns, 32), Math.ceilDiv(rows, 32));
    var launch = GpuLaunch.of(grid, Dim3.of(32, 8));
    launch("transpose.cu", "transpose", launch, x, y, rows, columns);
  }

  /// Computes `C = A·B`; A (m,k), B (k,n), C (m,n), each number of C from global memory alone.
  public void matmulNaive(DeviceBuffer a, DeviceBuffer b, DeviceBuffer c, int m, int k, int n) {
    var launch = GpuLaunch.covering(m, n, TILE);
    launch("matmul.cu", "matmul_naive", launch, a, b, c, m, k, n);
  }

  /// Computes `C = A·B` by tiles in shared memory.
  public void matmulTiled(DeviceBuffer a, DeviceBuffer b, DeviceBuffer c, int m, int k, int n) {
    var launch = GpuLaunch.covering(m, n, TILE);
    launch("matmul.cu", "matmul_tiled", launch, a, b, c, m, k, n);
  }

  /// Computes `C = A·B` with 64 numbers of C in the registers of each thread.
  public void matmulBlocked(DeviceBuffer a, DeviceBuffer b, DeviceBuffer c, int m, int k, int n) {
    var grid = Dim3.of(Math.ceilDiv(n, BLOCK), Math.ceilDiv(m, BLOCK));
    var launch = GpuLaunch.of(grid, Dim3.of(THREADS));
    launch("matmul_blocked.cu", "matmul_blocked", launch, a, b, c, m, k, n);
  }

  /// Computes `C = A·B` on tensor cores, with A and B rounded to half precision.
  public void matmulTensor(DeviceBuffer a, DeviceBuffer b, DeviceBuffer c, int m, int k, int n) {
    var grid = Dim3.of(Math.ceilDiv(n, BLOCK / 2), Math.ceilDiv(m, BLOCK / 2));
    var launch = GpuLaunch.of(grid, Dim3.of(BLOCK));
    launch("matmul_tensor.cu", "matmul_tensor", launch, a, b, c, m, k, n);
  }

  /// Causal attention of one head, `softmax(Q·Kᵀ/√32 + mask)·V`, without a matrix of scores; all of
  /// them (n,32).
  public void attention(DeviceBuffer q, DeviceBuffer k, DeviceBuffer v, DeviceBuffer o, int n) {
    var launch = GpuLaunch.of(Dim3.of(Math.ceilDiv(n, BLOCK / 2)), Dim3.of(BLOCK / 2));
    launch("attention.cu", "attention", launch, q, k, v, o, n);
  }

  /// See [tapeline.tensor.Backend#map].
  void map(UnaryOp op, DeviceBuffer x, DeviceBuffer y) {
    elementwise("map_", op, y, x, y, y.length());
  }

  /// See [tapeline.tensor.Backend#slope].
  void slope(UnaryOp op, DeviceBuffer dy, DeviceBuffer x, DeviceBuffer y, DeviceBuffer dx) {
    elementwise("slope_", op, dx, dy, x, y, dx, dx.length());
  }

  /// See [tapeline.tensor.Backend#zip]; a and b repeat as [Stretch] says.
  void zip(BinaryOp op, DeviceBuffer a, Stretch ofA, DeviceBuffer b, Stretch ofB, DeviceBuffer y) {
    int n = y.length();
    elementwise("zip_", op, y, a, ofA.inner(), ofA.size(), b, ofB.inner(), ofB.size(), y, n);
  }

  /// The largest number of each row; x (rows,columns), y (rows).
  void rowMax(DeviceBuffer x, DeviceBuffer y, int columns) {
    rowAThread("row_max", x, y, columns);
  }

  /// See [tapeline.tensor.Backend#logSumExp]; x (rows,columns), y (rows).
  void logSumExp(DeviceBuffer x, DeviceBuffer y, int columns) {
    rowAThread("log_sum_exp", x, y, columns);
  }

  private void elementwise(String kind, Enum<?> op, DeviceBuffer result, Object... arguments) {
    var kernel = kind + op.name().toLowerCase(Locale.ROOT);
    launch("elementwise.cu", kernel, GpuLaunch.covering(result.length(), THREADS), arguments);
  }

  private void rowAThread(String kernel, DeviceBuffer x, DeviceBuffer y, int columns) {
    int rows = y.length();
    launch("row_functions.cu", kernel, GpuLaunch.covering(rows, THREADS), x, y, rows, columns);
  }

  /// A block for each row.
  private void rows(
      String file, String kernel, DeviceBuffer x, DeviceBuffer y, int rows, int columns) {
    launch(file, kernel, GpuLaunch.of(rows, THREADS), x, y, rows, columns);
  }

  private void launch(String file, String kernel, GpuLaunch launch, Object... arguments) {
    launch(gpu.stream(), file, kernel, launch, arguments);
  }

  private void launch(
      GpuStream stream, String file, String kernel, GpuLaunch launch, Object... arguments) {
    known
        .computeIfAbsent(kernel, name -> library.kernel(gpu, file, name))
        .launch(stream, launch, arguments);
    launches++;
  }
}
