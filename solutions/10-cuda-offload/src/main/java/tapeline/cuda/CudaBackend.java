package tapeline.cuda;

import java.util.Arrays;
import java.util.stream.IntStream;
import tapeline.gpu.DeviceBuffer;
import tapeline.gpu.Gpu;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.Reduction;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// Tensor ops as CUDA kernels, on a GPU or on its emulator: any model of the course runs on it.
///
/// ```java
/// try (var cuda = new CudaBackend();
///     var _ = Backend.use(cuda)) {
///   trainer.epoch(digits); // the same code as ever
///   IO.println(cuda.transfers());
/// }
/// ```
///
/// Tensors stay in Java's memory: each op uploads its operands, launches, and downloads its result,
/// so small ops are slower here than on the CPU, and [#transfers] shows why. Sums are added up in
/// float32, in another order than the CPU's.
public final class CudaBackend implements Backend, AutoCloseable {
  private static final int BLOCK = 128; // what matmul_blocked computes at once, each way

  private final Gpu gpu;
  private final boolean ownsGpu;
  private final CourseKernels kernels;
  private final TransferMeter meter = new TransferMeter();

  /// On this machine's card, or on the emulator; prints which.
  public CudaBackend() {
    this(Gpu.best(), true);
  }

  /// On a GPU that stays open when this closes.
  public CudaBackend(Gpu gpu) {
    this(gpu, false);
  }

  private CudaBackend(Gpu gpu, boolean ownsGpu) {
    this.gpu = gpu;
    this.ownsGpu = ownsGpu;
    this.kernels = new CourseKernels(gpu);
  }

  @Override
  public String name() {
    return "cuda";
  }

  /// The transfers between Java and the GPU so far.
  public TransferStats transfers() {
    return meter.read(kernels.launches());
  }

