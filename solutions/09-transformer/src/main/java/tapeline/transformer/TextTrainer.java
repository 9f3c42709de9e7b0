package tapeline.transformer;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import tapeline.autograd.TensorTape;
import tapeline.nn.FusingBackend;
import tapeline.nn.Losses;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;

/// Teaches a model a text: random windows of it, in which each position predicts the next token.
///
/// @param batch windows a step
public record TextTrainer(CharModel model, Optimizer optimizer, int batch, RandomGenerator random) {
  public TextTrainer {
    if (batch < 1) {
      throw new IllegalArgumentException("a batch has at least one window, got " + batch);
    }
  }

  /// Windows of a text, and the token that follows at each of their positions, in one row.
  public record Windows(int[][] seen, int[] next) {
    private static Windows of(int[] text, int time, int... starts) {
      var windows = new Windows(new int[starts.length][], new int[starts.length * time]);
      for (int b = 0; b < starts.length; b++) {
        windows.seen[b] = Arrays.copyOfRange(text, starts[b], starts[b] + time);
        System.arraycopy(text, starts[b] + 1, windows.next, b * time, time);
      }
      return windows;
    }
  }

  /// One step on random windows of a text, see [#step(Windows)].
  public double step(int... text) {
    return step(windows(text));
  }

  /// Random windows of a text, as many as a batch has.
  ///
  /// @throws IllegalArgumentException when the text has no window with a token after it
  public Windows windows(int... text) {
    int count = positions(model, text);
    return Windows.of(text, model.size().context(), random.ints(batch, 0, count).toArray());
  }

  /// One step on these windows; the mean cross-entropy before it, in nats a token. Gradients last
  /// until the next step.
  public double step(Windows windows) {
    try (var _ = FusingBackend.begin(optimizer)) {
      return learn(windows);
    }
  }

  private double learn(Windows windows) {
    model.parameters().forEach(Parameter::clearGradient);
    var tape = new TensorTape();
    var loss = Losses.crossEntropy(model.logits(tape, windows.seen), windows.next);
    tape.backward(loss);
    optimizer.step(model.parameters());
    return loss.value().item();
  }

  /// The mean cross-entropy, in nats a token, of `count` windows that lie evenly in a text.
  ///
  /// @throws IllegalArgumentException when the text has no window with a token after it
  public static double loss(CharModel model, int count, int... text) {
    int most = positions(model, text);
    double sum = 0;
    for (int i = 0; i < count; i++) {
      int start = (int) ((long) most * i / count);
      var windows = Windows.of(text, model.size().context(), start);
      var logits = model.logits(model.frozenTape(), windows.seen);
      sum += Losses.crossEntropy(logits, windows.next).value().item();
    }
    return sum / count;
  }

  /// How many places there are for a window.
  private static int positions(CharModel model, int... text) {
    int count = text.length - model.size().context();
    if (count < 1) {
      throw new IllegalArgumentException(
          "a model with a context of %d learns from %d tokens or more, got %d"
              .formatted(model.size().context(), model.size().context() + 1, text.length));
    }
    return count;
  }
}
