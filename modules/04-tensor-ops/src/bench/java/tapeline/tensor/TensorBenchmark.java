package tapeline.tensor;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The base of the tensor benchmarks: how they are measured, and when they refuse to be.
///
/// In each, the baseline is a loop on bare arrays, and its twin `…Again` the same code once more:
/// the gap between these two is the noise, and a smaller gap elsewhere says nothing. All of them
/// are on the CPU, one thread, batch 1, and every op makes its result anew: a new array is memory
/// to clear and, later, to collect, which is a part of what an op costs.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 250, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 150, timeUnit = TimeUnit.MILLISECONDS)
public abstract class TensorBenchmark {
  @Param("f32")
  String dtype;

  final Random random = new Random(4);

  /// The two numbers of `rows x columns`.
  static int[] shape(String text) {
    int x = text.indexOf('x');
    return new int[] {
      Integer.parseInt(text.substring(0, x)), Integer.parseInt(text.substring(x + 1))
    };
  }

  /// Stops the benchmark when a method computes other numbers than it should.
  static void check(String what, Tensor got, IntToDoubleFunction want) {
    check(what, got.toArray(), want);
  }

  /// Stops the benchmark when an array has other numbers than it should.
  static void check(String what, float[] got, IntToDoubleFunction want) {
    for (int i = 0; i < got.length; i++) {
      double right = want.applyAsDouble(i);
      if (!(Math.abs(got[i] - right) <= 1e-5 * (10 + Math.abs(right)))) {
        throw new IllegalStateException(
            "%s gives %s at place %d, and should give %s: a wrong answer is not timed"
                .formatted(what, got[i], i, right));
      }
    }
  }
}
