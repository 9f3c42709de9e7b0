package tapeline.laboratory.milestone;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tapeline.data.Datasets;
import tapeline.nn.GradientDescent;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.scalar.Scalar;
import tapeline.scalar.Tape;
import tapeline.toolkit.ProgressBar;

/// 1986: a hidden layer learns XOR on the scalar tape, then another one reads digits on tensors.
final class BackPropagation implements MilestoneProgram {
  private static final int HIDDEN = 3;
  private static final int XOR_ROUNDS = 3000;
  private static final double XOR_RATE = 0.5;
  private static final int EPOCHS = 20;
  private static final int BATCH = 32;
  private static final float RATE = 0.3f;
  private static final double SHARE = 0.8;
  private static final int TRAINING_EVERY = 100;

  @Override
  public double run(Drawing drawing, double effort) {
    int right = xor(drawing, MilestoneProgram.rounds(XOR_ROUNDS, effort));
    IO.println("XOR with a hidden layer of %d: %d of 4 right".formatted(HIDDEN, right));
    return digits(drawing, MilestoneProgram.rounds(EPOCHS, effort));
  }

  /// Learns XOR with `2-3-1` units of tanh by gradient descent; the rows of 4 that come out right.
  static int xor(Drawing drawing, int rounds) {
    var random = new SplittableRandom(1);
    double[] weights = random.doubles(4 * HIDDEN + 1, -1, 1).toArray();
    drawing.begin("Back-propagation learns XOR", "rounds", "mean squared error");
    int right = 0;
    for (int round = 0; round < rounds; round++) {
      var tape = new Tape();
      var w = new ArrayList<Scalar>();
      for (double weight : weights) {
        w.add(tape.variable(weight));
      }
      right = 0;
      var loss = tape.constant(0);
      for (int n = 0; n < XorLimit.INPUTS.length; n++) {
        var y = output(w, XorLimit.INPUTS[n]);
        right += y.value() * XorLimit.ANSWERS[n] > 0 ? 1 : 0;
        var error = y.sub(XorLimit.ANSWERS[n]);
        loss = loss.add(error.mul(error));
      }
      loss = loss.div(XorLimit.INPUTS.length);
      tape.backward(loss);
      for (int i = 0; i < weights.length; i++) {
        weights[i] -= XOR_RATE * w.get(i).gradient();
      }
      if (round % TRAINING_EVERY == 0 || round < TRAINING_EVERY) {
        drawing.add("XOR", round, loss.value());
      }
    }
    drawing.draw();
    return right;
  }

  private static Scalar output(List<Scalar> w, double... x) {
    var y = w.get(4 * HIDDEN);
    for (int h = 0; h < HIDDEN; h++) {
      var sum = w.get(4 * h).mul(x[0]).add(w.get(4 * h + 1).mul(x[1])).add(w.get(4 * h + 2));
      y = y.add(sum.tanh().mul(w.get(4 * h + 3)));
    }
    return y.tanh();
  }

  private static double digits(Drawing drawing, int epochs) {
    var random = new SplittableRandom(1);
    var parts = Datasets.digits().flat().shuffled(random).split(SHARE);
    var model = Sequential.mlp(random, 64, 64, 10);
    var trainer = new Trainer(model, new GradientDescent(RATE), BATCH, random);
    drawing.begin("Back-propagation reads digits", "epochs", "share that is right");
    try (var bar = ProgressBar.of("1 437 digits", epochs)) {
      for (int epoch = 0; epoch <= epochs; epoch++) {
        drawing.add("digits it learns from", epoch, Metrics.accuracy(model, parts.training()));
        drawing.add("digits it never saw", epoch, Metrics.accuracy(model, parts.test()));
        if (epoch < epochs) {
          trainer.epoch(parts.training());
          bar.step();
        }
      }
    }
    return Metrics.accuracy(model, parts.test());
  }
}
