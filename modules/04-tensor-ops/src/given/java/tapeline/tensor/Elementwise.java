package tapeline.tensor;

/// The elementwise ops, and the loops behind them, one row an op.
///
/// They are written out because a lambda called for each element costs more than most ops: a switch
/// stands around the loop, never in it, and the compiler turns most rows into vector instructions.
/// For that every array is read and written from its start: of `y[i]` and `x[x0 + i]` it could not
/// tell whether they overlap. Nor does a row branch on the numbers, which mispredicted costs twenty
/// times the arithmetic; GREATER does.
final class Elementwise {
  private static final double ROOT_2_OVER_PI = 0.7978845608028654;
  private static final double GELU_CUBE = 0.044715;

  private Elementwise() {}

  /// See [Backend#map].
  static Tensor map(UnaryOp op, Tensor x) {
    var y = Tensor.zeros(x.shape());
    map(op, alone(x), y.data());
    return y;
  }

  /// See [Backend#slope].
  static Tensor slope(UnaryOp op, Tensor dy, Tensor x, Tensor y) {
    if (!dy.shape().equals(x.shape()) || !x.shape().equals(y.shape())) {
      throw new IllegalArgumentException(
          "slope needs dy, x and y of one shape, got %s, %s and %s"
              .formatted(dy.shape(), x.shape(), y.shape()));
    }
    var dx = Tensor.zeros(x.shape());
    slope(op, alone(dy), alone(x), alone(y), dx.data());
    return dx;
  }

  /// See [Backend#zip].
  static Tensor zip(BinaryOp op, Tensor a, Tensor b) {
    var y = Tensor.zeros(a.shape().broadcast(b.shape()));
    var wideA = a.expand(y.shape());
    var wideB = b.expand(y.shape());
    if (isAlone(wideA) && isAlone(wideB)) {
      zip(op, a.data(), b.data(), y.data(), y.shape().size());
    } else {
      new Chunks(op, a.data(), b.data(), y.data()).run(wideA, wideB);
    }
    return y;
  }

  /// See [Backend#mapInPlace]; O(size) bytes where x is a part of something larger, else none.
  static void mapInPlace(UnaryOp op, Tensor x) {
    if (isAlone(x)) {
      map(op, x.data(), x.data());
      x.written();
    } else {
      x.assign(map(op, x));
    }
  }

  /// See [Backend#zipInPlace]; O(size) bytes where a is a part of something larger or b another
  /// view of it, buffers of 1024 numbers where b is stretched, else none.
  @SuppressWarnings("ReferenceEquality") // whose array it is, not what is in it
  static void zipInPlace(BinaryOp op, Tensor a, Tensor b) {
    a.requireResult(b);
    if (isAlone(a) && isAlone(b) && a.shape().equals(b.shape())) {
      zip(op, a.data(), b.data(), a.data(), a.shape().size());
      a.written();
    } else if (isAlone(a) && a.data() != b.data()) {
      new Chunks(op, a.data(), b.data(), a.data()).run(a, b.expand(a.shape()));
      a.written();
    } else {
      a.assign(zip(op, a, b));
    }
  }

  /// The elements alone in an array: the data itself where nothing else is in it.
  private static float[] alone(Tensor x) {
    return isAlone(x) ? x.data() : x.toArray();
  }

  private static boolean isAlone(Tensor x) {
    return x.data().length == x.shape().size() && x.isContiguous();
  }

  // spotless:off
  /// `y[i] = f(x[i])` for all i. Both are of one length.
  private static void map(UnaryOp op, float[] x, float[] y) {
    int n = y.length;
    switch (op) {
      case NEG        -> { for (int i = 0; i < n; i++) y[i] = -x[i]; }
      case EXP        -> { for (int i = 0; i < n; i++) y[i] = (float) Math.exp(x[i]); }
      case LOG        -> { for (int i = 0; i < n; i++) y[i] = (float) Math.log(x[i]); }
      case SQRT       -> { for (int i = 0; i < n; i++) y[i] = (float) Math.sqrt(x[i]); }
      case SQUARE     -> { for (int i = 0; i < n; i++) y[i] = x[i] * x[i]; }
      case RECIPROCAL -> { for (int i = 0; i < n; i++) y[i] = 1 / x[i]; }
      case ABS        -> { for (int i = 0; i < n; i++) y[i] = Math.abs(x[i]); }
      case TANH       -> { for (int i = 0; i < n; i++) y[i] = (float) Math.tanh(x[i]); }
      case SIGMOID    -> { for (int i = 0; i < n; i++) y[i] = sigmoid(x[i]); }
      case RELU       -> { for (int i = 0; i < n; i++) y[i] = Math.max(x[i], 0); }
      case SOFTPLUS   -> { for (int i = 0; i < n; i++) y[i] = softplus(x[i]); }
      case GELU       -> { for (int i = 0; i < n; i++) y[i] = gelu(x[i]); }
    }
  }

  /// `dx[i] = dy[i]·f′(x[i])` for all i, where `y = f(x)`. All four are of one length.
  private static void slope(UnaryOp op, float[] dy, float[] x, float[] y, float[] dx) {
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
      case RELU       -> { for (int i = 0; i < n; i++) dx[i] = where(dy[i], y[i]); }
      case SOFTPLUS   -> { for (int i = 0; i < n; i++) dx[i] = dy[i] * sigmoid(x[i]); }
      case GELU       -> { for (int i = 0; i < n; i++) dx[i] = dy[i] * geluSlope(x[i]); }
    }
  }

  /// `y[i] = f(a[i], b[i])` for i < n.
  static void zip(BinaryOp op, float[] a, float[] b, float[] y, int n) {
    switch (op) {
      case ADD     -> { for (int i = 0; i < n; i++) y[i] = a[i] + b[i]; }
      case SUB     -> { for (int i = 0; i < n; i++) y[i] = a[i] - b[i]; }
      case MUL     -> { for (int i = 0; i < n; i++) y[i] = a[i] * b[i]; }
      case DIV     -> { for (int i = 0; i < n; i++) y[i] = a[i] / b[i]; }
      case MAX     -> { for (int i = 0; i < n; i++) y[i] = Math.max(a[i], b[i]); }
      case GREATER -> { for (int i = 0; i < n; i++) y[i] = a[i] > b[i] ? 1 : 0; }
      case WHERE   -> { for (int i = 0; i < n; i++) y[i] = where(a[i], b[i]); }
    }
  }
  // spotless:on

  /// Returns `x` where `mask` is not 0, else 0, without a branch: the bits of x, by all ones or
  /// zeros.
  private static float where(float x, float mask) {
    int bits = Float.floatToRawIntBits(mask) << 1; // without the sign: −0 is 0
    return Float.intBitsToFloat(Float.floatToRawIntBits(x) & ((bits | -bits) >> 31));
  }

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
    double du = ROOT_2_OVER_PI * (1 + 3 * GELU_CUBE * x * x); // a float x² would overflow
    return (float) (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * du);
  }

  private static double geluInner(float x) {
    return ROOT_2_OVER_PI * (x + GELU_CUBE * x * x * x);
  }
}
