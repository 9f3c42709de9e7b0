package tapeline.accel.math;

import static tapeline.accel.math.VectorFunctions.*;

import jdk.incubator.vector.FloatVector;
import tapeline.tensor.UnaryOp;

/// The slopes of [UnaryOp] on ranges of arrays, in vectors; a loop for each, as in [MapLoops].
public final class SlopeLoops {
  private static final FloatVector ONE = FloatVector.broadcast(S, 1);

  private SlopeLoops() {}

  // spotless:off
  /// `dx[to + i] = dy[from + i]·f′` for i < n, where the slope is known from `k[at + i]`: from y for
  /// EXP, SQRT, RECIPROCAL, TANH, SIGMOID and RELU, from x for the others.
  public static void slope(
      UnaryOp op, float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    switch (op) {
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
    int i = 0;
    for (; i <= n - L; i += L) at(dy, from + i).neg().intoArray(dx, to + i);
    var rest = rest(i, n);
    at(dy, from + i, rest).neg().intoArray(dx, to + i, rest);
  }

  private static void expLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) expTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
    var rest = rest(i, n);
    expTimes(at(dy, from + i, rest), at(k, at + i, rest)).intoArray(dx, to + i, rest);
  }

  private static void logLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) logTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
    var rest = rest(i, n);
    logTimes(at(dy, from + i, rest), at(k, at + i, rest)).intoArray(dx, to + i, rest);
  }

  private static void sqrtLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) sqrtTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
    var rest = rest(i, n);
    sqrtTimes(at(dy, from + i, rest), at(k, at + i, rest)).intoArray(dx, to + i, rest);
  }

  private static void squareLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) squareTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
    var rest = rest(i, n);
    squareTimes(at(dy, from + i, rest), at(k, at + i, rest)).intoArray(dx, to + i, rest);
  }

  private static void reciprocalLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) reciprocalTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
    var rest = rest(i, n);
    reciprocalTimes(at(dy, from + i, rest), at(k, at + i, rest)).intoArray(dx, to + i, rest);
  }

  private static void absLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) absTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
    var rest = rest(i, n);
    absTimes(at(dy, from + i, rest), at(k, at + i, rest)).intoArray(dx, to + i, rest);
  }

  private static void tanhLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) tanhTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
    var rest = rest(i, n);
    tanhTimes(at(dy, from + i, rest), at(k, at + i, rest)).intoArray(dx, to + i, rest);
  }

  private static void sigmoidLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) sigmoidTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
    var rest = rest(i, n);
    sigmoidTimes(at(dy, from + i, rest), at(k, at + i, rest)).intoArray(dx, to + i, rest);
  }

  private static void reluLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) reluTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
    var rest = rest(i, n);
    reluTimes(at(dy, from + i, rest), at(k, at + i, rest)).intoArray(dx, to + i, rest);
  }

  private static void softplusLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) softplusTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
    var rest = rest(i, n);
    softplusTimes(at(dy, from + i, rest), at(k, at + i, rest)).intoArray(dx, to + i, rest);
  }

  private static void geluLoop(float[] dy, int from, float[] k, int at, float[] dx, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) geluTimes(at(dy, from + i), at(k, at + i)).intoArray(dx, to + i);
    var rest = rest(i, n);
    geluTimes(at(dy, from + i, rest), at(k, at + i, rest)).intoArray(dx, to + i, rest);
  }

  private static FloatVector expTimes(FloatVector dy, FloatVector k) { return dy.mul(k); }
  private static FloatVector logTimes(FloatVector dy, FloatVector k) { return dy.div(k); }
  private static FloatVector sqrtTimes(FloatVector dy, FloatVector k) { return dy.div(k.add(k)); }
  private static FloatVector squareTimes(FloatVector dy, FloatVector k) { return dy.mul(2f).mul(k); }
  private static FloatVector reciprocalTimes(FloatVector dy, FloatVector k) { return dy.neg().mul(k).mul(k); }
  private static FloatVector absTimes(FloatVector dy, FloatVector k) { return dy.mul(sign(k)); }
  private static FloatVector tanhTimes(FloatVector dy, FloatVector k) { return dy.mul(ONE.sub(k.mul(k))); }
  private static FloatVector sigmoidTimes(FloatVector dy, FloatVector k) { return dy.mul(k).mul(ONE.sub(k)); }
  private static FloatVector reluTimes(FloatVector dy, FloatVector k) { return dy.mul(sign(k)); }
  private static FloatVector softplusTimes(FloatVector dy, FloatVector k) { return dy.mul(sigmoid(k)); }
  private static FloatVector geluTimes(FloatVector dy, FloatVector k) { return dy.mul(geluSlope(k)); }
  // spotless:on
}
