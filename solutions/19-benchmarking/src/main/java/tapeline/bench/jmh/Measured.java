package tapeline.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// How the benchmarks of this package are measured: the mean time of a call in nanoseconds, in
/// short iterations and, unless a benchmark says more, in one process. JMH makes one object of a
/// benchmark's class (`@State`), and calls its methods in loops of its own.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 4, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public abstract class Measured {}
