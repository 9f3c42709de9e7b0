package tapeline.tests.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.InFloat64;

/// A tensor in float64 on which each op is its definition, element by element: slow, and easy to
/// believe. What the tape computes in float32 is checked against it.
record ExactTensor(Shape shape, double[] values) {

  static ExactTensor of(Tensor t) {
    return new ExactTensor(t.shape(), InFloat64.of(t.toArray()));
  }

  /// The tensor whose element at each index is what `element` says.
  static ExactTensor of(Shape shape, ToDoubleFunction<int[]> element) {
    var values = new double[shape.size()];
    Arrays.setAll(values, i -> element.applyAsDouble(InFloat64.index(shape.toArray(), i)));
    return new ExactTensor(shape, values);
  }

  /// The element at an index of this tensor, or of what it is stretched to.
  double at(int... index) {
    return values[place(index)];
  }

  private int place(int... index) {
    int front = index.length - shape.rank();
    int place = 0;
    for (int k = 0; k < shape.rank(); k++) {
      place = place * shape.length(k) + (shape.length(k) == 1 ? 0 : index[front + k]);
    }
    return place;
  }

  ExactTensor map(DoubleUnaryOperator f) {
    return new ExactTensor(shape, Arrays.stream(values).map(f).toArray());
  }

  ExactTensor map(UnaryOp op) {
    return map(x ->
        switch (op) {
          case NEG -> -x;
          case EXP -> Math.exp(x);
          case LOG -> Math.log(x);
          case SQRT -> Math.sqrt(x);
          case SQUARE -> x * x;
          case RECIPROCAL -> 1 / x;
          case ABS -> Math.abs(x);
          case TANH -> Math.tanh(x);
          case SIGMOID -> 1 / (1 + Math.exp(-x));
          case RELU -> Math.max(x, 0);
          case SOFTPLUS -> Math.log1p(Math.exp(x));
          case GELU -> InFloat64.gelu(x);
        });
  }

  ExactTensor zip(ExactTensor b, DoubleBinaryOperator f) {
    return of(shape.broadcast(b.shape), i -> f.applyAsDouble(at(i), b.at(i)));
  }

  /// Along `axes`, all when there are none; they stay with length 1.
  ExactTensor reduce(double start, DoubleBinaryOperator f, int... axes) {
    var wide = shape.reduced(true, axes);
    var result = new ExactTensor(wide, new double[wide.size()]);
    Arrays.fill(result.values, start);
    for (int i = 0; i < values.length; i++) {
      int to = result.place(InFloat64.index(shape.toArray(), i));
      result.values[to] = f.applyAsDouble(result.values[to], values[i]);
    }
    return result;
  }

  ExactTensor sum(int... axes) {
    return reduce(0, Double::sum, axes).reshape(shape.reduced(false, axes).toArray());
  }

  ExactTensor largest(int... axes) {
    return reduce(Double.NEGATIVE_INFINITY, Math::max, axes)
        .reshape(shape.reduced(false, axes).toArray());
  }

  ExactTensor matmul(ExactTensor b) {
    var y = with(shape, -1, 1).broadcast(with(b.shape, -2, 1)); // (…,m,1) and (…,1,n)
    int inner = shape.length(-1);
    return of(
        y,
        i -> {
          double sum = 0;
          for (int l = 0; l < inner; l++) {
            sum += at(with(i, -1, l)) * b.at(with(i, -2, l));
          }
          return sum;
        });
  }

  ExactTensor softmax() {
    var e = zip(reduce(Double.NEGATIVE_INFINITY, Math::max, -1), (x, max) -> Math.exp(x - max));
    return e.zip(e.reduce(0, Double::sum, -1), (x, sum) -> x / sum);
  }

  ExactTensor logSumExp() {
    return map(UnaryOp.EXP).reduce(0, Double::sum, -1).map(Math::log);
  }

  ExactTensor reshape(int... lengths) {
    return new ExactTensor(Shape.of(lengths), values);
  }

  ExactTensor permute(int... order) {
    var lengths = new int[order.length];
    Arrays.setAll(lengths, k -> shape.length(order[k]));
    return of(
        Shape.of(lengths),
        i -> {
          var from = new int[order.length];
          for (int k = 0; k < order.length; k++) {
            from[order[k]] = i[k];
          }
          return at(from);
        });
  }

  ExactTensor slice(int axis, int from, int to) {
    return of(with(shape, axis, to - from), i -> at(with(i, axis, from + i[axis])));
  }

  static ExactTensor concat(int axis, ExactTensor a, ExactTensor b) {
    int n = a.shape.length(axis);
    return of(
        with(a.shape, axis, n + b.shape.length(axis)),
        i -> i[axis] < n ? a.at(i) : b.at(with(i, axis, i[axis] - n)));
  }

  private static Shape with(Shape shape, int axis, int length) {
    return Shape.of(with(shape.toArray(), axis, length));
  }

  /// A copy with another number at one place; −1 is the last, −2 the one before.
  private static int[] with(int[] numbers, int place, int number) {
    var copy = numbers.clone();
    copy[place < 0 ? place + copy.length : place] = number;
    return copy;
  }

  /// Fails unless `got` has this shape and, element by element, these numbers, as closely as
  /// float32 allows: within 2·10⁻⁵ of the largest one, or of 1. `what` begins with what was
  /// computed.
  void assertEquals(String what, Tensor got) {
    assertThat(got.shape()).as("the shape of %s", what).isEqualTo(shape);
    double largest = Arrays.stream(values).map(Math::abs).filter(Double::isFinite).max().orElse(0);
    var tolerance = within((float) (2e-5 * Math.max(1, largest)));
    var floats = got.toArray();
    for (int i = 0; i < floats.length; i++) {
      assertThat(floats[i])
          .as("element %s of %s", Arrays.toString(InFloat64.index(shape.toArray(), i)), what)
          .isCloseTo((float) values[i], tolerance);
    }
  }
}
