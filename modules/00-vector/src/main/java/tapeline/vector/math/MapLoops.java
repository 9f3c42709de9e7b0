package tapeline.vector.math;

import static tapeline.vector.math.VectorFunctions.*;

import jdk.incubator.vector.FloatVector;
import tapeline.vector.FloatRange;

/// The functions of [ElementFunction] on ranges of arrays, in vectors.
///
/// Each has a loop of its own: a function handed to a common loop would be called for each vector,
/// and its vectors be objects. The ranges of x and y may be the same one. What is left over behind
/// the last whole vector is copied to an array of one: a masked part in each loop would make twice
/// the code, too much for the compiler to keep the longer functions' vectors in registers.
public final class MapLoops {
  private static final FloatVector ONE = FloatVector.broadcast(S, 1);

  private MapLoops() {}

  // spotless:off
  /// Computes `yᵢ = f(xᵢ)` for the first n numbers.
  public static void map(ElementFunction f, FloatRange x, FloatRange y, int n) {
    int whole = S.loopBound(n);
    vectors(f, x.data(), x.from(), y.data(), y.from(), whole);
    if (whole < n) {
      var last = new float[L];
      System.arraycopy(x.data(), x.from() + whole, last, 0, n - whole);
      vectors(f, last, 0, last, 0, L);
      System.arraycopy(last, 0, y.data(), y.from() + whole, n - whole);
    }
  }

  /// Computes whole vectors: n is a multiple of L.
  private static void vectors(ElementFunction f, float[] x, int from, float[] y, int to, int n) {
    switch (f) {
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
    for (int i = 0; i < n; i += L) at(x, from + i).neg().intoArray(y, to + i);
  }

  private static void expLoop(float[] x, int from, float[] y, int to, int n) {
    for (int i = 0; i < n; i += L) exp(at(x, from + i)).intoArray(y, to + i);
  }

  private static void logLoop(float[] x, int from, float[] y, int to, int n) {
    for (int i = 0; i < n; i += L) log(at(x, from + i)).intoArray(y, to + i);
  }

  private static void sqrtLoop(float[] x, int from, float[] y, int to, int n) {
    for (int i = 0; i < n; i += L) at(x, from + i).sqrt().intoArray(y, to + i);
  }

  private static void squareLoop(float[] x, int from, float[] y, int to, int n) {
    for (int i = 0; i < n; i += L) square(at(x, from + i)).intoArray(y, to + i);
  }

  private static void reciprocalLoop(float[] x, int from, float[] y, int to, int n) {
    for (int i = 0; i < n; i += L) ONE.div(at(x, from + i)).intoArray(y, to + i);
  }

  private static void absLoop(float[] x, int from, float[] y, int to, int n) {
    for (int i = 0; i < n; i += L) at(x, from + i).abs().intoArray(y, to + i);
  }

  private static void tanhLoop(float[] x, int from, float[] y, int to, int n) {
    for (int i = 0; i < n; i += L) tanh(at(x, from + i)).intoArray(y, to + i);
  }

  private static void sigmoidLoop(float[] x, int from, float[] y, int to, int n) {
    for (int i = 0; i < n; i += L) sigmoid(at(x, from + i)).intoArray(y, to + i);
  }

  private static void reluLoop(float[] x, int from, float[] y, int to, int n) {
    for (int i = 0; i < n; i += L) relu(at(x, from + i)).intoArray(y, to + i);
  }

  private static void softplusLoop(float[] x, int from, float[] y, int to, int n) {
    for (int i = 0; i < n; i += L) softplus(at(x, from + i)).intoArray(y, to + i);
  }

  private static void geluLoop(float[] x, int from, float[] y, int to, int n) {
    for (int i = 0; i < n; i += L) gelu(at(x, from + i)).intoArray(y, to + i);
  }

  private static FloatVector square(FloatVector x) {
    return x.mul(x);
  }
  // spotless:on
}
