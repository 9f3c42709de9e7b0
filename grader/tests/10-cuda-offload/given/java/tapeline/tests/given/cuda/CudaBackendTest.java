package tapeline.tests.given.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tapeline.cuda.CudaBackend;
import tapeline.gpu.Gpu;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.Reduction;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// Every op of the backend against the CPU's, on an emulated GPU that looks for races.
class CudaBackendTest {
  private static final double TOLERANCE = 2e-5;
  private static final float INF = Float.POSITIVE_INFINITY;

  private final Random random = new Random(10);
  private final EmulatedGpu device = new EmulatedGpu().mode(Mode.RACES);
  private final Gpu gpu = Gpu.on(device);
  private final CudaBackend cuda = new CudaBackend(gpu);
  private final Backend cpu = new CpuBackend();

  @AfterEach
  void close() {
    cuda.close();
    assertThat(gpu.floats("after", 1).length())
        .as("a GPU that was handed in stays open when the backend closes")
        .isEqualTo(1);
    gpu.close();
  }

  @ParameterizedTest
  @EnumSource
  void functions_of_one_number(UnaryOp op) {
    var x = Tensor.normal(random, 37, 13);
    for (int i = 0; i < x.data().length; i++) {
      boolean positive = op == UnaryOp.LOG || op == UnaryOp.SQRT;
      x.data()[i] = positive ? Math.abs(x.data()[i]) + 0.01f : 3 * x.data()[i];
    }
    same(op + "", cpu.map(op, x), cuda.map(op, x));
    same(op + " of a view", cpu.map(op, x.transpose()), cuda.map(op, x.transpose()));
    var dy = Tensor.normal(random, 37, 13);
    var y = cpu.map(op, x);
    same("slope of " + op, cpu.slope(op, dy, x, y), cuda.slope(op, dy, x, y));
  }

  @ParameterizedTest
  @EnumSource
  void the_ends_of_the_line(UnaryOp op) {
    var x = Tensor.vector(0, 100, -100, 1e20f, -1e20f, INF, -INF, Float.NaN);
    same(op + " at the ends", cpu.map(op, x), cuda.map(op, x));
  }

  @ParameterizedTest
  @EnumSource(names = {"RELU", "ABS", "TANH", "SIGMOID", "GELU", "SOFTPLUS"})
  void slopes_far_out_are_finite(UnaryOp op) {
    var x = Tensor.vector(0, 100, -100, 1e20f, -1e20f);
    var dy = Tensor.full(1, 5);
    var y = cpu.map(op, x);
    same("slope of " + op, cpu.slope(op, dy, x, y), cuda.slope(op, dy, x, y));
  }

  @Test
  void a_closed_relu_lets_nothing_through() {
    var x = Tensor.vector(0, -0f, -1, 1, 1, Float.NaN);
    var dy = Tensor.vector(INF, -INF, Float.NaN, INF, Float.NaN, 3);
    var y = cpu.map(UnaryOp.RELU, x);
    same(
        "slope of RELU",
        cpu.slope(UnaryOp.RELU, dy, x, y),
        cuda.slope(UnaryOp.RELU, dy, x, cuda.map(UnaryOp.RELU, x)));
  }

  @ParameterizedTest
  @EnumSource
  void functions_of_two_numbers_with_broadcasting(BinaryOp op) {
    int[][][] pairs = {
      {{7, 5}, {7, 5}},
      {{7, 5}, {5}},
      {{7, 5}, {7, 1}},
      {{5}, {7, 5}},
      {{7, 1}, {5}},
      {{}, {3, 4}},
      {{2, 1, 3}, {2, 4, 3}},
      {{2, 1, 3, 1}, {4, 1, 5}},
      {{1}, {1, 1}},
      {{300, 3}, {300, 1}}
    };
    for (var pair : pairs) {
      var a = Tensor.normal(random, pair[0]);
      var b = Tensor.normal(random, pair[1]);
      var what = "%s of %s and %s".formatted(op, a.shape(), b.shape());
      same(what, cpu.zip(op, a, b), cuda.zip(op, a, b));
    }
    var a = Tensor.vector(Float.NaN, 1, INF, -INF);
    var b = Tensor.vector(1, Float.NaN, -INF, -INF);
    same(op + " of NaN and ∞", cpu.zip(op, a, b), cuda.zip(op, a, b));
  }

