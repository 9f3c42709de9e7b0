package tapeline.accel;

import tapeline.accel.math.ZipLoops;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// Two operands of a [BinaryOp], stretched to one shape: rows, as long as they can be, along which
/// each operand has neighbours or one number again and again.
///
/// Axes are merged where in both operands one continues the other. An operand with gaps between its
/// numbers is copied first.
final class Pairs {
  private final float[] a;
  private final float[] b;
  private final int startA;
  private final int startB;
  private final int[] lengths;
  private final int[] stepsA;
  private final int[] stepsB;
  private int last; // axes 0 … last are in use

  /// @param shape that both go with
  static Pairs of(Shape shape, Tensor a, Tensor b) {
    var pairs = new Pairs(shape, a.expand(shape), b.expand(shape));
    int stepA = pairs.stepsA[pairs.last];
    int stepB = pairs.stepsB[pairs.last];
    boolean stretched = stepA == 0 && stepB == 0; // both: then one of them is such a view itself
    if (stepA <= 1 && stepB <= 1 && !stretched) {
      return pairs;
    }
    var closeA = stepA > 1 || stretched ? a.copy() : a;
    var closeB = stepB > 1 || stretched ? b.copy() : b;
    return new Pairs(shape, closeA.expand(shape), closeB.expand(shape));
  }

  private Pairs(Shape shape, Tensor wideA, Tensor wideB) {
    a = wideA.data();
    b = wideB.data();
    startA = wideA.offset();
    startB = wideB.offset();
    int room = Math.max(1, shape.rank());
    lengths = new int[room];
    stepsA = new int[room];
    stepsB = new int[room];
    lengths[0] = 1;
    for (int k = 0; k < shape.rank(); k++) {
      if (shape.length(k) != 1) {
        append(shape.length(k), wideA.stride(k), wideB.stride(k));
      }
    }
  }

  private void append(int n, int stepA, int stepB) {
    boolean first = last == 0 && lengths[0] == 1;
    boolean continued = stepsA[last] == stepA * n && stepsB[last] == stepB * n;
    if (!first && !continued) {
      lengths[++last] = 1;
    }
    lengths[last] *= n;
    stepsA[last] = stepA;
    stepsB[last] = stepB;
  }

  /// Computes `y[i] = op(aᵢ, bᵢ)` for `from ≤ i < to`, in row-major order.
  void zip(BinaryOp op, float[] y, int from, int to) {
    int n = lengths[last];
    int done = from;
    while (done < to) {
      int row = done / n;
      int i = done - row * n;
      int count = Math.min(n - i, to - done);
      int atA = startA + i * stepsA[last];
      int atB = startB + i * stepsB[last];
      for (int axis = last - 1, rest = row; axis >= 0; rest /= lengths[axis--]) {
        atA += rest % lengths[axis] * stepsA[axis];
        atB += rest % lengths[axis] * stepsB[axis];
      }
      if (stepsA[last] == 0 && count > 1) {
        ZipLoops.numberFirst(op, a[atA], b, atB, y, done, count);
      } else if (stepsB[last] == 0 && count > 1) {
        ZipLoops.numberLast(op, a, atA, b[atB], y, done, count);
      } else {
        ZipLoops.zip(op, a, atA, b, atB, y, done, count);
      }
      done += count;
    }
  }
}
