package tapeline.bench.jmh;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// A benchmark of work on an array, which may change the array.
public class OwnBenchmark extends Measured {
  /// The work: put your own here. A test puts work here that changes all numbers.
  public UnaryOperator<double[]> op =
      array -> {
        Arrays.sort(array);
        return array;
      };

  // BEGIN SOLUTION 19.11 "a benchmark of your own" 5 points
  /// How many numbers the array has.
  @Param({"100", "10000"})
  public int n;

  private double[] drawn = {};

  /// Draws the numbers, the same in every process.
  @Setup
  public void draw() {
    drawn = new SplittableRandom(19).doubles(n).toArray();
  }

  /// Measures the work on a copy of the numbers: each call finds them as they were drawn.
  @Benchmark
  @Fork(3)
  public double[] work() {
    return op.apply(drawn.clone());
  }

  /// Measures the copy alone, the baseline: it is in the time of [#work] too.
  @Benchmark
  @Fork(3)
  public double[] copy() {
    return drawn.clone();
  }

  // STUB /// How many numbers the array has.
  // STUB public int n;
  // STUB
  // STUB /// Draws the numbers, the same in every process.
  // STUB public void draw() {
  // STUB   // TODO 19.11 — 4 lines. JMH sets @Param({"100", "10000"}) int n, and then calls what
  // STUB   // is marked @Setup. Keep n drawn numbers in a field: which numbers would compilers
  // STUB   // and branch predictors know by heart?
  // STUB   throw new Todo("19.11", "a benchmark of your own");
  // STUB }
  // STUB
  // STUB /// Measures the work on the numbers.
  // STUB @Benchmark
  // STUB public double[] work() {
  // STUB   // TODO — 2 lines. The work may change the array that it gets. If it sorts it, what
  // STUB   // does the second call sort?
  // STUB   throw new Todo("19.11", "a benchmark of your own");
  // STUB }
  // STUB
  // STUB /// Measures all that `work` does beside the work, the baseline.
  // STUB @Benchmark
  // STUB public double[] copy() {
  // STUB   // TODO — 2 lines, and a @Fork. How much of the time of `work` is not the work's?
  // STUB   throw new Todo("19.11", "a benchmark of your own");
  // STUB }
  // END SOLUTION
}