  @ParameterizedTest
  @EnumSource
  void reductions_along_any_axes(Reduction op) {
    var x = Tensor.normal(random, 4, 3, 33);
    for (int[] axes :
        List.of(
            new int[] {},
            new int[] {0},
            new int[] {1},
            new int[] {2},
            new int[] {-1},
            new int[] {0, 1},
            new int[] {2, 0},
            new int[] {1, 2},
            new int[] {0, 1, 2})) {
      for (boolean keep : new boolean[] {false, true}) {
        var what = "%s of (4,3,33) along %s".formatted(op, Arrays.toString(axes));
        same(what, cpu.reduce(op, x, keep, axes), cuda.reduce(op, x, keep, axes));
        var view = x.transpose();
        same(
            what + ", transposed",
            cpu.reduce(op, view, keep, axes),
            cuda.reduce(op, view, keep, axes));
      }
    }
    var spoilt = Tensor.of(new float[][] {{1, Float.NaN, 3}, {INF, 1, 2}, {-INF, -INF, -INF}});
    same(op + " of NaN and ∞", cpu.reduce(op, spoilt, false, 1), cuda.reduce(op, spoilt, false, 1));
  }

  @Test
  void softmax_and_log_sum_exp_of_rows() {
    for (int[] shape : new int[][] {{1, 1}, {7, 5}, {2, 3, 300}, {40}}) {
      var x = Tensor.normal(random, shape);
      same("softmax of " + x.shape(), cpu.softmax(x), cuda.softmax(x));
      same("logSumExp of " + x.shape(), cpu.logSumExp(x), cuda.logSumExp(x));
    }
    var x = Tensor.of(new float[][] {{1000, 0}, {-INF, 0}, {-INF, -INF}, {Float.NaN, 1}, {INF, 1}});
    same("softmax of 1000, ∞ and NaN", cpu.softmax(x), cuda.softmax(x));
    same("logSumExp of 1000, ∞ and NaN", cpu.logSumExp(x), cuda.logSumExp(x));
  }

  @Test
  void what_is_empty_is_not_sent() {
    var empty = Tensor.zeros(3, 0);
    same("map", cpu.map(UnaryOp.EXP, empty), cuda.map(UnaryOp.EXP, empty));
    same(
        "slope",
        cpu.slope(UnaryOp.EXP, empty, empty, empty),
        cuda.slope(UnaryOp.EXP, empty, empty, empty));
    same("zip", cpu.zip(BinaryOp.ADD, empty, empty), cuda.zip(BinaryOp.ADD, empty, empty));
    for (var op : Reduction.values()) {
      same("rows of none", cpu.reduce(op, empty, false, 1), cuda.reduce(op, empty, false, 1));
      same("no rows", cpu.reduce(op, empty, true, 0), cuda.reduce(op, empty, true, 0));
    }
    same("softmax", cpu.softmax(empty), cuda.softmax(empty));
    same("logSumExp", cpu.logSumExp(empty), cuda.logSumExp(empty));
    assertThat(cuda.transfers().launches()).isZero();
  }

  @Test
  void slopes_of_different_shapes_are_refused() {
    var x = Tensor.zeros(2, 3);
    assertThatThrownBy(() -> cuda.slope(UnaryOp.EXP, Tensor.zeros(3), x, x))
        .hasMessage("slope needs dy, x and y of one shape, got (3), (2,3) and (2,3)");
  }

  @Test
  void transfers_and_launches_are_counted_and_buffers_freed() {
    cuda.map(UnaryOp.EXP, Tensor.full(1, 10));
    cuda.softmax(Tensor.full(1, 10));
    long free = device.freeBytes();
    var before = cuda.transfers();
    cuda.map(UnaryOp.EXP, Tensor.full(1, 10));
    cuda.zip(BinaryOp.ADD, Tensor.full(1, 3, 5), Tensor.full(1, 5));
    var moved = cuda.transfers().since(before);
    assertThat(moved).hasToString("3 uploads of 120 bytes, 2 downloads of 100 bytes, 2 launches");
    assertThat(moved.bytes()).isEqualTo(220);
    assertThat(device.freeBytes()).isEqualTo(free);
    assertThat(cuda.name()).isEqualTo("cuda");
  }

  @Test
  void a_column_is_turned_on_the_gpu() {
    var x = Tensor.normal(random, 40, 6);
    same(
        "column sums",
        cpu.reduce(Reduction.SUM, x, false, 0),
        cuda.reduce(Reduction.SUM, x, false, 0));
    assertThat(cuda.transfers())
        .as("x goes up once, as it lies, and is transposed there")
        .hasToString("1 upload of 960 bytes, 1 download of 24 bytes, 2 launches");
  }

  private void same(String what, Tensor expected, Tensor actual) {
    assertThat(actual.shape()).as("the shape of " + what).isEqualTo(expected.shape());
    var e = expected.toArray();
    var a = actual.toArray();
    for (int i = 0; i < e.length; i++) {
      boolean equal = e[i] == a[i] || (Float.isNaN(e[i]) && Float.isNaN(a[i]));
      boolean close = Math.abs(e[i] - a[i]) <= TOLERANCE * Math.max(1, Math.abs(e[i]));
      assertThat(equal || close)
          .as("%s, element %d: the CPU has %s, the GPU %s", what, i, e[i], a[i])
          .isTrue();
    }
    if (cuda.transfers().launches() > 0) {
      assertThat(device.lastReport().findings()).as(what).isEmpty();
    }
  }
}
