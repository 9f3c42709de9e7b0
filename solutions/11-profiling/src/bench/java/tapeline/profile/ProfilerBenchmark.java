package tapeline.profile;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import tapeline.data.Dataset;
import tapeline.instruments.profile.ProfileSchedule;
import tapeline.nn.GradientDescent;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.tensor.Tensor;

/// How much does it cost to watch? A training step of a perceptron 64-64-10 on `n` examples, in
/// float32 on the CPU backend: without a profiler, with one that waits, with one that records.
///
/// Prediction: one that waits costs a few percent at n = 1, and nothing that can be seen at n = 64.
/// One that records costs the same for each of the step's ops whatever n is: a third of the step at
/// n = 1, a few percent at n = 64.
///
/// Run: `mvn -pl grader test -Dmodule=11 -Dbench`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class ProfilerBenchmark {
  /// The batch.
  @Param({"1", "64"})
  int n;

  private final Trainer trainer = trainer();
  private Dataset examples = new Dataset(Tensor.zeros(0, 64), new int[0], 10);

  /// A profiler whose first active step never comes.
  @State(Scope.Thread)
  public static class WaitingProfiler {
    private final ProfileSchedule schedule = ProfileSchedule.once(Integer.MAX_VALUE - 1, 0, 1);
    private final Profiler profiler = Profiler.start(schedule);

    @TearDown
    public void close() {
      profiler.close();
    }
  }

  /// A profiler that records each step, a new one for each iteration: its room is bounded.
  @State(Scope.Thread)
  public static class RecordingProfiler {
    private final ProfileSchedule schedule = ProfileSchedule.once(0, 0, Integer.MAX_VALUE - 1);
    private Profiler profiler = Profiler.start(schedule);

    @Setup(Level.Iteration)
    public void restart() {
      close();
      profiler = Profiler.start(schedule);
    }

    @TearDown(Level.Iteration)
    public void close() {
      profiler.close();
    }
  }

  private static Trainer trainer() {
    var random = new SplittableRandom(1);
    return new Trainer(Sequential.mlp(random, 64, 64, 10), new GradientDescent(0.01f), 1, random);
  }

  /// Examples; and the losses of three steps, beside those of a trainer from the same seed.
  @Setup
  public void check() {
    var random = new SplittableRandom(2);
    var inputs = Tensor.uniform(random, 0, 1, n, 64);
    examples = new Dataset(inputs, random.ints(n, 0, 10).toArray(), 10);
    var alone = trainer();
    for (int i = 0; i < 3; i++) {
      double got = trainer.step(examples);
      double want = alone.step(examples);
      if (got != want) {
        throw new IllegalStateException(
            "two trainers from one seed have the losses %s and %s: that is not timed"
                .formatted(got, want));
      }
    }
  }

  /// The baseline.
  @Benchmark
  public double plain() {
    return trainer.step(examples);
  }

  @Benchmark
  public double plainAgain() {
    return trainer.step(examples);
  }

  @Benchmark
  public double waiting(WaitingProfiler watching) {
    double loss = trainer.step(examples);
    watching.profiler.step();
    return loss;
  }

  @Benchmark
  public double recording(RecordingProfiler watching) {
    double loss = trainer.step(examples);
    watching.profiler.step();
    return loss;
  }
}
