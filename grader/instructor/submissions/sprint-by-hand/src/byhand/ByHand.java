package byhand;

import tapeline.competition.Contestant;

/// The network's gradient, derived by hand: no tape, one pass forward and one back for an example.
public final class ByHand implements Contestant {
  @Override
  public float[] answer(float[][] input) {
    float[] p = input[0];
    float[] examples = input[1];
    float[] targets = input[2];
    int inputs = examples.length / targets.length;
    int hidden = (p.length - 1) / (inputs + 2);
    int biases = inputs * hidden;
    int weights = biases + hidden;
    int last = weights + hidden;
    var gradient = new double[p.length];
    var h = new double[hidden];
    double loss = 0;
    for (int row = 0; row < targets.length; row++) {
      int x = row * inputs;
      double y = p[last];
      for (int j = 0; j < hidden; j++) {
        double z = p[biases + j];
        for (int i = 0; i < inputs; i++) {
          z += (double) examples[x + i] * p[i * hidden + j];
        }
        h[j] = Math.tanh(z);
        y += h[j] * p[weights + j];
      }
      double error = y - targets[row];
      loss += error * error;
      gradient[last] += 2 * error;
      for (int j = 0; j < hidden; j++) {
        gradient[weights + j] += 2 * error * h[j];
        double dz = 2 * error * p[weights + j] * (1 - h[j] * h[j]);
        gradient[biases + j] += dz;
        for (int i = 0; i < inputs; i++) {
          gradient[i * hidden + j] += dz * examples[x + i];
        }
      }
    }
    var answer = new float[p.length + 1];
    answer[0] = (float) loss;
    for (int i = 0; i < p.length; i++) {
      answer[i + 1] = (float) gradient[i];
    }
    return answer;
  }
}
