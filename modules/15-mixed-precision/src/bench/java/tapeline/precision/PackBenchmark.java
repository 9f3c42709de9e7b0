package tapeline.precision;

import java.util.Arrays;
import java.util.Random;
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
import tapeline.tensor.Tensor;

/// How much time does it take to pack a tensor, and to unpack it, beside copying its floats? On the
/// CPU, one thread.
///
/// Prediction: 6 bytes are moved for each number, and 8 by the copy, so with conversions in vector
/// instructions packing takes about as long as copying; one number at a time it takes several times
/// as long.
///
/// Run: `mvn -pl grader test -Dmodule=15 -Dreference -Dbench=PackBenchmark`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 250, timeUnit = TimeUnit.MILLISECONDS)
public class PackBenchmark {
  @Param("65536")
  int size;

  @Param({"bfloat16", "float16"})
  String dtype;

  private FloatFormat format = FloatFormat.BFLOAT16;
  private float[] x = {};
  private HalfArray packed = HalfArray.rounded(format);

  /// The numbers are of the format: what is packed comes back.
  @Setup
  public void prepare() {
    format = dtype.equals("float16") ? FloatFormat.FLOAT16 : FloatFormat.BFLOAT16;
    x = format.round(Tensor.normal(new Random(15), size)).toArray();
    packed = HalfArray.rounded(format, x);
    if (!Arrays.equals(packed.unpack(), x)) {
      throw new IllegalStateException("numbers do not come back: a wrong answer is not timed");
    }
  }

  /// The baseline.
  @Benchmark
  public float[] copy() {
    return x.clone();
  }

  @Benchmark
  public float[] copyAgain() {
    return x.clone();
  }

  @Benchmark
  public HalfArray pack() {
    return HalfArray.rounded(format, x);
  }

  @Benchmark
  public float[] unpack() {
    return packed.unpack();
  }

  @Benchmark
  public boolean packAndLook() {
    return HalfArray.rounded(format, x).holds(x);
  }
}
