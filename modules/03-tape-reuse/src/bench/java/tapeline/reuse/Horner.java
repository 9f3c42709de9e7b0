package tapeline.reuse;

import tapeline.scalar.Scalar;

/// The polynomial chain `y ← y·x + cₖ` of the benchmarks, n steps of two ops, on each tape.
final class Horner {
  private Horner() {}

  /// n coefficients that keep a chain near x = 1 finite and far from 0.
  static double[] coefficients(int n) {
    var c = new double[n];
    for (int k = 0; k < n; k++) {
      c[k] = 0.5 - k * 0.6180339887498949 % 1;
    }
    return c;
  }

  static int on(BareTape tape, int x, double[] c) {
    int y = x;
    for (double ck : c) {
      y = tape.shift(tape.mul(y, x), ck);
    }
    return y;
  }

  static int on(FlatTape tape, int x, double[] c) {
    int y = x;
    for (double ck : c) {
      y = tape.shift(tape.mul(y, x), ck);
    }
    return y;
  }

  static Scalar on(Scalar x, double[] c) {
    var y = x;
    for (double ck : c) {
      y = y.mul(x).add(ck);
    }
    return y;
  }

  /// dy/dx, carried along by hand.
  static double slope(double x, double[] c) {
    double y = x;
    double slope = 1;
    for (double ck : c) {
      slope = slope * x + y;
      y = y * x + ck;
    }
    return slope;
  }
}
