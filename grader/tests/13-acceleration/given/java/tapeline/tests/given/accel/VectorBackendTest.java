package tapeline.tests.given.accel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tapeline.accel.VectorBackend;
import tapeline.accel.product.BlockSizes;
import tapeline.nn.GradientDescent;
import tapeline.nn.Parameter;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.CpuBackend;
import tapeline.tensor.Reduction;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;

class VectorBackendTest {
  private static final float EPSILON = 0x1p-24f;

  private final Random random = Seeds.random("vector backend");
  private final CpuBackend cpu = new CpuBackend();
  private final VectorBackend vectors = new VectorBackend();

  private Tensor normal(int... lengths) {
    return Tensor.normal(random, lengths);
  }

  /// Each number is within `ulps` units in the last place of the expected one; NaN is NaN.
  private static void close(String what, Tensor actual, Tensor expected, float ulps) {
    assertThat(actual.shape()).as("the shape of " + what).isEqualTo(expected.shape());
    var a = actual.toArray();
    var e = expected.toArray();
    for (int i = 0; i < a.length; i++) {
      boolean same =
          Float.compare(a[i], e[i]) == 0 || Math.abs(a[i] - e[i]) <= ulps * Math.ulp(e[i]);
      assertThat(same).as("%s, number %d: %s beside %s", what, i, a[i], e[i]).isTrue();
    }
  }

  private static void equal(String what, Tensor actual, Tensor expected) {
    close(what, actual, expected, 0);
  }

  @Test
  void functions_of_one_number_are_as_close_as_the_javadoc_says() {
    for (var x : List.of(Tensor.uniform(random, 0.01f, 4, 37, 9).transpose(), normal(5, 0))) {
      for (var op : UnaryOp.values()) {
        int ulps =
            switch (op) {
              case NEG, SQRT, SQUARE, RECIPROCAL, ABS, RELU -> 0;
              case EXP, LOG -> 2;
              case TANH -> 3;
              case SIGMOID, SOFTPLUS -> 4;
              case GELU -> 8;
            };
        close(op + " of " + x.shape(), vectors.map(op, x), cpu.map(op, x), ulps);
        var y = cpu.map(op, x);
        var dy = normal(x.shape().toArray());
        var slope = vectors.slope(op, dy, x, y);
        var plain = cpu.slope(op, dy, x, y);
        if (op != UnaryOp.SOFTPLUS && op != UnaryOp.GELU) {
          equal("slope of " + op, slope, plain);
        } else {
          var tooFar = slope.minus(plain).abs().greater(dy.abs().times(32 * EPSILON));
          assertThat(tooFar.sum().item()).as("how many slopes of %s are far off", op).isZero();
        }
      }
    }
  }

  @Test
  void pairs_are_equal_however_they_are_stretched_or_strided() {
    var ones = normal(1, 1).expand(Shape.of(9, 17));
    var operands =
        List.of(
            normal(9, 17),
            normal(17, 9).transpose(),
            normal(17),
            normal(9, 1),
            normal(9, 2).slice(1, 0, 1),
            normal(),
            normal(1, 17).expand(Shape.of(9, 17)),
            ones,
            normal(3, 9, 17).permute(1, 0, 2).slice(1, 1, 2).reshape(9, 17));
    for (var op : BinaryOp.values()) {
      for (var a : operands) {
        for (var b : operands) {
          var what = "%s of %s and %s".formatted(op, a.shape(), b.shape());
          equal(what, vectors.zip(op, a, b), cpu.zip(op, a, b));
        }
      }
    }
    equal("images", vectors.zip(BinaryOp.SUB, normal(0, 3), normal(3)), Tensor.zeros(0, 3));
  }

