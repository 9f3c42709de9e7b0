package tapeline.transformer;

import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import tapeline.autograd.TensorTape;
import tapeline.nn.Losses;
import tapeline.nn.Parameter;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;

/// How much of a training step is not the forward pass? A model of one block, width 32, 4 heads,
/// context 32, 75 characters; the batch is `n` windows.
///
/// Prediction: forward and loss are a third of a step, backward nearly all of the rest. Adam writes
/// each of 19 000 parameters once, whatever the batch: at n = 1 it shows, at n = 16 it does not.
///
/// Run: `mvn -pl grader test -Dmodule=9 -Dbench=TrainingStepBenchmark`
public class TrainingStepBenchmark extends TransformerBenchmark {
  /// The batch.
  @Param({"1", "16"})
  int n;

  private static final CharModel.Size SIZE = new CharModel.Size(75, 32, 32, 4, 1);

  private final CharModel model = new CharModel(SIZE, random);
  private final int[] text = random.ints(10_000, 0, 75).toArray();
  private int[][] windows = new int[0][];
  private int[] next = new int[0];
  private TextTrainer trainer = trainer();

  private TextTrainer trainer() {
    return new TextTrainer(
        model, new Adam(Schedule.constant(1e-4f)), Math.max(1, n), new SplittableRandom(1));
  }

  /// Windows of random text, whose loss must be about ln 75 as long as little is learnt.
  @Setup
  public void prepare() {
    windows = new int[n][];
    next = random.ints(32L * n, 0, 75).toArray();
    for (int i = 0; i < n; i++) {
      windows[i] = random.ints(32, 0, 75).toArray();
    }
    trainer = trainer();
    double loss = trainer.step(text);
    if (!(Math.abs(loss - Math.log(75)) < 0.5) || !(Math.abs(forward() - loss) < 0.5)) {
      throw new IllegalStateException(
          "a new model has a loss near ln 75 = 4.32, got %s: that is not timed".formatted(loss));
    }
  }

  /// The baseline: the loss, and nothing recorded.
  @Benchmark
  public double forward() {
    return Losses.crossEntropy(model.logits(model.frozenTape(), windows), next).value().item();
  }

  @Benchmark
  public double forwardAgain() {
    return forward();
  }

  @Benchmark
  public double forwardAndBackward() {
    var tape = new TensorTape();
    model.parameters().forEach(Parameter::clearGradient);
    var loss = Losses.crossEntropy(model.logits(tape, windows), next);
    tape.backward(loss);
    return loss.value().item();
  }

  @Benchmark
  public double step() {
    return trainer.step(text);
  }
}
