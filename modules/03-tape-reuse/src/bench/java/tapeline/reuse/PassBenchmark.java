package tapeline.reuse;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// Which pass costs more? A chain of 1 000 steps: recorded only, walked only, both.
///
/// `BACKWARD` walks one recording again and again: a persistent tape. Prediction: backward costs
/// more than forward, and on the bare tape most, because each of its steps waits for the gradient
/// that the step before it stored, which the flat tape carries along; the two add up to `BOTH`.
///
/// Run: `mvn -pl grader test -Dmodule=3 -Dbench`
public class PassBenchmark extends TapeBenchmark {
  /// The passes that are timed.
  public enum Pass {
    FORWARD,
    BACKWARD,
    BOTH
  }

  @Param Pass pass;
  private double at = 0.999;
  private final double[] coefficients = Horner.coefficients(1000);
  private int bareOutput;
  private int flatOutput;

  /// A recording for `BACKWARD`, and both gradients against the slope carried along by hand.
  @Setup
  public void record() {
    bareOutput = Horner.on(bare, bare.input(at), coefficients);
    bare.backward(bareOutput);
    check("bareArrayTape", bare.gradient(0), Horner.slope(at, coefficients));
    flatOutput = Horner.on(flat, flat.variable(at), coefficients);
    flat.backward(flatOutput);
    check("flatTapeReused", flat.gradient(0), Horner.slope(at, coefficients));
  }

  @Benchmark
  public double bareArrayTape() {
    if (pass != Pass.BACKWARD) {
      bare.reset();
      bareOutput = Horner.on(bare, bare.input(at), coefficients);
    }
    if (pass == Pass.FORWARD) {
      return bare.value(bareOutput);
    }
    bare.backward(bareOutput);
    return bare.gradient(0);
  }

  @Benchmark
  public double bareArrayTapeAgain() {
    return bareArrayTape();
  }

  @Benchmark
  public double flatTapeReused() {
    if (pass != Pass.BACKWARD) {
      flat.reset();
      flatOutput = Horner.on(flat, flat.variable(at), coefficients);
    }
    if (pass == Pass.FORWARD) {
      return flat.value(flatOutput);
    }
    flat.backward(flatOutput);
    return flat.gradient(0);
  }
}
