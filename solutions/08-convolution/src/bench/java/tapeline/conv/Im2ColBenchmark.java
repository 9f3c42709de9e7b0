package tapeline.conv;

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

/// How much does it gain to copy rows, instead of asking for each pixel whether it exists? Images
/// (8,16,28,28) in float32 under windows of 3 with a border of 1, on the CPU, one thread.
///
/// Prediction: with stride 1 the rows are copied in a quarter of the time; they are short, 28
/// numbers, so it is not more. With stride 2 there are no neighbours to copy, only no question to
/// ask: half the time.
///
/// Run: `mvn -pl grader test -Dmodule=8 -Dbench=Im2ColBenchmark`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class Im2ColBenchmark {
  @Param({"1", "2"})
  int stride;

  private final Tensor x = Tensor.normal(new Random(5), 8, 16, 28, 28);
  private Window window = Window.same(3);

  /// The window, and the check that both write the same.
  @Setup
  public void check() {
    window = new Window(3, stride, 1);
    if (!Arrays.equals(rowByRow().toArray(), pixelByPixel().toArray())) {
      throw new IllegalStateException("the columns differ: a wrong answer is not timed");
    }
  }

  @Benchmark
  public Tensor pixelByPixel() {
    var in = Images.of(x.shape());
    int k = window.size();
    int rows = window.places(in.h());
    int columns = window.places(in.w());
    var y = Tensor.zeros(in.c() * k * k, in.n() * rows * columns);
    int at = 0;
    for (int r = 0; r < in.c() * k * k; r++) {
      for (int n = 0; n < in.n(); n++) {
        for (int i = 0; i < rows; i++) {
          for (int j = 0; j < columns; j++) {
            int row = window.pixel(i, r / k % k);
            int column = window.pixel(j, r % k);
            if (0 <= row && row < in.h() && 0 <= column && column < in.w()) {
              y.data()[at] = x.data()[in.index(n, r / (k * k), row, column)];
            }
            at++;
          }
        }
      }
    }
    return y;
  }

  @Benchmark
  public Tensor pixelByPixelAgain() {
    return pixelByPixel();
  }

  @Benchmark
  public Tensor rowByRow() {
    return new Im2Col(window).forward(x);
  }
}
