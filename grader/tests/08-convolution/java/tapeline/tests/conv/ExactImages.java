package tapeline.tests.conv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import tapeline.conv.Window;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.InFloat64;

/// A tensor in float64, on which each op is its definition, element by element: slow, and easy to
/// believe. What the module computes in float32 is checked against it.
record ExactImages(Shape shape, double[] values) {
  /// Some roundings of float32, of numbers near 1.
  private static final double TOLERANCE = 2e-5;

  static ExactImages of(Tensor t) {
    return new ExactImages(t.shape(), InFloat64.of(t.toArray()));
  }

  /// The tensor whose element at each index is what `element` says.
  static ExactImages of(Shape shape, ToDoubleFunction<int[]> element) {
    var values = new double[shape.size()];
    Arrays.setAll(values, i -> element.applyAsDouble(InFloat64.index(shape.toArray(), i)));
    return new ExactImages(shape, values);
  }

  /// The element at an index, and 0 where there is none: outside an image.
  double at(int... index) {
    int place = 0;
    for (int k = 0; k < index.length; k++) {
      if (index[k] < 0 || index[k] >= shape.length(k)) {
        return 0;
      }
      place = place * shape.length(k) + index[k];
    }
    return values[place];
  }

  /// Starts of the window along a length with both borders, counted one by one.
  static int places(int length, Window window) {
    int count = 0;
    for (int at = 0; at + window.size() <= length + 2 * window.padding(); at += window.stride()) {
      count++;
    }
    return count;
  }

  /// These images convolved with weights (o,c,k,k).
  ExactImages convolve(ExactImages w, Window window) {
    int k = window.size();
    return of(
        Shape.of(
            shape.length(0),
            w.shape.length(0),
            places(shape.length(2), window),
            places(shape.length(3), window)),
        i -> {
          double sum = 0;
          for (int m = 0; m < w.shape.length(1) * k * k; m++) {
            int[] q = {m / (k * k), m / k % k, m % k};
            sum += seen(i[0], q, i[2], i[3], window) * w.at(i[1], q[0], q[1], q[2]);
          }
          return sum;
        });
  }

  /// The pixel under `q`, which is (c, u, v), of the window at place (i, j) of image n.
  private double seen(int n, int[] q, int i, int j, Window window) {
    int row = i * window.stride() + q[1] - window.padding();
    int column = j * window.stride() + q[2] - window.padding();
    return at(n, q[0], row, column);
  }

  /// The pixels that the window sees, (c·k·k, n·h′·w′).
  ExactImages columns(Window window) {
    int k = window.size();
    int rows = places(shape.length(2), window);
    int columns = places(shape.length(3), window);
    return of(
        Shape.of(shape.length(1) * k * k, shape.length(0) * rows * columns),
        i ->
            seen(
                i[1] / (rows * columns),
                new int[] {i[0] / (k * k), i[0] / k % k, i[0] % k},
                i[1] / columns % rows,
                i[1] % columns,
                window));
  }

  /// The largest of each square.
  ExactImages largest(int size) {
    return of(
        Shape.of(shape.length(0), shape.length(1), shape.length(2) / size, shape.length(3) / size),
        i -> {
          double max = Double.NEGATIVE_INFINITY;
          for (int m = 0; m < size * size; m++) {
            max = Math.max(max, at(i[0], i[1], size * i[2] + m / size, size * i[3] + m % size));
          }
          return max;
        });
  }

  /// `Σ this·other`.
  double dot(ExactImages other) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[i] * other.values[i];
    }
    return sum;
  }

  /// The slope of a linear `f` in each element: any step is right.
  ExactImages slopes(ToDoubleFunction<ExactImages> f) {
    return slopes(1, f);
  }

  /// The slope of `f` in each element, where `f` is linear as far as this step.
  ExactImages slopes(double step, ToDoubleFunction<ExactImages> f) {
    var slopes = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      var ahead = values.clone();
      ahead[i] += step;
      var behind = values.clone();
      behind[i] -= step;
      slopes[i] =
          (f.applyAsDouble(new ExactImages(shape, ahead))
                  - f.applyAsDouble(new ExactImages(shape, behind)))
              / (2 * step);
    }
    return new ExactImages(shape, slopes);
  }

  /// Fails at the first element that is off, with `what` and its index in front of both numbers.
  void assertEquals(String what, Tensor actual) {
    assertThat(actual.shape()).as("the shape of " + what).isEqualTo(shape);
    var got = actual.toArray();
    for (int i = 0; i < got.length; i++) {
      double tolerance = TOLERANCE * Math.max(1, Math.abs(values[i]));
      if (!(Math.abs(got[i] - values[i]) <= tolerance)) {
        var where =
            Arrays.toString(InFloat64.index(shape.toArray(), i))
                .replace('[', '(')
                .replace(']', ')');
        assertThat((double) got[i])
            .as("%s, element %s", what, where)
            .isCloseTo(values[i], within(tolerance));
      }
    }
  }
}
