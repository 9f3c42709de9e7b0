package tapeline.competition.baseline;

import tapeline.competition.Contestant;
import tapeline.reuse.FlatTape;

/// The loss of a small network on module 03's tape: all examples are recorded, then one walk back.
public final class ScalarSprint implements Contestant {
  private final FlatTape tape = new FlatTape();

  @Override
  public float[] answer(float[][] input) {
    float[] parameters = input[0];
    float[] examples = input[1];
    float[] targets = input[2];
    int inputs = examples.length / targets.length;
    int hidden = (parameters.length - 1) / (inputs + 2);
    tape.reset();
    var slots = new int[parameters.length];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = tape.variable(parameters[i]);
    }
    int loss = tape.constant(0);
    for (int row = 0; row < targets.length; row++) {
      var x = new int[inputs];
      for (int i = 0; i < inputs; i++) {
        x[i] = tape.constant(examples[row * inputs + i]);
      }
      int error = tape.shift(output(slots, x, hidden), -targets[row]);
      loss = tape.add(loss, tape.mul(error, error));
    }
    tape.backward(loss);
    var answer = new float[slots.length + 1];
    answer[0] = (float) tape.value(loss);
    for (int i = 0; i < slots.length; i++) {
      answer[i + 1] = (float) tape.gradient(slots[i]);
    }
    return answer;
  }

  /// `y = tanh(x·W + b)·v + c`, the parameters W (inputs,hidden), b, v, c in this order.
  private int output(int[] slots, int[] x, int hidden) {
    int biases = x.length * hidden;
    int weights = biases + hidden;
    int y = slots[weights + hidden];
    for (int j = 0; j < hidden; j++) {
      int z = slots[biases + j];
      for (int i = 0; i < x.length; i++) {
        z = tape.add(z, tape.mul(x[i], slots[i * hidden + j]));
      }
      y = tape.add(y, tape.mul(tape.tanh(z), slots[weights + j]));
    }
    return y;
  }
}
