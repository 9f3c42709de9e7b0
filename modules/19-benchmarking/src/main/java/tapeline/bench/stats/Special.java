package tapeline.bench.stats;

/// The functions that distributions are made of. Digits: about 14.
final class Special {
  private static final int TERMS = 10_000;
  private static final double LEAST = 1e-300;

  private Special() {}

  /// ln Γ(x) for x > 0: Stirling's series above 15, and `Γ(x) = Γ(x + 1)/x` below.
  static double logGamma(double x) {
    double product = 1;
    double z = x;
    for (; z < 15; z++) {
      product *= z;
    }
    double inverse = 1 / z;
    double square = inverse * inverse;
    // B₂ₖ/(2k(2k − 1)) for k = 1 … 7
    double[] c = {
      1 / 12.0, -1 / 360.0, 1 / 1260.0, -1 / 1680.0, 1 / 1188.0, -691 / 360360.0, 1 / 156.0
    };
    double series = 0;
    for (int k = c.length - 1; k >= 0; k--) {
      series = series * square + c[k];
    }
    return (z - 0.5) * Math.log(z)
        - z
        + 0.5 * Math.log(2 * Math.PI)
        + series * inverse
        - Math.log(product);
  }

  /// The regularised incomplete beta function `Iₓ(a,b)`, by its continued fraction (DLMF 8.17.22),
  /// which is summed from the front (Lentz, *Applied Optics* 15, 1976).
  static double beta(double x, double a, double b) {
    if (x <= 0 || x >= 1) {
      return x <= 0 ? 0 : 1;
    }
    if (x > (a + 1) / (a + b + 2)) {
      return 1 - beta(1 - x, b, a); // where the fraction converges fast
    }
    double logBeta = logGamma(a) + logGamma(b) - logGamma(a + b);
    double front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta) / a;
    double f = 1;
    double c = 1;
    double d = 0;
    for (int i = 0; i < TERMS; i++) {
      int m = i / 2;
      double term =
          i == 0
              ? 1
              : i % 2 == 0
                  ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
                  : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / notZero(1 + term * d);
      c = notZero(1 + term / c);
      f *= c * d;
      if (Math.abs(1 - c * d) < 1e-16) {
        break;
      }
    }
    return front * (f - 1);
  }

  private static double notZero(double x) {
    return Math.abs(x) < LEAST ? LEAST : x;
  }

  /// Where an increasing function is 0, between `low`, where it is not above, and `high`, where it
  /// is not below: halved until no double lies between.
  static double root(java.util.function.DoubleUnaryOperator f, double low, double high) {
    double a = low;
    double b = high;
    while (true) {
      double middle = a + (b - a) / 2;
      if (!(a < middle && middle < b)) {
        return middle;
      }
      if (f.applyAsDouble(middle) < 0) {
        a = middle;
      } else {
        b = middle;
      }
    }
  }
}
