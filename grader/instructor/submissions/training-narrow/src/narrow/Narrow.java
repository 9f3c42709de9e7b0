package narrow;

import java.util.SplittableRandom;
import tapeline.competition.Contestant;
import tapeline.data.Dataset;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.tensor.Tensor;

/// A perceptron of half the width, with momentum: less work for each image, and more epochs.
public final class Narrow implements Contestant {
  private static final int EPOCHS = 20;

  @Override
  public float[] answer(float[][] input) {
    var labels = new int[input[1].length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = (int) input[1][i];
    }
    var data = new Dataset(Tensor.of(input[0], labels.length, 64), labels, 10);
    var random = new SplittableRandom(2);
    var model = Sequential.mlp(random, 64, 32, 10);
    var trainer = new Trainer(model, new Sgd(Schedule.constant(0.05), 0.9), 32, random);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      trainer.epoch(data);
    }
    return widened(model);
  }

  /// The perceptron with 64 hidden units that computes the same: 32 of them are never heard.
  private static float[] widened(Sequential model) {
    var answer = new float[65 * 64 + 65 * 10];
    var parameters = model.parameters();
    for (int row = 0; row < 64; row++) {
      System.arraycopy(parameters.get(0).value().toArray(), 32 * row, answer, 64 * row, 32);
    }
    System.arraycopy(parameters.get(1).value().toArray(), 0, answer, 64 * 64, 32);
    System.arraycopy(parameters.get(2).value().toArray(), 0, answer, 65 * 64, 32 * 10);
    System.arraycopy(parameters.get(3).value().toArray(), 0, answer, 65 * 64 + 640, 10);
    return answer;
  }
}
