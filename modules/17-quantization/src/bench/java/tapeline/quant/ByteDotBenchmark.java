package tapeline.quant;

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

/// How long does a product of one row with a matrix (size,size) take in int8, beside float32? On
/// the CPU, one thread.
///
/// Prediction: a vector holds four times as many bytes as floats, but bytes are widened twice
/// before they are added up: in the cache int8 takes as long as float32, or longer. Where float32's
/// matrix is larger than the cache, as with 4096, memory decides, and int8 moves a quarter.
///
/// Run: `mvn -pl grader test -Dmodule=17 -Dreference -Dbench=ByteDotBenchmark`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 250, timeUnit = TimeUnit.MILLISECONDS)
public class ByteDotBenchmark {
  @Param({"256", "4096"})
  int size;

  @Param("f32 and int8")
  String dtype;

  private byte[] x = {};
  private byte[] w = {};
  private float[] floatX = {};
  private float[] floatW = {};

  /// Sums of whole numbers up to 64·4096 are exact in float32: both sides compute the same.
  @Setup
  public void prepare() {
    var random = new Random(17);
    x = new byte[size];
    w = new byte[size * size];
    floatX = new float[size];
    floatW = new float[size * size];
    for (int i = 0; i < size; i++) {
      floatX[i] = x[i] = (byte) random.nextInt(-8, 9);
    }
    for (int i = 0; i < w.length; i++) {
      floatW[i] = w[i] = (byte) random.nextInt(-8, 9);
    }
    for (int j = 0; j < size; j++) {
      int sum = ByteDot.plain(x, 0, w, j * size, size);
      if (int8(j) != sum || float32(j) != sum) {
        throw new IllegalStateException("products differ: a wrong answer is not timed");
      }
    }
  }

  private float float32(int row) {
    return FloatDot.of(floatX, 0, floatW, row * size, size);
  }

  private int int8(int row) {
    return ByteDot.here().of(x, 0, w, row * size, size);
  }

  /// The baseline.
  @Benchmark
  public float float32() {
    float last = 0;
    for (int j = 0; j < size; j++) {
      last += float32(j);
    }
    return last;
  }

  @Benchmark
  public float float32Again() {
    return float32();
  }

  @Benchmark
  public int int8() {
    int last = 0;
    for (int j = 0; j < size; j++) {
      last += int8(j);
    }
    return last;
  }

  @Benchmark
  public int int8WithoutVectors() {
    int last = 0;
    for (int j = 0; j < size; j++) {
      last += ByteDot.plain(x, 0, w, j * size, size);
    }
    return last;
  }
}
