package tapeline.conv;

import java.util.Random;
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
import tapeline.tensor.Tensor;

/// Which layout is faster, NCHW or NHWC? 16 images of 28 × 28 pixels and 64 channels in float32 on
/// the CPU backend, 3.2 MB: sums over the channels of each pixel, and sums over the pixels of each
/// channel, each in both layouts.
///
/// Prediction: neither. A sum along the last axis has its numbers side by side, but each addition
/// waits for the one before, so four run at a time; a sum along another axis adds whole rows to
/// rows. Both read each number once, in the order of memory: the times differ by less than 2. What
/// is dear is to change the layout: copying with steps of 784 numbers costs more than either sum.
///
/// Run: `mvn -pl grader test -Dmodule=8 -Dbench=LayoutBenchmark`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class LayoutBenchmark {
  private static final double CLOSE = 1e-4;

  private final Tensor nchw = Tensor.normal(new Random(5), 16, 64, 28, 28);
  private final Tensor nhwc = Layout.NCHW.to(Layout.NHWC, nchw);

  /// Checks that both layouts give the same sums.
  @Setup
  public void check() {
    check(overChannelsNchw(), overChannelsNhwc());
    check(overPixelsNchw(), overPixelsNhwc());
  }

  private static void check(Tensor a, Tensor b) {
    if (!(a.minus(b).abs().max(false).item() <= CLOSE)) {
      throw new IllegalStateException("the sums differ: a wrong answer is not timed");
    }
  }

  @Benchmark
  public Tensor overChannelsNchw() {
    return nchw.sum(1);
  }

  @Benchmark
  public Tensor overChannelsNchwAgain() {
    return overChannelsNchw();
  }

  @Benchmark
  public Tensor overChannelsNhwc() {
    return nhwc.sum(3);
  }

  @Benchmark
  public Tensor overPixelsNchw() {
    return nchw.sum(2, 3);
  }

  @Benchmark
  public Tensor overPixelsNhwc() {
    return nhwc.sum(1, 2);
  }

  @Benchmark
  public Tensor toNhwc() {
    return Layout.NCHW.to(Layout.NHWC, nchw);
  }
}
