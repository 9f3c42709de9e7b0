package tapeline.laboratory.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import tapeline.bench.Benchmark;
import tapeline.bench.BenchmarkSuite;
import tapeline.bench.Conditions;
import tapeline.check.Differences;
import tapeline.reuse.FlatTape;
import tapeline.reuse.Polynomial;
import tapeline.scalar.Tape;

/// Five ways to one slope, that of a polynomial of degree 20: three differences, as in module 02,
/// and the tapes of modules 01 and 03. Differences are quick and inexact, tapes exact and slow, and
/// each way has its own share of time, memory, error, and calls of the function.
final class SlopeMethods {
  /// In a run of a benchmark: enough for the clock, and for the compiler to notice.
  static final int SLOPES = 500;

  private static final int DEGREE = 20;
  private static final double X = 0.7;

  /// How often each way calls the function.
  static final int[] CALLS = {2, 2, 4, 1, 1};

  private final double[] coefficients =
      new SplittableRandom(1).doubles(DEGREE + 1, -1, 1).toArray();
  private final FlatTape flat = new FlatTape();
  private double exact;

  /// One after the other, in the order of [#CALLS].
  BenchmarkSuite suite() {
    exact = exact();
    return new BenchmarkSuite(
        "five ways to a slope",
        List.of(
            benchmark("forward difference", () -> Differences.forward(this::value, X, 1e-8)),
            benchmark("central difference", () -> Differences.central(this::value, X, 6e-6)),
            benchmark("four points", () -> fourPoints(2e-4)),
            benchmark("tape of objects", this::tape),
            benchmark("flat tape", this::flat)));
  }

  private Benchmark benchmark(String name, DoubleSupplier slope) {
    var conditions = Conditions.cpu(SLOPES + " slopes of a polynomial", "float64", 1);
    double error = Math.abs(slope.getAsDouble() / exact - 1);
    // Half a unit in the last place is what a double cannot say of any error.
    return new Benchmark(name, conditions, () -> sum(slope), Math.max(error, Math.ulp(1.0) / 2));
  }

  private static double sum(DoubleSupplier slope) {
    double sum = 0;
    for (int i = 0; i < SLOPES; i++) {
      sum += slope.getAsDouble();
    }
    return sum;
  }

  /// The slope in decimal fractions, rounded at the end.
  private double exact() {
    var x = new BigDecimal(X);
    var slope = BigDecimal.ZERO;
    for (int k = 0; k < DEGREE; k++) {
      int power = DEGREE - k;
      var term = new BigDecimal(coefficients[k]).multiply(x.pow(power - 1));
      slope = slope.add(term.multiply(BigDecimal.valueOf(power)));
    }
    return slope.doubleValue();
  }

  private double value(double x) {
    double y = coefficients[0];
    for (int k = 1; k <= DEGREE; k++) {
      y = y * x + coefficients[k];
    }
    return y;
  }

  /// `(8·(f(x + h) − f(x − h)) − (f(x + 2h) − f(x − 2h))) / 12h`: error `O(h⁴)`.
  private double fourPoints(double h) {
    double near = value(X + h) - value(X - h);
    double far = value(X + 2 * h) - value(X - 2 * h);
    return (8 * near - far) / (12 * h);
  }

  private double tape() {
    var tape = new Tape();
    var x = tape.variable(X);
    var y = tape.constant(coefficients[0]);
    for (int k = 1; k <= DEGREE; k++) {
      y = y.mul(x).add(coefficients[k]);
    }
    tape.backward(y);
    return x.gradient();
  }

  private double flat() {
    flat.reset();
    int x = flat.variable(X);
    flat.backward(Polynomial.chain(flat, x, coefficients));
    return flat.gradient(x);
  }
}