  /// The specimen: up, launch, down. A grid has at least one block, so what is empty is not sent.
  @Override
  public Tensor map(UnaryOp op, Tensor x) {
    if (x.shape().size() == 0) {
      return Tensor.zeros(x.shape());
    }
    try (var scratch = new DeviceScratch(gpu, meter)) {
      var deviceX = scratch.upload("x", x);
      var y = scratch.floats("y", x.shape().size());
      kernels.map(op, deviceX, y);
      return scratch.download(y, x.shape());
    } // all buffers are freed here, also when the launch has failed
  }

  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    var shape = MatmulShape.of(a.shape(), b.shape());
    var y = Tensor.zeros(shape.result());
    int size = shape.m() * shape.n();
    if (y.shape().size() == 0 || shape.k() == 0) {
      return y;
    }
    if (a.shape().rank() == 2 && b.shape().rank() == 2) {
      return product(a, b);
    }
    if (b.shape().rank() == 2) { // one B for all: the rows of all matrices are rows of one
      return product(a.reshape(-1, shape.k()), b).reshape(y.shape().toArray());
    }
    var wideA = shape.stretchA(a);
    var wideB = shape.stretchB(b);
    for (int p = 0; p < shape.batch().size(); p++) {
      var part = product(MatmulShape.matrix(wideA, p), MatmulShape.matrix(wideB, p));
      System.arraycopy(part.data(), 0, y.data(), p * size, size);
    }
    return y;
  }

  /// `Y = A·B`; A (m,k), B (k,n), Y (m,n), none of them empty. Moves each number once: 4(mk + kn)
  /// bytes up, 4mn down. By matmulBlocked where m and n are at least [#BLOCK], else by matmulTiled.
  private Tensor product(Tensor a, Tensor b) {
    int m = a.shape().length(0);
    int k = a.shape().length(1);
    int n = b.shape().length(1);
    // BEGIN SOLUTION 10.8 "matmul of a backend" 10 points, core
    try (var scratch = new DeviceScratch(gpu, meter)) {
      var deviceA = matrix(scratch, "A", a);
      var deviceB = matrix(scratch, "B", b);
      var y = scratch.floats("Y", m * n);
      if (m >= BLOCK && n >= BLOCK) {
        kernels.matmulBlocked(deviceA, deviceB, y, m, k, n);
      } else { // a block of 128 × 128 would compute more zeros than products
        kernels.matmulTiled(deviceA, deviceB, y, m, k, n);
      }
      return scratch.download(y, Shape.of(m, n));
    }
    // STUB // TODO 10.8 — 11 lines. As in `map`: A and B go up by matrix(scratch, "A", a), which
    // STUB // turns a transposed view on the GPU; then room for Y, a launch, and Y comes down. What
    // STUB // becomes of A's memory when there is no room left for B?
    // STUB throw new Todo("10.8", "matmul of a backend");
    // END SOLUTION
  }

  /// A matrix in row-major order on the GPU. What lies transposed in Java's memory goes up as it
  /// lies, and is turned there: gradients of matmul are full of such views.
  private DeviceBuffer matrix(DeviceScratch scratch, String name, Tensor x) {
    if (x.isContiguous() || !x.transpose().isContiguous()) {
      return scratch.upload(name, x);
    }
    var lying = scratch.upload(name + ", transposed", x.transpose());
    var standing = scratch.floats(name, x.shape().size());
    kernels.transpose(lying, standing, x.shape().length(1), x.shape().length(0));
    return standing;
  }

  @Override
  public Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y) {
    if (!dy.shape().equals(x.shape()) || !x.shape().equals(y.shape())) {
      throw new IllegalArgumentException(
          "slope needs dy, x and y of one shape, got %s, %s and %s"
              .formatted(dy.shape(), x.shape(), y.shape()));
    }
    if (x.shape().size() == 0) {
      return Tensor.zeros(x.shape());
    }
    try (var scratch = new DeviceScratch(gpu, meter)) {
      var deviceDy = scratch.upload("dy", dy);
      var deviceX = scratch.upload("x", x);
      var deviceY = scratch.upload("y", y);
      var dx = scratch.floats("dx", x.shape().size());
      kernels.slope(op, deviceDy, deviceX, deviceY, dx);
      return scratch.download(dx, x.shape());
    }
  }

  @Override
  public Tensor zip(BinaryOp op, Tensor a, Tensor b) {
    var shape = a.shape().broadcast(b.shape());
    if (shape.size() == 0) {
      return Tensor.zeros(shape);
    }
    var left = simple(a, shape);
    var right = simple(b, shape);
    try (var scratch = new DeviceScratch(gpu, meter)) {
      var deviceA = scratch.upload("a", left);
      var deviceB = scratch.upload("b", right);
      var y = scratch.floats("y", shape.size());
      var ofA = Stretch.of(left.shape(), shape).orElseThrow();
      var ofB = Stretch.of(right.shape(), shape).orElseThrow();
      kernels.zip(op, deviceA, ofA, deviceB, ofB, y);
      return scratch.download(y, shape);
    }
  }

  /// An operand that repeats as a kernel can follow it; else one stretched before it goes up.
  private static Tensor simple(Tensor x, Shape wide) {
    return Stretch.of(x.shape(), wide).isPresent() ? x : x.expand(wide);
  }

  /// The axes to reduce are brought together at the end: then it is a matter of rows.
  @Override
  public Tensor reduce(Reduction op, Tensor x, boolean keep, int... axes) {
    var shape = x.shape().reduced(keep, axes);
    int rows = shape.size();
    int columns = rows == 0 ? 0 : x.shape().size() / rows;
    if (columns == 0) {
      return Tensor.full(op == Reduction.SUM ? 0 : Float.NEGATIVE_INFINITY, shape.toArray());
    }
    try (var scratch = new DeviceScratch(gpu, meter)) {
      var deviceX = matrix(scratch, "x", asRows(x, columns, axes));
      var y = scratch.floats("y", rows);
      switch (op) {
        case SUM -> kernels.rowSum(deviceX, y, columns);
        case MAX -> kernels.rowMax(deviceX, y, columns);
      }
      return scratch.download(y, shape);
    }
  }

  /// `x` as a matrix whose rows are what is reduced to one number. A view where these axes are the
  /// last ones, or the first ones; else a copy.
  private static Tensor asRows(Tensor x, int columns, int... axes) {
    int rank = x.shape().rank();
    var gone = new boolean[rank];
    Arrays.fill(gone, axes.length == 0);
    for (int axis : axes) {
      gone[x.shape().axis(axis)] = true;
    }
    var kept = IntStream.range(0, rank).filter(k -> !gone[k]).toArray();
    var reduced = IntStream.range(0, rank).filter(k -> gone[k]).toArray();
    if (kept.length > 0 && kept[0] == reduced.length) {
      return x.reshape(columns, -1).transpose(); // what is kept stands last
    }
    var order = IntStream.concat(Arrays.stream(kept), Arrays.stream(reduced)).toArray();
    return x.permute(order).reshape(-1, columns);
  }

  @Override
  public Tensor softmax(Tensor x) {
    if (x.shape().size() == 0) {
      return Tensor.zeros(x.shape());
    }
    try (var scratch = new DeviceScratch(gpu, meter)) {
      var deviceX = scratch.upload("x", x);
      var y = scratch.floats("y", x.shape().size());
      kernels.softmax(deviceX, y, x.shape().length(-1));
      return scratch.download(y, x.shape());
    }
  }

  @Override
  public Tensor logSumExp(Tensor x) {
    var shape = x.shape().reduced(true, -1);
    if (x.shape().size() == 0) {
      return Tensor.full(Float.NEGATIVE_INFINITY, shape.toArray());
    }
    try (var scratch = new DeviceScratch(gpu, meter)) {
      var deviceX = scratch.upload("x", x);
      var y = scratch.floats("y", shape.size());
      kernels.logSumExp(deviceX, y, x.shape().length(-1));
      return scratch.download(y, shape);
    }
  }

  /// Closes the GPU that [#CudaBackend()] has opened.
  @Override
  public void close() {
    if (ownsGpu) {
      gpu.close();
    }
  }
}
