package tapeline.bench.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/// Four benchmarks of [Newton]'s roots. All of them compile and run, and none measures its work.
public class LyingBenchmark extends Measured {
  private static final double TWO = 2;
  private static final int TIMES = 1000;
  private double x = 2;

  /// Measures a root that is not read: the compiler may leave the work out.
  @Benchmark
  @SuppressWarnings("CheckReturnValue") // this is the lie
  public void dead() {
    Newton.root(x);
  }

  /// Measures a root of a constant: the compiler may compute it once, before the first call.
  @Benchmark
  public double folded() {
    return Newton.root(TWO);
  }

  /// Measures a loop over one root, and says that it was a thousand: the compiler may compute the
  /// root before the loop.
  @Benchmark
  @OperationsPerInvocation(TIMES)
  public double looped() {
    double sum = 0;
    for (int i = 0; i < TIMES; i++) {
      sum += Newton.root(x);
    }
    return sum;
  }

  /// Measures two roots and returns one: the other one is dead.
  @Benchmark
  @SuppressWarnings({"CheckReturnValue", "UnusedVariable"}) // this is the lie
  public double half() {
    double cube = Newton.cubeRoot(x);
    return Newton.root(x);
  }
}
