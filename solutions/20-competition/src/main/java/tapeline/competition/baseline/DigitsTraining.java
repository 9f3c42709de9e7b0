package tapeline.competition.baseline;

import java.util.SplittableRandom;
import tapeline.competition.Contestant;
import tapeline.data.Dataset;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.tensor.Tensor;

/// The perceptron of module 06, trained by gradient descent at a rate that falls to 0: at a
/// constant one, a last step now and then undoes what was learned.
public final class DigitsTraining implements Contestant {
  private static final int PIXELS = 64;
  private static final int CLASSES = 10;
  private static final int HIDDEN = 64;
  private static final int EPOCHS = 30;
  private static final int BATCH = 32;
  private static final double RATE = 0.25;

  @Override
  public float[] answer(float[][] input) {
    var labels = new int[input[1].length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = (int) input[1][i];
    }
    var data = new Dataset(Tensor.of(input[0], labels.length, PIXELS), labels, CLASSES);
    var random = new SplittableRandom(1);
    var model = Sequential.mlp(random, PIXELS, HIDDEN, CLASSES);
    int steps = EPOCHS * Math.ceilDiv(labels.length, BATCH);
    var falling = new Sgd(Schedule.cosine(RATE, 0, steps), 0);
    var trainer = new Trainer(model, falling, BATCH, random);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      trainer.epoch(data);
    }
    var answer = new float[model.parameterCount()];
    int at = 0;
    for (var parameter : model.parameters()) {
      float[] numbers = parameter.value().toArray();
      System.arraycopy(numbers, 0, answer, at, numbers.length);
      at += numbers.length;
    }
    return answer;
  }
}
