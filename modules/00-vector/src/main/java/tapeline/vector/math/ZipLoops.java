package tapeline.vector.math;

import static jdk.incubator.vector.VectorOperators.GT;
import static tapeline.vector.math.VectorFunctions.*;

import jdk.incubator.vector.FloatVector;

/// The functions of [PairFunction] on ranges of arrays, in vectors; a loop for each, as in
/// [MapLoops]. Each gives what plain Java gives, to the last bit.
final class ZipLoops {
  private static final FloatVector ZERO = FloatVector.zero(S);

  private ZipLoops() {}

  // spotless:off
  /// Computes `y[to + k] = f(a[i + k], b[j + k])` for k < n.
  static void zip(PairFunction f, float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    switch (f) {
      case ADD     -> addLoop(a, i, b, j, y, to, n);
      case SUB     -> subLoop(a, i, b, j, y, to, n);
      case MUL     -> mulLoop(a, i, b, j, y, to, n);
      case DIV     -> divLoop(a, i, b, j, y, to, n);
      case MAX     -> maxLoop(a, i, b, j, y, to, n);
      case GREATER -> greaterLoop(a, i, b, j, y, to, n);
      case WHERE   -> whereLoop(a, i, b, j, y, to, n);
    }
  }

  /// Computes `y[to + k] = f(a[i + k], number)` for k < n.
  static void numberLast(PairFunction f, float[] a, int i, float number, float[] y, int to, int n) {
    switch (f) {
      case ADD     -> addLast(a, i, number, y, to, n);
      case SUB     -> subLast(a, i, number, y, to, n);
      case MUL     -> mulLast(a, i, number, y, to, n);
      case DIV     -> divLast(a, i, number, y, to, n);
      case MAX     -> maxLast(a, i, number, y, to, n);
      case GREATER -> greaterLast(a, i, number, y, to, n);
      case WHERE   -> whereLast(a, i, number, y, to, n);
    }
  }

  /// Computes `y[to + k] = f(number, b[j + k])` for k < n.
  static void numberFirst(PairFunction f, float number, float[] b, int j, float[] y, int to, int n) {
    switch (f) {
      case ADD, MUL, MAX -> numberLast(f, b, j, number, y, to, n);
      case SUB     -> subFirst(number, b, j, y, to, n);
      case DIV     -> divFirst(number, b, j, y, to, n);
      case GREATER -> greaterFirst(number, b, j, y, to, n);
      case WHERE   -> whereFirst(number, b, j, y, to, n);
    }
  }

  private static void addLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) at(a, i + k).add(at(b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      at(a, i + k, rest).add(at(b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void subLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) at(a, i + k).sub(at(b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      at(a, i + k, rest).sub(at(b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void mulLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) at(a, i + k).mul(at(b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      at(a, i + k, rest).mul(at(b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void divLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) at(a, i + k).div(at(b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      at(a, i + k, rest).div(at(b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void maxLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) at(a, i + k).max(at(b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      at(a, i + k, rest).max(at(b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void greaterLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) greater(at(a, i + k), at(b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      greater(at(a, i + k, rest), at(b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void whereLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) where(at(b, j + k), at(a, i + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      where(at(b, j + k, rest), at(a, i + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void addLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) at(a, i + k).add(c).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      at(a, i + k, rest).add(c).intoArray(y, to + k, rest);
    }
  }

  private static void subLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) at(a, i + k).sub(c).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      at(a, i + k, rest).sub(c).intoArray(y, to + k, rest);
    }
  }

  private static void mulLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) at(a, i + k).mul(c).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      at(a, i + k, rest).mul(c).intoArray(y, to + k, rest);
    }
  }

  private static void divLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) at(a, i + k).div(c).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      at(a, i + k, rest).div(c).intoArray(y, to + k, rest);
    }
  }

  private static void maxLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) at(a, i + k).max(c).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      at(a, i + k, rest).max(c).intoArray(y, to + k, rest);
    }
  }

  private static void greaterLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) greater(at(a, i + k), c).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      greater(at(a, i + k, rest), c).intoArray(y, to + k, rest);
    }
  }

  private static void whereLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) where(c, at(a, i + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      where(c, at(a, i + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void subFirst(float number, float[] b, int j, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) c.sub(at(b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      c.sub(at(b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void divFirst(float number, float[] b, int j, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) c.div(at(b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      c.div(at(b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void greaterFirst(float number, float[] b, int j, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) greater(c, at(b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      greater(c, at(b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void whereFirst(float number, float[] b, int j, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) where(at(b, j + k), c).intoArray(y, to + k);
    if (k < n) {
      var rest = rest(k, n);
      where(at(b, j + k, rest), c).intoArray(y, to + k, rest);
    }
  }

  private static FloatVector greater(FloatVector a, FloatVector b) {
    return ZERO.blend(1f, a.compare(GT, b));
  }
  // spotless:on
}
