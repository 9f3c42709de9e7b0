package tapeline.reuse;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import tapeline.scalar.Tape;

/// Is the cost linear? A polynomial chain of n steps, 2n ops, forward and backward.
///
/// Prediction: time grows like n to the power 1.0 on every tape, from n = 100 on, and the flat tape
/// stays within 1.3× of the bare one. 01's tape has the same exponent and a larger factor, which
/// grows once its objects no longer fit the cache.
///
/// Run: `mvn -pl grader test -Dmodule=3 -Dbench`
public class ChainBenchmark extends TapeBenchmark {
  @Param({"10", "100", "1000", "10000"})
  int n;

  private double at = 0.999;
  private double[] coefficients = {};

  /// Each tape, against the slope carried along by hand.
  @Setup
  public void check() {
    coefficients = Horner.coefficients(n);
    double slope = Horner.slope(at, coefficients);
    check("bareArrayTape", bareArrayTape(), slope);
    check("flatTapeReused", flatTapeReused(), slope);
    check("scalarTape", scalarTape(), slope);
  }

  @Benchmark
  public double bareArrayTape() {
    bare.reset();
    int x = bare.input(at);
    bare.backward(Horner.on(bare, x, coefficients));
    return bare.gradient(x);
  }

  @Benchmark
  public double bareArrayTapeAgain() {
    return bareArrayTape();
  }

  @Benchmark
  public double flatTapeReused() {
    flat.reset();
    int x = flat.variable(at);
    flat.backward(Horner.on(flat, x, coefficients));
    return flat.gradient(x);
  }

  @Benchmark
  public double scalarTape() {
    var tape = new Tape();
    var x = tape.variable(at);
    tape.backward(Horner.on(x, coefficients));
    return x.gradient();
  }
}
