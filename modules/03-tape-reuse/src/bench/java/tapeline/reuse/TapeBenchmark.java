package tapeline.reuse;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// The base of the tape benchmarks: a bare and a flat tape, both reused, and how they are measured.
///
/// In each, `bareArrayTape` is the baseline, and `bareArrayTapeAgain` the same code once more: the
/// gap between these two is the noise, and a smaller gap elsewhere says nothing. All of them are on
/// the CPU, one thread, in float64.
///
/// The forks may not inline `backward` into its caller. Otherwise the compiler sees four nodes with
/// known slots and works out their gradient at compile time: that would measure a program that
/// needs no tape.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {
      "-XX:CompileCommand=quiet",
      "-XX:CompileCommand=dontinline,tapeline.reuse.*::backward"
    })
@Warmup(iterations = 2, time = 250, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 150, timeUnit = TimeUnit.MILLISECONDS)
public abstract class TapeBenchmark {
  final BareTape bare = new BareTape(1 << 15);
  final FlatTape flat = new FlatTape();

  /// Stops the benchmark when a method computes another gradient than it should.
  static void check(String what, double got, double want) {
    if (!(Math.abs(got - want) <= 1e-12 * (1 + Math.abs(want)))) {
      throw new IllegalStateException(
          "%s gives %s, and should give %s: a wrong answer is not timed"
              .formatted(what, got, want));
    }
  }
}
