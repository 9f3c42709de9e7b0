package tapeline.bench.jmh;

import java.util.function.DoubleUnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/// The benchmarks of [LyingBenchmark], mended: each measures its work, all of it and once a call.
public class MendedBenchmark extends Measured {
  /// The work of both benchmarks. A test puts work of its own here, to see whether it is measured.
  public DoubleUnaryOperator squareRoot = Newton::root;

  /// The work of the second one alone.
  public DoubleUnaryOperator cubeRoot = Newton::cubeRoot;

  // BEGIN SOLUTION 19.10 "a benchmark that lies" 10 points, core
  /// The number whose roots are measured: JMH sets it in each process, so no compiler knows it.
  @State(Scope.Benchmark)
  public static class Input {
    @Param({"2", "3"})
    public double x;
  }

  /// Measures one square root of the input.
  @Benchmark
  @Fork(2)
  public double root(Input input) {
    return squareRoot.applyAsDouble(input.x);
  }

  /// Measures a square root and a cube root of the input.
  @Benchmark
  @Fork(2)
  public void both(Input input, Blackhole hole) {
    hole.consume(squareRoot.applyAsDouble(input.x));
    hole.consume(cubeRoot.applyAsDouble(input.x));
  }

  // STUB /// The number whose roots are measured.
  // STUB public static class Input {
  // STUB   // TODO 19.10 — 2 lines. @State(Scope.Benchmark) has JMH make this object, and
  // STUB   // @Param({"2", "3"}) on a field has it run all for each of these values. Why is a
  // STUB   // field that JMH sets no constant?
  // STUB   public double x;
  // STUB }
  // STUB
  // STUB /// Measures one square root of the input.
  // STUB @Benchmark
  // STUB public double root(Input input) {
  // STUB   // TODO — 2 lines. JMH uses what a benchmark returns, and calls it in a loop of its
  // STUB   // own. How many JVMs should measure it (@Fork)?
  // STUB   throw new Todo("19.10", "a benchmark that lies");
  // STUB }
  // STUB
  // STUB /// Measures a square root and a cube root of the input.
  // STUB @Benchmark
  // STUB public void both(Input input, Blackhole hole) {
  // STUB   // TODO — 3 lines. A Blackhole is JMH's reader of results: hole.consume(…). Which
  // STUB   // result is dead if only the last one is consumed?
  // STUB   throw new Todo("19.10", "a benchmark that lies");
  // STUB }
  // END SOLUTION
}
