package tapeline.vector.math;

import static tapeline.vector.math.VectorFunctions.*;

import jdk.incubator.vector.FloatVector;
import tapeline.vector.FloatRange;

/// The slopes of [ElementFunction] on ranges of arrays, in vectors; a loop for each, as in
/// [MapLoops].
public final class SlopeLoops {
  private static final FloatVector ONE = FloatVector.broadcast(S, 1);

  private SlopeLoops() {}

  // spotless:off
  /// Computes `dxᵢ = dyᵢ·f′` for the first n numbers, where the slope is known from `kᵢ`: from y where it
  /// [ElementFunction#slopeReadsY], else from x.
  public static void slope(ElementFunction f, FloatRange dy, FloatRange k, FloatRange dx, int n) {
    int whole = S.loopBound(n);
    vectors(f, dy, k, dx, whole);
    if (whole < n) {
      var last = new FloatRange(new float[L], 0);
      var known = new FloatRange(new float[L], 0);
      System.arraycopy(dy.data(), dy.from() + whole, last.data(), 0, n - whole);
      System.arraycopy(k.data(), k.from() + whole, known.data(), 0, n - whole);
      vectors(f, last, known, last, L);
      System.arraycopy(last.data(), 0, dx.data(), dx.from() + whole, n - whole);
    }
  }

  /// Computes whole vectors: n is a multiple of L.
  private static void vectors(ElementFunction f, FloatRange slopes, FloatRange known, FloatRange result, int n) {
    float[] dy = slopes.data(), k = known.data(), dx = result.data();
    int from = slopes.from(), at = known.from(), to = result.from();
    switch (f) {
      case NEG        -> negLoop(dy, from, dx, to, n);
      case EXP        -> expLoop(dy, from, k, at, dx, to, n);
      case LOG        -> logLoop(dy, from, k, at, dx, to, n);
      case SQRT       -> sqrtLoop(dy, from, k, at, dx, to, n);
      case SQUARE     -> squareLoop(dy, from, k, at, dx, to, n);
      case RECIPROCAL -> reciprocalLoop(dy, from, k, at, dx, to, n);
      case ABS        -> absLoop(dy, from, k, at, dx, to, n);
      case TANH       -> tanhLoop(dy, from, k, at, dx, to, n);
      case SIGMOID    -> sigmoidLoop(dy, from, k, at, dx, to, n);
      case RELU       -> reluLoop(dy, from, k, at, dx, to, n);
      case SOFTPLUS   -> softplusLoop(dy, from, k, at, dx, to, n);
      case GELU       -> geluLoop(dy, from, k, at, dx, to, n);
    }
  }

  private static void negLoop(float[] dy, int from, float[] dx, int to, int n) {
    for (int i = 0; i < n; i += L) at(dy, from + i).neg().intoArray(dx, to + i);
  }

  private static void expLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    for (int i = 0; i < n; i += L) expTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
  }

  private static void logLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    for (int i = 0; i < n; i += L) logTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
  }

  private static void sqrtLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    for (int i = 0; i < n; i += L) sqrtTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
  }

  private static void squareLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    for (int i = 0; i < n; i += L) squareTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
  }

  private static void reciprocalLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    for (int i = 0; i < n; i += L) reciprocalTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
  }

  private static void absLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    for (int i = 0; i < n; i += L) absTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
  }

  private static void tanhLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    for (int i = 0; i < n; i += L) tanhTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
  }

  private static void sigmoidLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    for (int i = 0; i < n; i += L) sigmoidTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
  }

  private static void reluLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    for (int i = 0; i < n; i += L) reluTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
  }

  private static void softplusLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    for (int i = 0; i < n; i += L) softplusTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
  }

  private static void geluLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    for (int i = 0; i < n; i += L) geluTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
  }

  private static FloatVector expTimes(FloatVector dy, FloatVector k) { return dy.mul(k); }
  private static FloatVector logTimes(FloatVector dy, FloatVector k) { return dy.div(k); }
  private static FloatVector sqrtTimes(FloatVector dy, FloatVector k) { return dy.div(k.add(k)); }
  private static FloatVector squareTimes(FloatVector dy, FloatVector k) { return dy.mul(2f).mul(k); }
  private static FloatVector reciprocalTimes(FloatVector dy, FloatVector k) { return dy.neg().mul(k).mul(k); }
  private static FloatVector absTimes(FloatVector dy, FloatVector k) { return dy.mul(sign(k)); }
  private static FloatVector tanhTimes(FloatVector dy, FloatVector k) { return dy.mul(ONE.sub(k.mul(k))); }
  private static FloatVector sigmoidTimes(FloatVector dy, FloatVector k) { return dy.mul(k).mul(ONE.sub(k)); }
  private static FloatVector reluTimes(FloatVector dy, FloatVector k) { return where(k, dy); }
  private static FloatVector softplusTimes(FloatVector dy, FloatVector k) { return dy.mul(sigmoid(k)); }
  private static FloatVector geluTimes(FloatVector dy, FloatVector k) { return dy.mul(geluSlope(k)); }
  // spotless:on
}
