package tapeline.transformer;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import tapeline.autograd.Variable;
import tapeline.nn.FusingBackend;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// Multi-head self-attention (Vaswani et al. 2017, arXiv 1706.03762): each position of a text
/// gathers what it asks for from the positions that its mask lets it see.
///
/// X and Y are (batch,time,width). From X come queries Q, keys K and values V; each head has `c =
/// width/heads` of their columns and gathers `softmax(Q·Kᵀ/√c + mask)·V`. 8·width² + 4·time·width
/// flops a position.
public final class Attention implements Layer {
  private final int heads;
  private final Mask mask;
  private final Linear query;
  private final Linear key;
  private final Linear value;
  private final Linear output;

  /// Which positions may be seen.
  @FunctionalInterface
  public interface Mask {
    /// The mask that is added to the scores of the last `rows` of `positions` positions: 0 where
    /// the one of the row may see the one of the column, else −∞. (rows,positions) A new one each
    /// time.
    Tensor of(int rows, int positions);
  }

  /// Causal attention.
  ///
  /// @param name the prefix of its parameters' names
  /// @throws IllegalArgumentException unless the heads divide the width
  public Attention(String name, int width, int heads, RandomGenerator random) {
    this(name, width, heads, Attention::causal, random);
  }

  /// Attention with a mask of its own.
  public Attention(String name, int width, int heads, Mask mask, RandomGenerator random) {
    if (heads < 1 || width < 1 || width % heads != 0) {
      throw new IllegalArgumentException(
          "heads share the width equally, got %d heads for a width of %d".formatted(heads, width));
    }
    this.heads = heads;
    this.mask = mask;
    this.query = new Linear(name + ".query", square(width, random));
    this.key = new Linear(name + ".key", square(width, random));
    this.value = new Linear(name + ".value", square(width, random));
    this.output = new Linear(name + ".output", square(width, random));
  }

  /// Normal with variance 1/width: no ReLU follows that would halve it.
  private static Tensor square(int width, RandomGenerator random) {
    return Tensor.normal(random, width, width).times((float) Math.sqrt(1.0 / width));
  }

  /// The causal [Mask]: a position sees itself and those before it.
  public static Tensor causal(int rows, int positions) {
    var mask = Tensor.zeros(rows, positions);
    // BEGIN SOLUTION 09.4 "the causal mask" 15 points, core
    for (int i = 0; i < rows; i++) {
      for (int j = positions - rows + i + 1; j < positions; j++) {
        mask.set(Float.NEGATIVE_INFINITY, i, j);
      }
    }
    return mask;
    // STUB // TODO 09.4 — 6 lines. mask.set(value, i, j). The rows are the last of the positions:
    // STUB // which position is row i, and which j come after it? softmax makes exp(score + mask)
    // STUB // of a score: why −∞, and not a large negative number?
    // STUB throw new Todo("09.4", "the causal mask");
    // END SOLUTION
  }

  @Override
  public Variable forward(Variable x) {
    int time = x.shape().length(1);
    var allowed = x.tape().constant(mask.of(time, time));
    var q = split(query, x);
    var k = split(key, x);
    var v = split(value, x);
    return join(
        FusingBackend.asOne(this, q, k, v, allowed).orElseGet(() -> attend(q, k, v, allowed)));
  }

  /// The output of [#forward] for the positions `x` after those in the cache, which gets theirs. X
  /// and Y (1,rows,width). 8·width² + 4·positions·width flops a row, however many came before.
  public Variable step(Variable x, KeyValueCache cache, int layer) {
    var tape = x.tape();
    int rows = x.shape().length(1);
    // BEGIN SOLUTION 09.8 "a step with the cache" 15 points
    cache.append(layer, split(key, x).value(), split(value, x).value());
    var keys = cache.keys(layer);
    var values = tape.constant(cache.values(layer));
    var allowed = tape.constant(mask.of(rows, keys.shape().length(2)));
    return join(attend(split(query, x), tape.constant(keys), values, allowed));
    // STUB // TODO 09.8 — 5 lines. As forward, but keys and values are those in the cache, once it
    // STUB // has the new ones: cache.append(layer, split(key, x).value(), …), cache.keys(layer),
    // STUB // (1,heads,positions,c). tape.constant(…) puts them on the tape. Which positions ask,
    // STUB // and how many do they see: what are the two lengths of the mask?
    // STUB throw new Todo("09.8", "a step with the cache");
    // END SOLUTION
  }

  /// The weights with which each position gathers, rows that add up to 1: (batch,heads,time,time).
  public Tensor weights(Variable x) {
    int time = x.shape().length(1);
    var identity = Tensor.zeros(time, time);
    for (int i = 0; i < time; i++) {
      identity.set(1, i, i);
    }
    // Values that are the identity matrix come out as the weights themselves.
    var tape = x.tape();
    return attend(
            split(query, x),
            split(key, x),
            tape.constant(identity),
            tape.constant(mask.of(time, time)))
        .value();
  }

  /// `softmax(Q·Kᵀ/√c + mask)·V`, head by head: Q (…,rows,c), K (…,positions,c), V (…,positions,d),
  /// mask (rows,positions), Y (…,rows,d). Finite where Q·Kᵀ and V are.
  public static Variable attend(Variable q, Variable k, Variable v, Variable mask) {
    // BEGIN SOLUTION 09.5 "attention" 20 points, core
    float scale = (float) (1 / Math.sqrt(q.shape().length(-1)));
    var scores = q.matmul(k.transpose()).times(scale);
    return scores.plus(mask).softmax().matmul(v);
    // STUB // TODO 09.5 — 3 lines. The formula stands above. Q·Kᵀ is (…,rows,positions): a score
    // STUB // for each pair. Along which axis does softmax run, and must the mask come before it?
    // STUB // Why is it c that the scores are scaled by, and not the width?
    // STUB throw new Todo("09.5", "attention");
    // END SOLUTION
  }

  /// A projection of X by head: (batch,time,width) to (batch,heads,time,c), no number copied.
  private Variable split(Linear projection, Variable x) {
    var y = projection.forward(x);
    int batch = y.shape().length(0);
    int time = y.shape().length(1);
    return y.reshape(batch, time, heads, -1).permute(0, 2, 1, 3);
  }

  /// The heads side by side again, and mixed: (batch,heads,time,c) to (batch,time,width).
  private Variable join(Variable y) {
    int batch = y.shape().length(0);
    int time = y.shape().length(2);
    return output.forward(y.permute(0, 2, 1, 3).reshape(batch, time, -1));
  }

  @Override
  public List<Parameter> parameters() {
    return Stream.of(query, key, value, output).flatMap(l -> l.parameters().stream()).toList();
  }
}
