package tapeline.reuse;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import tapeline.scalar.Tape;

/// How much does reuse save? The gradient of x² + sin x, recorded and walked at every call.
///
/// Prediction: the reused tape is within 1.3× of the bare arrays and allocates 0 bytes. The fresh
/// one allocates 4 arrays of 16 numbers, more than 600 bytes, for 4 nodes, and pays for clearing
/// and collecting them; 01's tape also makes objects for each op.
///
/// Run: `mvn -pl grader test -Dmodule=3 -Dbench`
public class ReuseBenchmark extends TapeBenchmark {
  private double at = 1.3;

  /// Each method, against 2x + cos x.
  @Setup
  public void check() {
    double slope = 2 * at + Math.cos(at);
    check("bareArrayTape", bareArrayTape(), slope);
    check("flatTapeReused", flatTapeReused(), slope);
    check("flatTapeFresh", flatTapeFresh(), slope);
    check("scalarTape", scalarTape(), slope);
  }

  @Benchmark
  public double bareArrayTape() {
    bare.reset();
    int x = bare.input(at);
    bare.backward(bare.add(bare.mul(x, x), bare.sin(x)));
    return bare.gradient(x);
  }

  @Benchmark
  public double bareArrayTapeAgain() {
    return bareArrayTape();
  }

  @Benchmark
  public double flatTapeReused() {
    flat.reset();
    return slope(flat);
  }

  @Benchmark
  public double flatTapeFresh() {
    return slope(new FlatTape());
  }

  @Benchmark
  public double scalarTape() {
    var tape = new Tape();
    var x = tape.variable(at);
    tape.backward(x.mul(x).add(x.sin()));
    return x.gradient();
  }

  private double slope(FlatTape tape) {
    int x = tape.variable(at);
    tape.backward(tape.add(tape.mul(x, x), tape.sin(x)));
    return tape.gradient(x);
  }
}
