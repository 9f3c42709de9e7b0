package momentum;

import java.util.SplittableRandom;
import tapeline.competition.Contestant;
import tapeline.data.Dataset;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.optim.Schedule;
import tapeline.optim.Sgd;
import tapeline.tensor.Tensor;

/// The baseline's perceptron, with momentum and half the epochs.
public final class Momentum implements Contestant {
  private static final int EPOCHS = 14;

  @Override
  public float[] answer(float[][] input) {
    var labels = new int[input[1].length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = (int) input[1][i];
    }
    var data = new Dataset(Tensor.of(input[0], labels.length, 64), labels, 10);
    var random = new SplittableRandom(2);
    var model = Sequential.mlp(random, 64, 64, 10);
    var trainer = new Trainer(model, new Sgd(Schedule.constant(0.05), 0.9), 32, random);
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
