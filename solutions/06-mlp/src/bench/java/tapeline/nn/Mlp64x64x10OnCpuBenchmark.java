package tapeline.nn;

import java.util.SplittableRandom;
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
import tapeline.data.Dataset;
import tapeline.tensor.Tensor;

/// How much does a batch save? A perceptron 64-64-10 sees n examples, in float32 on the CPU
/// backend: in n training steps of one example each, or in one step of all n.
///
/// Prediction: at n = 1 there is no difference. At n = 32 the batch takes a fifth of the time: each
/// example alone computes a gradient as large as the weights, moves all of them, and pays for its
/// own tensors; in a batch all that happens once. From there on the time is matmul's, and n = 256
/// gains little more an example. `batchedByHand` has the loops alone, without a tape and tensors:
/// the tape costs less than half as much again.
///
/// Run: `mvn -pl grader test -Dmodule=6 -Dbench`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class Mlp64x64x10OnCpuBenchmark {
  private static final float RATE = 0.01f;

  /// The batch.
  @Param({"1", "32", "256"})
  int n;

  private final Trainer alone = trainer();
  private final Trainer together = trainer();
  private final BareMlp bare = new BareMlp(together.model().parameters());
  private Dataset examples = new Dataset(Tensor.zeros(0, 64), new int[0], 10);

  /// Examples, and both ways against the loops by hand: the losses before each of three steps.
  @Setup
  public void check() {
    var random = new SplittableRandom(2);
    var inputs = Tensor.uniform(random, 0, 1, n, 64);
    examples = new Dataset(inputs, random.ints(n, 0, 10).toArray(), 10);
    for (int step = 0; step < 3; step++) {
      check("batched", step, batched(), batchedByHand());
    }
    var byHand = new BareMlp(alone.model().parameters());
    for (int step = 0; step < 3; step++) {
      double loss = 0;
      for (int i = 0; i < n; i++) {
        var row = inputs.select(0, i).toArray();
        loss += byHand.step(row, new int[] {examples.labels()[i]}, RATE);
      }
      check("perSample", step, perSample(), loss / n);
    }
  }

  private static void check(String what, int step, double got, double want) {
    if (!(Math.abs(got - want) <= 1e-5 * want)) {
      throw new IllegalStateException(
          "%s has the loss %s before step %d, and should have %s: a wrong answer is not timed"
              .formatted(what, got, step, want));
    }
  }

  @Benchmark
  public double perSample() {
    double loss = 0;
    for (int i = 0; i < n; i++) {
      loss += alone.step(examples.slice(i, i + 1));
    }
    return loss / n;
  }

  @Benchmark
  public double perSampleAgain() {
    return perSample();
  }

  @Benchmark
  public double batched() {
    return together.step(examples);
  }

  @Benchmark
  public double batchedByHand() {
    return bare.step(examples.inputs().data(), examples.labels(), RATE);
  }

  private static Trainer trainer() {
    var random = new SplittableRandom(1);
    return new Trainer(Sequential.mlp(random, 64, 64, 10), new GradientDescent(RATE), 1, random);
  }
}
