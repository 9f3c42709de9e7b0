package tapeline.tensor;

import java.util.Arrays;
import java.util.function.Consumer;

/// Walks over the elements of one or two strided operands of one shape, in row-major order, in runs
/// that are as long as they can be.
///
/// Neighbouring axes are merged where, in both operands, one continues the other: what is
/// contiguous is one run, whatever its shape.
final class Rows {
  private final int[] lengths;
  private final int[] stepsA;
  private final int[] stepsB;
  private int last; // axes 0 … last are in use

  /// One run: elements number `at`, `at + 1`, … in row-major order, `count` of them. In operand A
  /// they are at `a`, `a + stepA`, …, in B at `b`, `b + stepB`, ….
  record Row(int a, int stepA, int b, int stepB, int count, int at) {}

  private Rows(int axes) {
    lengths = new int[axes];
    stepsA = new int[axes];
    stepsB = new int[axes];
    Arrays.fill(lengths, 1);
  }

  static Rows of(Strided x) {
    return of(x, x);
  }

  static Rows of(Strided x, Strided y) {
    return of(x, y, x.shape.rank());
  }

  /// Along the first `axes` axes only.
  static Rows of(Strided x, Strided y, int axes) {
    var shape = x.shape;
    var rows = new Rows(Math.max(1, axes));
    for (int k = 0; k < axes; k++) {
      if (shape.length(k) != 1) {
        rows.append(shape.length(k), x.strides[k], y.strides[k]);
      }
    }
    return rows;
  }

  private void append(int n, int stepA, int stepB) {
    boolean first = last == 0 && lengths[0] == 1;
    boolean continued = stepsA[last] == stepA * n && stepsB[last] == stepB * n;
    if (!first && !continued) {
      last++;
    }
    lengths[last] *= n;
    stepsA[last] = stepA;
    stepsB[last] = stepB;
  }

  /// Every run, in order, from the operands' first elements on. Allocates one [Row] a run.
  void forEach(int a, int b, Consumer<Row> action) {
    for (int n : lengths) {
      if (n == 0) {
        return;
      }
    }
    walk(0, a, b, 0, action);
  }

  private int walk(int axis, int a, int b, int at, Consumer<Row> action) {
    if (axis == last) {
      action.accept(new Row(a, stepsA[axis], b, stepsB[axis], lengths[axis], at));
      return at + lengths[axis];
    }
    int next = at;
    for (int i = 0; i < lengths[axis]; i++) {
      next = walk(axis + 1, a + i * stepsA[axis], b + i * stepsB[axis], next, action);
    }
    return next;
  }

  /// Copies n numbers, `step` apart from `from[start]` on, to `to[at]` and the places after it.
  static void gather(float[] from, int start, int step, float[] to, int at, int n) {
    if (step == 1) {
      System.arraycopy(from, start, to, at, n);
    } else if (step == 0) {
      Arrays.fill(to, at, at + n, from[start]);
    } else {
      for (int i = 0; i < n; i++) {
        to[at + i] = from[start + i * step];
      }
    }
  }
}
