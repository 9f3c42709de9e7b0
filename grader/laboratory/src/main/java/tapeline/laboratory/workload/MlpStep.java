package tapeline.laboratory.workload;

import java.util.SplittableRandom;
import tapeline.bench.compare.Workload;
import tapeline.data.Dataset;
import tapeline.nn.GradientDescent;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.tensor.Tensor;

/// A step of training: the perceptron 64-64-10 of module 06 on 32 examples that are drawn, float32.
/// Its tape tells the nodes and the peak.
public final class MlpStep implements Workload {
  private static final int BATCH = 32;
  private static final int PIXELS = 64;
  private static final int CLASSES = 10;

  private Trainer trainer = trainer();
  private Dataset examples = new Dataset(Tensor.zeros(0, PIXELS), new int[0], CLASSES);

  private static Trainer trainer() {
    var random = new SplittableRandom(1);
    return new Trainer(
        Sequential.mlp(random, PIXELS, PIXELS, CLASSES), new GradientDescent(0.01f), BATCH, random);
  }

  @Override
  public void prepare(long seed) {
    var random = new SplittableRandom(seed);
    var inputs = Tensor.uniform(random, 0, 1, BATCH, PIXELS);
    examples = new Dataset(inputs, random.ints(BATCH, 0, CLASSES).toArray(), CLASSES);
    trainer = trainer(); // both sides have seen the same
  }

  /// The loss before the last step.
  @Override
  public double run(int units) {
    double loss = 0;
    for (int i = 0; i < units; i++) {
      loss = trainer.step(examples);
    }
    return loss;
  }
}
