package tapeline.accel.math;

import static tapeline.accel.math.VectorFunctions.*;

import jdk.incubator.vector.FloatVector;
import tapeline.tensor.UnaryOp;

/// The functions of [UnaryOp] on ranges of arrays, in vectors.
///
/// Each has a loop of its own: a function handed to a common loop would be called for each vector,
/// and its vectors be objects. The ranges of x and y may be the same one.
public final class MapLoops {
  private static final FloatVector ONE = FloatVector.broadcast(S, 1);

  private MapLoops() {}

  // spotless:off
  /// `y[to + i] = f(x[from + i])` for i < n.
  public static void map(UnaryOp op, float[] x, int from, float[] y, int to, int n) {
    switch (op) {
      case NEG        -> negLoop(x, from, y, to, n);
      case EXP        -> expLoop(x, from, y, to, n);
      case LOG        -> logLoop(x, from, y, to, n);
      case SQRT       -> sqrtLoop(x, from, y, to, n);
      case SQUARE     -> squareLoop(x, from, y, to, n);
      case RECIPROCAL -> reciprocalLoop(x, from, y, to, n);
      case ABS        -> absLoop(x, from, y, to, n);
      case TANH       -> tanhLoop(x, from, y, to, n);
      case SIGMOID    -> sigmoidLoop(x, from, y, to, n);
      case RELU       -> reluLoop(x, from, y, to, n);
      case SOFTPLUS   -> softplusLoop(x, from, y, to, n);
      case GELU       -> geluLoop(x, from, y, to, n);
    }
  }

  private static void negLoop(float[] x, int from, float[] y, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) at(x, from + i).neg().intoArray(y, to + i);
    var rest = rest(i, n);
    at(x, from + i, rest).neg().intoArray(y, to + i, rest);
  }

  private static void expLoop(float[] x, int from, float[] y, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) exp(at(x, from + i)).intoArray(y, to + i);
    var rest = rest(i, n);
    exp(at(x, from + i, rest)).intoArray(y, to + i, rest);
  }

  private static void logLoop(float[] x, int from, float[] y, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) log(at(x, from + i)).intoArray(y, to + i);
    var rest = rest(i, n);
    log(at(x, from + i, rest)).intoArray(y, to + i, rest);
  }

  private static void sqrtLoop(float[] x, int from, float[] y, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) at(x, from + i).sqrt().intoArray(y, to + i);
    var rest = rest(i, n);
    at(x, from + i, rest).sqrt().intoArray(y, to + i, rest);
  }

  private static void squareLoop(float[] x, int from, float[] y, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) square(at(x, from + i)).intoArray(y, to + i);
    var rest = rest(i, n);
    square(at(x, from + i, rest)).intoArray(y, to + i, rest);
  }

  private static void reciprocalLoop(float[] x, int from, float[] y, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) ONE.div(at(x, from + i)).intoArray(y, to + i);
    var rest = rest(i, n);
    ONE.div(at(x, from + i, rest)).intoArray(y, to + i, rest);
  }

  private static void absLoop(float[] x, int from, float[] y, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) at(x, from + i).abs().intoArray(y, to + i);
    var rest = rest(i, n);
    at(x, from + i, rest).abs().intoArray(y, to + i, rest);
  }

  private static void tanhLoop(float[] x, int from, float[] y, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) tanh(at(x, from + i)).intoArray(y, to + i);
    var rest = rest(i, n);
    tanh(at(x, from + i, rest)).intoArray(y, to + i, rest);
  }

  private static void sigmoidLoop(float[] x, int from, float[] y, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) sigmoid(at(x, from + i)).intoArray(y, to + i);
    var rest = rest(i, n);
    sigmoid(at(x, from + i, rest)).intoArray(y, to + i, rest);
  }

  private static void reluLoop(float[] x, int from, float[] y, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) relu(at(x, from + i)).intoArray(y, to + i);
    var rest = rest(i, n);
    relu(at(x, from + i, rest)).intoArray(y, to + i, rest);
  }

  private static void softplusLoop(float[] x, int from, float[] y, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) softplus(at(x, from + i)).intoArray(y, to + i);
    var rest = rest(i, n);
    softplus(at(x, from + i, rest)).intoArray(y, to + i, rest);
  }

  private static void geluLoop(float[] x, int from, float[] y, int to, int n) {
    int i = 0;
    for (; i <= n - L; i += L) gelu(at(x, from + i)).intoArray(y, to + i);
    var rest = rest(i, n);
    gelu(at(x, from + i, rest)).intoArray(y, to + i, rest);
  }

  private static FloatVector square(FloatVector x) {
    return x.mul(x);
  }
  // spotless:on
}
