package tapeline.competition.baseline;

import java.util.SplittableRandom;
import tapeline.competition.Contestant;
import tapeline.data.Dataset;
import tapeline.nn.GradientDescent;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.tensor.Tensor;

/// The perceptron of module 06, trained by gradient descent.
public final class DigitsTraining implements Contestant {
  private static final int PIXELS = 64;
  private static final int CLASSES = 10;
  private static final int HIDDEN = 64;
  private static final int EPOCHS = 30;
  private static final int BATCH = 32;
  private static final float RATE = 0.15f;

  @Override
  public float[] answer(float[][] input) {
    var labels = new int[input[1].length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = (int) input[1][i];
    }
    var data = new Dataset(Tensor.of(input[0], labels.length, PIXELS), labels, CLASSES);
    var random = new SplittableRandom(1);
    var model = Sequential.mlp(random, PIXELS, HIDDEN, CLASSES);
    var trainer = new Trainer(model, new GradientDescent(RATE), BATCH, random);
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
