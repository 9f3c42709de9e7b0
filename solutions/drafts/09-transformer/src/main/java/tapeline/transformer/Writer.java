package tapeline.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Tensor;

/// Lets a model write: one character after the other, each drawn from what the model expects.
///
/// @param temperature 1 draws as the model expects, less goes for the likely, 0 always for the
///   likeliest
public record Writer(CharModel model, float temperature) {
  public Writer {
    if (!(temperature >= 0)) {
      throw new IllegalArgumentException("a temperature is at least 0, got " + temperature);
    }
  }

  /// `prompt` and `count` tokens more, every one from the whole text so far: O(n²) attention each.
  public int[] uncached(int[] prompt, int count, RandomGenerator random) {
    var text = start(prompt, count);
    while (text.size() < prompt.length + count) {
      var tokens = text.stream().mapToInt(t -> t).toArray();
      var logits = model.logits(new TensorTape(), tokens).value();
      text.add(draw(logits.slice(1, tokens.length - 1, tokens.length).reshape(-1), random));
    }
    return text.stream().mapToInt(t -> t).toArray();
  }

  /// The same tokens as [#uncached] with the same random numbers, with a cache: O(n) attention each.
  public int[] cached(int[] prompt, int count, RandomGenerator random) {
    var text = start(prompt, count);
    var cache = model.cache();
    while (text.size() < prompt.length + count) {
      Tensor logits = Tensor.zeros(0);
      while (cache.size() < text.size()) {
        logits = model.step(new TensorTape(), text.get(cache.size()), cache).value();
      }
      text.add(draw(logits.reshape(-1), random));
    }
    return text.stream().mapToInt(t -> t).toArray();
  }

  private List<Integer> start(int[] prompt, int count) {
    int context = model.size().context();
    if (prompt.length == 0 || count < 0 || prompt.length + count > context + 1) {
      throw new IllegalArgumentException(
          "a prompt has a token at least, and with what follows %d at most, got %d and %d"
              .formatted(context + 1, prompt.length, count));
    }
    var text = new ArrayList<Integer>();
    for (int t : prompt) {
      text.add(t);
    }
    return text;
  }

  /// A token by these logits (vocabulary).
  private int draw(Tensor logits, RandomGenerator random) {
    if (temperature == 0) {
      return logits.argmax()[0];
    }
    var chances = logits.div(temperature).softmax();
    double left = random.nextDouble();
    // BEGIN SOLUTION 09.7 "draw a token" 10 points
    for (int token = 0; token < chances.shape().size() - 1; token++) {
      left -= chances.at(token);
      if (left < 0) {
        return token;
      }
    }
    return chances.shape().size() - 1;
    // STUB // TODO 09.7 — 7 lines. The chances cut the line from 0 to 1 into pieces; `left` is a random
    // STUB // point on it. In whose piece does it lie? Rounding may leave a gap after the last piece.
    // STUB throw new Todo("09.7", "draw a token");
    // END SOLUTION
  }
}
