package tapeline.vector.math;

import tapeline.vector.StridedArray;

/// Two operands of a [PairFunction], stretched to one shape: rows, as long as they can be, along
/// which each operand has neighbours or one number again and again.
///
/// Axes are merged where in both operands one continues the other. An operand [#aHasGaps] between
/// its numbers is to be copied first.
public final class Pairs {
  private final StridedArray a;
  private final StridedArray b;
  private final int[] lengths;
  private final int[] stepsA;
  private final int[] stepsB;
  private int last; // axes 0 … last are in use

  /// @param b of the lengths that a has
  public Pairs(StridedArray a, StridedArray b) {
    this.a = a;
    this.b = b;
    int room = Math.max(1, a.lengths().length);
    lengths = new int[room];
    stepsA = new int[room];
    stepsB = new int[room];
    lengths[0] = 1;
    for (int k = 0; k < a.lengths().length; k++) {
      if (a.lengths()[k] != 1) {
        append(a.lengths()[k], a.steps()[k], b.steps()[k]);
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

  /// Returns whether the first operand has to be copied.
  public boolean aHasGaps() {
    return stepsA[last] > 1 || areStretched();
  }

  /// Returns whether the second operand has to be copied.
  public boolean bHasGaps() {
    return stepsB[last] > 1 || areStretched();
  }

  /// Returns whether both repeat a number: then one of them is such a view itself.
  private boolean areStretched() {
    return stepsA[last] == 0 && stepsB[last] == 0;
  }

  /// Computes `yᵢ = f(aᵢ, bᵢ)` for `from ≤ i < to`, in row-major order.
  public void zip(PairFunction f, float[] y, int from, int to) {
    int n = lengths[last];
    int done = from;
    while (done < to) {
      int row = done / n;
      int i = done - row * n;
      int count = Math.min(n - i, to - done);
      int atA = a.start() + i * stepsA[last];
      int atB = b.start() + i * stepsB[last];
      for (int axis = last - 1, rest = row; axis >= 0; rest /= lengths[axis--]) {
        atA += rest % lengths[axis] * stepsA[axis];
        atB += rest % lengths[axis] * stepsB[axis];
      }
      if (stepsA[last] == 0 && count > 1) {
        ZipLoops.numberFirst(f, a.data()[atA], b.data(), atB, y, done, count);
      } else if (stepsB[last] == 0 && count > 1) {
        ZipLoops.numberLast(f, a.data(), atA, b.data()[atB], y, done, count);
      } else {
        ZipLoops.zip(f, a.data(), atA, b.data(), atB, y, done, count);
      }
      done += count;
    }
  }
}
