package tapeline.scalar;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// How much does a tape cost that makes an object for each slot?
///
/// The work is `d(x² + sin x)/dx`: by hand, and by a fresh tape, forward and backward, 4 slots.
///
/// *Predict before you run.* By hand it is one cosine and two flops. The tape computes a sine and a
/// cosine, makes some ten objects and calls through a table: one more time, 3 times, 10 times, 100
/// times as long? And `byHandAgain` is the same code as `byHand`: how far apart will those two be?
/// A difference below that is noise.
///
/// ```text
/// mvn -pl grader test -Dmodule=1 -Dbench
/// ```
///
/// One thread, float64, batch 1, on the CPU; the answers are compared before the first measurement.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ScalarTapeBenchmark {
  /// Not final, so that the compiler cannot compute the answer once and for all.
  private double x = 0.7;

  /// Refuses to measure a wrong answer.
  @Setup
  public void sameAnswers() {
    for (double at : new double[] {-2, 0, 0.7, 3}) {
      x = at;
      double hand = byHand();
      double tape = freshTape();
      if (Math.abs(hand - tape) > 1e-12) {
        throw new IllegalStateException(
            "d(x² + sin x)/dx at %s is %s by hand, the tape says %s".formatted(at, hand, tape));
      }
    }
    x = 0.7;
  }

  /// The baseline: the derivative as one would write it, `2x + cos x`.
  @Benchmark
  public double byHand() {
    return 2 * x + Math.cos(x);
  }

  /// The baseline again.
  @Benchmark
  public double byHandAgain() {
    return 2 * x + Math.cos(x);
  }

  /// A new tape, the expression recorded, one backward, one gradient.
  @Benchmark
  public double freshTape() {
    var tape = new Tape();
    var slot = tape.variable(x);
    tape.backward(slot.mul(slot).add(slot.sin()));
    return slot.gradient();
  }
}
