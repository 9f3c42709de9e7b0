package tapeline.tensor;

import java.util.Arrays;
import tapeline.tensor.Rows.Row;
import tapeline.toolkit.Todo;

/// Plain Java on one thread: what every other backend is checked against.
public final class CpuBackend implements Backend {
  private static final int CHUNK = 1024;

  @Override
  public String name() {
    return "cpu";
  }

  @Override
  public Tensor map(UnaryOp op, Tensor x) {
    var from = x.contiguous();
    var y = Tensor.zeros(x.shape());
    Elementwise.map(op, from.data(), from.offset(), y.data(), y.shape().size());
    return y;
  }

  @Override
  public Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y) {
    if (!dy.shape().equals(x.shape()) || !x.shape().equals(y.shape())) {
      throw new IllegalArgumentException(
          "slope needs dy, x and y of one shape, got %s, %s and %s"
              .formatted(dy.shape(), x.shape(), y.shape()));
    }
    var dx = Tensor.zeros(x.shape());
    Elementwise.slope(op, whole(dy), whole(x), whole(y), dx.data());
    return dx;
  }

  /// The elements alone in an array: the data itself where nothing else is in it.
  private static float[] whole(Tensor x) {
    return x.isContiguous() && x.data().length == x.shape().size() ? x.data() : x.toArray();
  }

  @Override
  public Tensor zip(BinaryOp op, Tensor a, Tensor b) {
    var shape = a.shape().broadcast(b.shape());
    var y = Tensor.zeros(shape);
    if (shape.size() > 0) {
      var wideA = a.expand(shape);
      var wideB = b.expand(shape);
      var runs = new Zip(op, a.data(), b.data(), y.data(), new float[CHUNK], new float[CHUNK]);
      Rows.of(wideA, wideB).forEach(a.offset(), b.offset(), runs::run);
    }
    return y;
  }

  /// Pairs of runs. The loops want neighbours, so what is stretched or strided is copied, a chunk at
  /// a time that stays in the first-level cache.
  private record Zip(
      BinaryOp op, float[] a, float[] b, float[] y, float[] bufferA, float[] bufferB) {
    void run(Row row) {
      if (row.stepA() == 1 && row.stepB() == 1) {
        Elementwise.zip(op, a, row.a(), b, row.b(), y, row.at(), row.count());
        return;
      }
      for (int done = 0; done < row.count(); done += CHUNK) {
        int n = Math.min(CHUNK, row.count() - done);
        var x = row.stepA() == 1 ? a : gather(a, row.a() + done * row.stepA(), row.stepA(), bufferA, n);
        var z = row.stepB() == 1 ? b : gather(b, row.b() + done * row.stepB(), row.stepB(), bufferB, n);
        int x0 = row.stepA() == 1 ? row.a() + done : 0;
        int z0 = row.stepB() == 1 ? row.b() + done : 0;
        Elementwise.zip(op, x, x0, z, z0, y, row.at() + done, n);
      }
    }

    private static float[] gather(float[] from, int start, int step, float[] buffer, int n) {
      if (step == 0) {
        Arrays.fill(buffer, 0, n, from[start]);
      } else {
        for (int i = 0, s = start; i < n; i++, s += step) {
          buffer[i] = from[s];
        }
      }
      return buffer;
    }
  }

  @Override
  public Tensor reduce(Reduction op, Tensor x, boolean keep, int... axes) {
    var gone = x.shape().reducing(axes);
    var y = x.contiguous();
    for (int k = gone.length - 1; k >= 0; k--) {
      if (gone[k]) {
        y = along(op, y, k);
      }
    }
    return y == x ? x.copy() : y.reshape(x.shape().reduced(keep, axes).toArray());
  }

  /// Reduces one axis of a contiguous tensor to length 1.
  ///
  /// Seen from that axis the elements are (outer, n, inner): n rows of `inner` neighbours, `outer`
  /// times.
  private static Tensor along(Reduction op, Tensor x, int axis) {
    var shape = x.shape();
    int n = shape.length(axis);
    int inner = 1;
    for (int k = axis + 1; k < shape.rank(); k++) {
      inner *= shape.length(k);
    }
    var y = Tensor.zeros(shape.reduced(true, axis));
    for (int r = 0; r < y.shape().size(); r += inner) {
      int first = x.offset() + r * n;
      if (inner == 1) {
        y.data()[r] = neighbours(op, x.data(), first, n);
      } else {
        rows(op, x.data(), first, n, y.data(), r, inner);
      }
    }
    return y;
  }

  /// Of the n numbers from `x[first]` on.
  private static float neighbours(Reduction op, float[] x, int first, int n) {
    if (op == Reduction.SUM) {
      double even = 0;
      double odd = 0;
      for (int i = first; i < first + n - 1; i += 2) {
        even += x[i];
        odd += x[i + 1];
      }
      return (float) (even + odd + (n % 2 == 0 ? 0 : x[first + n - 1]));
    }
    float max = Float.NEGATIVE_INFINITY;
    for (int i = first; i < first + n; i++) {
      max = Math.max(max, x[i]);
    }
    return max;
  }

  /// Of n rows with `width` numbers each, the first row from `x[first]` on: `y[y0 + j]` is the
  /// reduction of their numbers j, over all rows.
  private static void rows(
      Reduction op, float[] x, int first, int n, float[] y, int y0, int width) {
    // BEGIN EXERCISE 04.5
    // TODO 04.5 — 13 lines. Add up the rows (or keep the largest numbers) in an array of
    // `width` doubles, and store it rounded. Number j of row i is x[first + i·width + j]:
    // which order of the two loops visits neighbours? Where does each reduction start?
    throw new Todo("04.5", "reduce rows");
    // END EXERCISE 04.5
  }

  @Override
  public Tensor matmul(Tensor a, Tensor b) {
    return MatrixProduct.of(a, b);
  }

  @Override
  public Tensor softmax(Tensor x) {
    return RowFunctions.softmax(x);
  }

  @Override
  public Tensor logSumExp(Tensor x) {
    return RowFunctions.logSumExp(x);
  }
}
