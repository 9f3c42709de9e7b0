package tapeline.tensor;

/// The loops behind the elementwise ops, one row an op.
///
/// They are written out because a lambda called for each element costs more than most ops: a switch
/// stands around the loop, never in it, and the compiler turns most rows into vector instructions.
final class Elementwise {
  private static final float ROOT_2_OVER_PI = 0.797884561f;
  private static final float GELU_CUBE = 0.044715f;

  private Elementwise() {}

  // spotless:off
  /// `y[i] = f(x[x0 + i])` for i < n.
  static void map(UnaryOp op, float[] x, int x0, float[] y, int n) {
    switch (op) {
      case NEG        -> { for (int i = 0; i < n; i++) y[i] = -x[x0 + i]; }
      case EXP        -> { for (int i = 0; i < n; i++) y[i] = (float) Math.exp(x[x0 + i]); }
      case LOG        -> { for (int i = 0; i < n; i++) y[i] = (float) Math.log(x[x0 + i]); }
      case SQRT       -> { for (int i = 0; i < n; i++) y[i] = (float) Math.sqrt(x[x0 + i]); }
      case SQUARE     -> { for (int i = 0; i < n; i++) y[i] = x[x0 + i] * x[x0 + i]; }
      case RECIPROCAL -> { for (int i = 0; i < n; i++) y[i] = 1 / x[x0 + i]; }
      case ABS        -> { for (int i = 0; i < n; i++) y[i] = Math.abs(x[x0 + i]); }
      case TANH       -> { for (int i = 0; i < n; i++) y[i] = (float) Math.tanh(x[x0 + i]); }
      case SIGMOID    -> { for (int i = 0; i < n; i++) y[i] = sigmoid(x[x0 + i]); }
      case RELU       -> { for (int i = 0; i < n; i++) y[i] = Math.max(x[x0 + i], 0); }
      case SOFTPLUS   -> { for (int i = 0; i < n; i++) y[i] = softplus(x[x0 + i]); }
      case GELU       -> { for (int i = 0; i < n; i++) y[i] = gelu(x[x0 + i]); }
    }
  }

  /// `dx[i] = dy[i]·f′(x[i])` for all i, where `y = f(x)`. All four are of one length.
  static void slope(UnaryOp op, float[] dy, float[] x, float[] y, float[] dx) {
    int n = dx.length;
    switch (op) {
      case NEG        -> { for (int i = 0; i < n; i++) dx[i] = -dy[i]; }
      case EXP        -> { for (int i = 0; i < n; i++) dx[i] = dy[i] * y[i]; }
      case LOG        -> { for (int i = 0; i < n; i++) dx[i] = dy[i] / x[i]; }
      case SQRT       -> { for (int i = 0; i < n; i++) dx[i] = dy[i] / (2 * y[i]); }
      case SQUARE     -> { for (int i = 0; i < n; i++) dx[i] = dy[i] * 2 * x[i]; }
      case RECIPROCAL -> { for (int i = 0; i < n; i++) dx[i] = -dy[i] * y[i] * y[i]; }
      case ABS        -> { for (int i = 0; i < n; i++) dx[i] = dy[i] * Math.signum(x[i]); }
      case TANH       -> { for (int i = 0; i < n; i++) dx[i] = dy[i] * (1 - y[i] * y[i]); }
      case SIGMOID    -> { for (int i = 0; i < n; i++) dx[i] = dy[i] * y[i] * (1 - y[i]); }
      case RELU       -> { for (int i = 0; i < n; i++) dx[i] = x[i] > 0 ? dy[i] : 0; }
      case SOFTPLUS   -> { for (int i = 0; i < n; i++) dx[i] = dy[i] * sigmoid(x[i]); }
      case GELU       -> { for (int i = 0; i < n; i++) dx[i] = dy[i] * geluSlope(x[i]); }
    }
  }

  /// `y[y0 + i] = f(a[a0 + i], b[b0 + i])` for i < n.
  static void zip(BinaryOp op, float[] a, int a0, float[] b, int b0, float[] y, int y0, int n) {
    switch (op) {
      case ADD     -> { for (int i = 0; i < n; i++) y[y0 + i] = a[a0 + i] + b[b0 + i]; }
      case SUB     -> { for (int i = 0; i < n; i++) y[y0 + i] = a[a0 + i] - b[b0 + i]; }
      case MUL     -> { for (int i = 0; i < n; i++) y[y0 + i] = a[a0 + i] * b[b0 + i]; }
      case DIV     -> { for (int i = 0; i < n; i++) y[y0 + i] = a[a0 + i] / b[b0 + i]; }
      case MAX     -> { for (int i = 0; i < n; i++) y[y0 + i] = Math.max(a[a0 + i], b[b0 + i]); }
      case GREATER -> { for (int i = 0; i < n; i++) y[y0 + i] = a[a0 + i] > b[b0 + i] ? 1 : 0; }
    }
  }
  // spotless:on

  /// `1 / (1 + e⁻ˣ)`; e to a large power is ∞, and 1/∞ is the right 0.
  private static float sigmoid(float x) {
    return (float) (1 / (1 + Math.exp(-x)));
  }

  /// `ln(1 + eˣ) = max(x, 0) + ln(1 + e^−|x|)`: the power is never above 0.
  private static float softplus(float x) {
    return (float) (Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))));
  }

  /// `x/2·(1 + tanh u)` with `u = √(2/π)·(x + 0.044715 x³)`.
  private static float gelu(float x) {
    return (float) (0.5 * x * (1 + Math.tanh(geluInner(x))));
  }

  /// `(1 + t)/2 + x/2·(1 − t²)·u′` with `t = tanh u`.
  private static float geluSlope(float x) {
    double t = Math.tanh(geluInner(x));
    double du = ROOT_2_OVER_PI * (1 + 3 * GELU_CUBE * x * x);
    return (float) (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * du);
  }

  private static double geluInner(float x) {
    return ROOT_2_OVER_PI * (x + GELU_CUBE * (double) x * x * x);
  }
}
