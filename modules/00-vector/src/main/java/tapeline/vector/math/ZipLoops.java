package tapeline.vector.math;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GT;
import static tapeline.vector.math.VectorFunctions.*;

import jdk.incubator.vector.FloatVector;

/// The functions of [PairFunction] on ranges of arrays, in vectors; a loop for each, as in
/// [MapLoops]. Each gives what plain Java gives, to the last bit.
/*
 * Where most rows are shorter than a vector, what a loop over whole vectors calls is called rarely.
 * C2 inlines the library's methods all the same, and not ours, whose vectors would be objects.
 */
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
    for (; k <= n - L; k += L) FloatVector.fromArray(S, a, i + k).add(FloatVector.fromArray(S, b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      FloatVector.fromArray(S, a, i + k, rest).add(FloatVector.fromArray(S, b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void subLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) FloatVector.fromArray(S, a, i + k).sub(FloatVector.fromArray(S, b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      FloatVector.fromArray(S, a, i + k, rest).sub(FloatVector.fromArray(S, b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void mulLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) FloatVector.fromArray(S, a, i + k).mul(FloatVector.fromArray(S, b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      FloatVector.fromArray(S, a, i + k, rest).mul(FloatVector.fromArray(S, b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void divLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) FloatVector.fromArray(S, a, i + k).div(FloatVector.fromArray(S, b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      FloatVector.fromArray(S, a, i + k, rest).div(FloatVector.fromArray(S, b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void maxLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) FloatVector.fromArray(S, a, i + k).max(FloatVector.fromArray(S, b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      FloatVector.fromArray(S, a, i + k, rest).max(FloatVector.fromArray(S, b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void greaterLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) ZERO.blend(1f, FloatVector.fromArray(S, a, i + k).compare(GT, FloatVector.fromArray(S, b, j + k))).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      ZERO.blend(1f, FloatVector.fromArray(S, a, i + k, rest).compare(GT, FloatVector.fromArray(S, b, j + k, rest))).intoArray(y, to + k, rest);
    }
  }

  private static void whereLoop(float[] a, int i, float[] b, int j, float[] y, int to, int n) {
    int k = 0;
    for (; k <= n - L; k += L) FloatVector.fromArray(S, a, i + k).blend(ZERO, FloatVector.fromArray(S, b, j + k).compare(EQ, ZERO)).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      FloatVector.fromArray(S, a, i + k, rest).blend(ZERO, FloatVector.fromArray(S, b, j + k, rest).compare(EQ, ZERO)).intoArray(y, to + k, rest);
    }
  }

  private static void addLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) FloatVector.fromArray(S, a, i + k).add(c).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      FloatVector.fromArray(S, a, i + k, rest).add(c).intoArray(y, to + k, rest);
    }
  }

  private static void subLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) FloatVector.fromArray(S, a, i + k).sub(c).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      FloatVector.fromArray(S, a, i + k, rest).sub(c).intoArray(y, to + k, rest);
    }
  }

  private static void mulLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) FloatVector.fromArray(S, a, i + k).mul(c).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      FloatVector.fromArray(S, a, i + k, rest).mul(c).intoArray(y, to + k, rest);
    }
  }

  private static void divLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) FloatVector.fromArray(S, a, i + k).div(c).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      FloatVector.fromArray(S, a, i + k, rest).div(c).intoArray(y, to + k, rest);
    }
  }

  private static void maxLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) FloatVector.fromArray(S, a, i + k).max(c).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      FloatVector.fromArray(S, a, i + k, rest).max(c).intoArray(y, to + k, rest);
    }
  }

  private static void greaterLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) ZERO.blend(1f, FloatVector.fromArray(S, a, i + k).compare(GT, c)).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      ZERO.blend(1f, FloatVector.fromArray(S, a, i + k, rest).compare(GT, c)).intoArray(y, to + k, rest);
    }
  }

  private static void whereLast(float[] a, int i, float number, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) FloatVector.fromArray(S, a, i + k).blend(ZERO, c.compare(EQ, ZERO)).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      FloatVector.fromArray(S, a, i + k, rest).blend(ZERO, c.compare(EQ, ZERO)).intoArray(y, to + k, rest);
    }
  }

  private static void subFirst(float number, float[] b, int j, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) c.sub(FloatVector.fromArray(S, b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      c.sub(FloatVector.fromArray(S, b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void divFirst(float number, float[] b, int j, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) c.div(FloatVector.fromArray(S, b, j + k)).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      c.div(FloatVector.fromArray(S, b, j + k, rest)).intoArray(y, to + k, rest);
    }
  }

  private static void greaterFirst(float number, float[] b, int j, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) ZERO.blend(1f, c.compare(GT, FloatVector.fromArray(S, b, j + k))).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      ZERO.blend(1f, c.compare(GT, FloatVector.fromArray(S, b, j + k, rest))).intoArray(y, to + k, rest);
    }
  }

  private static void whereFirst(float number, float[] b, int j, float[] y, int to, int n) {
    var c = FloatVector.broadcast(S, number);
    int k = 0;
    for (; k <= n - L; k += L) c.blend(ZERO, FloatVector.fromArray(S, b, j + k).compare(EQ, ZERO)).intoArray(y, to + k);
    if (k < n) {
      var rest = S.indexInRange(k, n);
      c.blend(ZERO, FloatVector.fromArray(S, b, j + k, rest).compare(EQ, ZERO)).intoArray(y, to + k, rest);
    }
  }
  // spotless:on
}
