package tapeline.bench.jmh;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import tapeline.toolkit.Todo;

/// A benchmark of work on an array, which may change the array.
public class OwnBenchmark extends Measured {
  /// The work: put your own here. A test puts work here that changes all numbers.
  public UnaryOperator<double[]> op =
      array -> {
        Arrays.sort(array);
        return array;
      };

  // BEGIN EXERCISE 19.11
  /// How many numbers the array has.
  public int n;

  /// Draws the numbers, the same in every process.
  public void draw() {
    // TODO 19.11 — 4 lines. JMH sets @Param({"100", "10000"}) int n, and then calls what
    // is marked @Setup. Keep n drawn numbers in a field: which numbers would compilers
    // and branch predictors know by heart?
    throw new Todo("19.11", "a benchmark of your own");
  }

  /// Measures the work on the numbers.
  @Benchmark
  public double[] work() {
    // TODO — 2 lines. The work may change the array that it gets. If it sorts it, what
    // does the second call sort?
    throw new Todo("19.11", "a benchmark of your own");
  }

  /// Measures all that `work` does beside the work, the baseline.
  @Benchmark
  public double[] copy() {
    // TODO — 2 lines, and a @Fork. How much of the time of `work` is not the work's?
    throw new Todo("19.11", "a benchmark of your own");
  }
  // END EXERCISE 19.11
}