  @Test
  void what_is_no_number_stays_that() {
    var x = Tensor.vector(Float.NaN, 1, -0f, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY);
    for (var op : BinaryOp.values()) {
      equal(op.name(), vectors.zip(op, x, x.unsqueeze(1)), cpu.zip(op, x, x.unsqueeze(1)));
    }
    var y = cpu.map(UnaryOp.RELU, x);
    for (float dy : new float[] {Float.POSITIVE_INFINITY, Float.NaN, 3}) {
      var full = Tensor.full(dy, 5);
      var plain = cpu.slope(UnaryOp.RELU, full, x, y);
      equal("slope of RELU by " + dy, vectors.slope(UnaryOp.RELU, full, x, y), plain);
    }
    equal("max", vectors.reduce(Reduction.MAX, x, false), cpu.reduce(Reduction.MAX, x, false));
    equal("softmax", vectors.softmax(x), cpu.softmax(x));
    equal("logsumexp", vectors.logSumExp(x), cpu.logSumExp(x));
  }

  @Test
  void reductions_along_any_axes_are_close() {
    int[][] axes = {{}, {0}, {1}, {-1}, {0, 1}, {1, 2}, {2, 0}};
    var columns = normal(33, 2, 75);
    for (var x :
        List.of(normal(70, 3, 20), normal(3, 40, 19).permute(2, 0, 1), columns, normal(1, 7, 1))) {
      for (int[] along : axes) {
        equal(
            "max",
            vectors.reduce(Reduction.MAX, x, true, along),
            cpu.reduce(Reduction.MAX, x, true, along));
        var sum = vectors.reduce(Reduction.SUM, x, false, along);
        var bound = cpu.reduce(Reduction.SUM, x.abs(), false, along).times(150 * EPSILON);
        var off = sum.minus(cpu.reduce(Reduction.SUM, x, false, along)).abs();
        assertThat(off.greater(bound).max(false).item())
            .as("whether a sum of %s is further off than 150·ε·Σ|x|", x.shape())
            .isZero();
      }
    }
    equal("sums of none", vectors.reduce(Reduction.SUM, normal(4, 0), false, 1), Tensor.zeros(4));
    equal(
        "the largest of none",
        vectors.reduce(Reduction.MAX, normal(0, 3), false, 0),
        Tensor.full(Float.NEGATIVE_INFINITY, 3));
  }

  @Test
  void rows_are_close() {
    for (var x : List.of(normal(5, 100), normal(100, 5).transpose(), normal(3, 4, 7))) {
      close("softmax", vectors.softmax(x), cpu.softmax(x), 32);
      close("logsumexp", vectors.logSumExp(x), cpu.logSumExp(x), 32);
    }
  }

  @Test
  void shapes_that_do_not_go_together_are_refused() {
    assertThatThrownBy(() -> vectors.zip(BinaryOp.ADD, normal(2, 3), normal(4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(2,3)");
    assertThatThrownBy(() -> vectors.slope(UnaryOp.EXP, normal(2), normal(3), normal(3)))
        .hasMessageContaining("one shape");
    assertThatThrownBy(() -> vectors.reduce(Reduction.SUM, normal(2, 3), false, 2))
        .hasMessageContaining("got 2");
  }

  /// Moves a part of an array too, by gradients that are views, and numbers that threads share.
  @Test
  void gradient_descent_is_one_pass_with_the_bits_of_the_plain_one() {
    var all = normal(6, 19);
    var wide = normal(300, 500);
    gradientDescent(all.copy(), normal(19, 6).transpose());
    gradientDescent(all.slice(0, 2, 4), normal(1, 19).expand(Shape.of(2, 19)));
    gradientDescent(wide.copy(), normal(300, 500));
  }

  private void gradientDescent(Tensor value, Tensor gradient) {
    var expected = value.minus(gradient.times(0.3f)).toArray();
    var p = new Parameter("p", value);
    p.setGradient(gradient);
    var threads = new VectorBackend(BlockSizes.USUAL, 3);
    int version = value.version();
    try (var _ = Backend.use(threads);
        var _ = threads.step()) {
      new GradientDescent(0.3f).step(List.of(p));
    }
    var what = "%s, gradient %s".formatted(value.shape(), gradient.shape());
    assertThat(value.toArray()).as(what).isEqualTo(expected);
    assertThat(value.version()).as("a tape notices that it was written").isGreaterThan(version);
    if (gradient.isContiguous()) {
      assertThat(threads.stepBytes()).as("bytes of arrays, %s", what).isZero();
    }
  }
}
