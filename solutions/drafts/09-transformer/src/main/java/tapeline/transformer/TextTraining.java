package tapeline.transformer;

import java.util.random.RandomGenerator;
import tapeline.autograd.TensorTape;
import tapeline.nn.Losses;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.optim.Clipping;

/// Teaches a model a text: random pieces of it, each place to predict the next character.
///
/// @param batch pieces a step
public record TextTraining(CharModel model, Optimizer optimizer, int batch, RandomGenerator random) {
  private static final double LONGEST_GRADIENT = 1;

  /// One step; the mean cross-entropy before it, in nats a character.
  public double step(int... text) {
    int time = model.size().context();
    var seen = new int[batch][time];
    var next = new int[batch * time];
    for (int b = 0; b < batch; b++) {
      int at = random.nextInt(text.length - time);
      for (int t = 0; t < time; t++) {
        seen[b][t] = text[at + t];
        next[b * time + t] = text[at + t + 1];
      }
    }
    model.parameters().forEach(Parameter::clearGradient);
    var tape = new TensorTape();
    var loss = Losses.crossEntropy(model.logits(tape, seen), next);
    tape.backward(loss);
    Clipping.byGlobalNorm(model.parameters(), LONGEST_GRADIENT);
    optimizer.step(model.parameters());
    return loss.value().item();
  }

  /// The mean cross-entropy of a text, cut into pieces of the model's context, in nats a character.
  public static double loss(CharModel model, int... text) {
    int time = model.size().context();
    double sum = 0;
    int pieces = 0;
    for (int at = 0; at + time < text.length; at += time) {
      var logits = model.logits(new TensorTape(), java.util.Arrays.copyOfRange(text, at, at + time));
      var next = java.util.Arrays.copyOfRange(text, at + 1, at + time + 1);
      sum += Losses.crossEntropy(logits, next).value().item();
      pieces++;
    }
    return sum / pieces;
  }

  /// What a guess by frequency alone costs: `−Σ p·ln p` over the characters, in nats. A model that
  /// has learnt anything is below it.
  public static double unigramEntropy(int... text) {
    var counts = new java.util.HashMap<Integer, Integer>();
    for (int t : text) {
      counts.merge(t, 1, Integer::sum);
    }
    double entropy = 0;
    for (int n : counts.values()) {
      double p = (double) n / text.length;
      entropy -= p * Math.log(p);
    }
    return entropy;
  }
}
