package tapeline.check;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tapeline.scalar.Tape;

/// How much does a gradient of n inputs cost, in evaluations of its function?
///
/// The function is `Σ tanh(xᵢ·xᵢ₊₁)`, the last input next to the first: 3n ops. Its full gradient
/// is computed by one backward, by n central differences on the tape, and by n central differences
/// of the same function in plain doubles, with no tape at all.
///
/// *Predict before you run.* How many evaluations does one backward cost, and does that depend on
/// n? Reverse mode promises a small constant, whatever n is (Griewank and Walther, *Evaluating
/// Derivatives*, 2nd ed., chapter 4). Differences take 2n evaluations: what is their growth
/// exponent in n, when each evaluation is O(n) already? And from which n on is the tape, objects
/// and all, faster than differences of plain doubles?
///
/// ```text
/// mvn -pl grader test -Dmodule=2 -Dbench
/// ```
///
/// One thread, float64, batch 1, on the CPU; the gradients are compared before the first
/// measurement. About a minute.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 150, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 4, time = 150, timeUnit = TimeUnit.MILLISECONDS)
public class GradientCheckBenchmark {
  /// The number of inputs.
  @Param({"4", "16", "64"})
  public int n;

  private final ScalarFunction f =
      (tape, x) -> {
        var sum = tape.constant(0);
        for (int i = 0; i < x.length; i++) {
          sum = sum.add(x[i].mul(x[(i + 1) % x.length]).tanh());
        }
        return sum;
      };

  private double[] x = {};

  /// Draws a point, and refuses to measure gradients that are not the same.
  @Setup
  public void sameGradients() {
    x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = Math.sin(1 + i);
    }
    double[] tape = oneBackward();
    same("differences on the tape", differences(), tape);
    same("differences in plain doubles", plainDifferences(), tape);
  }

  private static void same(String what, double[] got, double[] want) {
    for (int i = 0; i < want.length; i++) {
      var error = new GradientError(want[i], got[i]);
      if (!error.agrees(GradientCheck.TOLERANCE)) {
        throw new IllegalStateException("∂f/∂x[%d] by %s: %s".formatted(i, what, error));
      }
    }
  }

  /// The baseline: the value of f on a fresh tape, no gradient.
  @Benchmark
  public double evaluation() {
    return f.value(x);
  }

  /// The baseline again.
  @Benchmark
  public double evaluationAgain() {
    return f.value(x);
  }

  /// All n partials: f recorded once, one backward.
  @Benchmark
  public double[] oneBackward() {
    var tape = new Tape();
    var inputs = ScalarFunction.variables(tape, x);
    tape.backward(f.apply(tape, inputs));
    var gradient = new double[n];
    for (int i = 0; i < n; i++) {
      gradient[i] = inputs[i].gradient();
    }
    return gradient;
  }

  /// All n partials: n central differences, each of two recordings of f.
  @Benchmark
  public double[] differences() {
    var gradient = new double[n];
    for (int i = 0; i < n; i++) {
      gradient[i] = Differences.central(f.along(i, x), x[i], Differences.step(x[i]));
    }
    return gradient;
  }

  /// All n partials: n central differences of a function that knows nothing of tapes.
  @Benchmark
  public double[] plainDifferences() {
    var gradient = new double[n];
    var moved = x.clone();
    for (int i = 0; i < n; i++) {
      int k = i;
      gradient[i] =
          Differences.central(
              t -> {
                moved[k] = t;
                return plain(moved);
              },
              x[i],
              Differences.step(x[i]));
      moved[i] = x[i];
    }
    return gradient;
  }

  private static double plain(double[] x) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += Math.tanh(x[i] * x[(i + 1) % x.length]);
    }
    return sum;
  }
}
