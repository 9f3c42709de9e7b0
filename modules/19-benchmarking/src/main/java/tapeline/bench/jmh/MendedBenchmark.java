package tapeline.bench.jmh;

import java.util.function.DoubleUnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;
import tapeline.toolkit.Todo;

/// The benchmarks of [LyingBenchmark], mended: each measures its work, all of it and once a call.
public class MendedBenchmark extends Measured {
  /// The work of both benchmarks. A test puts work of its own here, to see whether it is measured.
  public DoubleUnaryOperator squareRoot = Newton::root;

  /// The work of the second one alone.
  public DoubleUnaryOperator cubeRoot = Newton::cubeRoot;

  // BEGIN EXERCISE 19.10
  /// The number whose roots are measured.
  public static class Input {
    // TODO 19.10 — 2 lines. @State(Scope.Benchmark) has JMH make this object, and
    // @Param({"2", "3"}) on a field has it run all for each of these values. Why is a
    // field that JMH sets no constant?
    public double x;
  }

  /// Measures one square root of the input.
  @Benchmark
  public double root(Input input) {
    // TODO — 2 lines. JMH uses what a benchmark returns, and calls it in a loop of its
    // own. How many JVMs should measure it (@Fork)?
    throw new Todo("19.10", "a benchmark that lies");
  }

  /// Measures a square root and a cube root of the input.
  @Benchmark
  public void both(Input input, Blackhole hole) {
    // TODO — 3 lines. A Blackhole is JMH's reader of results: hole.consume(…). Which
    // result is dead if only the last one is consumed?
    throw new Todo("19.10", "a benchmark that lies");
  }
  // END EXERCISE 19.10
}
