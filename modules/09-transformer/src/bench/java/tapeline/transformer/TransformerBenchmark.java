package tapeline.transformer;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tapeline.tensor.Tensor;

/// The settings that the transformer benchmarks share: how they are measured. The method `…Again`
/// is the baseline once more: the gap between these two is the noise.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public abstract class TransformerBenchmark {
  @Param("cpu")
  String device;

  @Param("f32")
  String dtype;

  final Random random = new Random(9);

  /// Stops the benchmark when two ways that should give the same do not.
  static void same(String what, Tensor got, Tensor want) {
    float[] a = got.toArray();
    float[] b = want.toArray();
    boolean close = a.length == b.length;
    for (int i = 0; close && i < a.length; i++) {
      close = Math.abs(a[i] - b[i]) <= 1e-4 * (1 + Math.abs(b[i]));
    }
    if (!close) {
      throw new IllegalStateException(what + " gives other numbers: a wrong answer is not timed");
    }
  }
}
