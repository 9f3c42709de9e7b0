package tapeline.competition.workload;

import java.util.Map;
import tapeline.competition.Event;
import tapeline.competition.RooflineFloor;

/// The loss and the gradient of a network inputs → hidden (tanh) → 1 over some examples.
record ScalarGradientTask(Event event, Map<String, Integer> size) implements Task {
  @Override
  public Question ask(Draws draws) {
    int inputs = size.getOrDefault("inputs", 0);
    int hidden = size.getOrDefault("hidden", 0);
    int rows = size.getOrDefault("rows", 0);
    return new Network(
        inputs,
        hidden,
        draws.normal(hidden * (inputs + 2) + 1, 1 / Math.sqrt(inputs)),
        draws.uniform(rows * inputs, -2, 2),
        draws.uniform(rows, -2, 2),
        event.tolerance(),
        RooflineFloor.of(event, size));
  }

  private record Network(
      int inputs,
      int hidden,
      float[] parameters,
      float[] examples,
      float[] targets,
      double tolerance,
      double floor)
      implements Question {
    @Override
    public float[][] input() {
      return new float[][] {parameters, examples, targets};
    }

    @Override
    public int answerLength() {
      return parameters.length + 1;
    }

    @Override
    public Mark mark(float[] answer) {
      var right = new double[answerLength()];
      for (int row = 0; row < targets.length; row++) {
        addRow(row, right);
      }
      return CloseNumbers.mark(right, answer, tolerance);
    }

    /// Adds an example's squared error, and its slopes by each parameter.
    private void addRow(int row, double[] sums) {
      int biases = inputs * hidden;
      int output = biases + hidden;
      int last = output + hidden;
      var h = new double[hidden];
      double y = parameters[last];
      for (int j = 0; j < hidden; j++) {
        double z = parameters[biases + j];
        for (int i = 0; i < inputs; i++) {
          z += (double) examples[row * inputs + i] * parameters[i * hidden + j];
        }
        h[j] = Math.tanh(z);
        y += h[j] * parameters[output + j];
      }
      double error = y - targets[row];
      sums[0] += error * error;
      sums[1 + last] += 2 * error;
      for (int j = 0; j < hidden; j++) {
        sums[1 + output + j] += 2 * error * h[j];
        double dz = 2 * error * parameters[output + j] * (1 - h[j] * h[j]);
        sums[1 + biases + j] += dz;
        for (int i = 0; i < inputs; i++) {
          sums[1 + i * hidden + j] += dz * examples[row * inputs + i];
        }
      }
    }
  }
}
