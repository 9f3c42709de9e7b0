package tapeline.transformer;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import tapeline.tensor.Tensor;

/// Lets a model write: one token after the other, each drawn from what the model expects.
///
/// @param temperature 1 draws as the model expects, less prefers what is likely, and 0 takes the
///   likeliest always
public record Sampler(CharModel model, float temperature) {
  public Sampler {
    if (!(temperature >= 0 && temperature < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a temperature is at least 0, got " + temperature);
    }
  }

  /// `prompt` and `count` tokens more, from a [KeyValueCache]: each token is one new position.
  ///
  /// A text that outgrows the context is seen through a window, see [#windowStart]. When the window
  /// moves, each position in it gets a new number, so nothing in the cache is true any more: it is
  /// filled again.
  ///
  /// @throws IllegalArgumentException when the prompt is empty, or count below 0
  public int[] cached(int[] prompt, int count, RandomGenerator random) {
    var text = start(prompt, count);
    var tape = model.frozenTape();
    var cache = model.cache();
    int from = 0;
    for (int n = prompt.length; n < text.length; n++) {
      if (windowStart(n) != from) {
        from = windowStart(n);
        cache.clear();
      }
      var next = Arrays.copyOfRange(text, from + cache.size(), n);
      text[n] = draw(model.step(tape, cache, next).value(), random);
    }
    return text;
  }

  /// Returns the tokens of [#cached] with the same random numbers, each from the whole window.
  public int[] uncached(int[] prompt, int count, RandomGenerator random) {
    var text = start(prompt, count);
    var tape = model.frozenTape();
    for (int n = prompt.length; n < text.length; n++) {
      var window = Arrays.copyOfRange(text, windowStart(n), n);
      text[n] = draw(model.logits(tape, window).value(), random);
    }
    return text;
  }

  /// Returns the beginning of the window in which the model sees a text of `length` tokens: 0 as
  /// long as the text fits into the context, and after that further by half a context at a time.
  public int windowStart(int length) {
    int context = model.size().context();
    int jump = Math.max(1, context / 2);
    return length <= context ? 0 : Math.ceilDiv(length - context, jump) * jump;
  }

  private static int[] start(int[] prompt, int count) {
    if (prompt.length == 0 || count < 0) {
      throw new IllegalArgumentException(
          "a prompt has at least one token, and 0 or more follow, got %d and %d"
              .formatted(prompt.length, count));
    }
    return Arrays.copyOf(prompt, prompt.length + count);
  }

  /// A token by the last row of these logits (1,rows,vocabulary).
  private int draw(Tensor logits, RandomGenerator random) {
    var last = logits.select(1, logits.shape().length(1) - 1).reshape(-1);
    var largest = last.max(true, 0);
    if (Float.isNaN(largest.at(0))) {
      throw new IllegalStateException("a token has the logit NaN: did the training diverge?");
    }
    return temperature == 0
        ? last.argmax()[0]
        : draw(last.minus(largest).div(temperature).softmax().toArray(), random.nextDouble());
  }

  /// The token at `point` when the probabilities cut the line from 0 to 1 into pieces, in their
  /// order.
  ///
  /// @param point from 0 to below 1
  public static int draw(float[] probabilities, double point) {
    // BEGIN SOLUTION 09.7 "draw a token" 15 points, core
    double left = point;
    int likely = 0;
    for (int token = 0; token < probabilities.length; token++) {
      left -= probabilities[token];
      if (left < 0) {
        return token;
      }
      likely = probabilities[token] > 0 ? token : likely;
    }
    return likely;
    // STUB // TODO 09.7 — 10 lines. In whose piece does the point lie? A token with probability 0
    // STUB // has no piece and never comes. The sum of float probabilities may be a little below
    // STUB // 1: which token is it when the point lies behind the last piece?
    // STUB throw new Todo("09.7", "draw a token");
    // END SOLUTION
  }
}
