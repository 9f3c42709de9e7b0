package tapeline.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// A transformer that predicts the next character: embeddings of character and place, blocks, a
/// linear layer to the vocabulary.
public final class CharModel {

  /// How large a model is.
  ///
  /// @param context how many places it sees at most
  public record Size(int vocabulary, int context, int width, int heads, int layers) {}

  private final Size size;
  private final Parameter tokens;
  private final Parameter places;
  private final List<Block> blocks;
  private final LayerNorm norm;
  private final Linear head;

  public CharModel(Size size, RandomGenerator random) {
    int width = size.width();
    this.size = size;
    this.tokens =
        new Parameter("tokens", Tensor.normal(random, size.vocabulary(), width).times(0.1f));
    this.places = new Parameter("places", Tensor.normal(random, size.context(), width).times(0.1f));
    this.blocks =
        IntStream.range(0, size.layers())
            .mapToObj(i -> new Block("block" + i, width, size.heads(), random))
            .toList();
    this.norm = new LayerNorm("norm", width);
    this.head =
        new Linear(
            "head", Tensor.normal(random, width, size.vocabulary()).times(1f / width));
  }

  public Size size() {
    return size;
  }

  /// The logits of the next character after each place: (texts,time,vocabulary).
  ///
  /// @param texts of one length, at most the context
  public Variable logits(TensorTape tape, int[]... texts) {
    int time = texts[0].length;
    if (time == 0 || time > size.context()) {
      throw new IllegalArgumentException(
          "the model sees 1 to %d places, got %d".formatted(size.context(), time));
    }
    int[] all = java.util.Arrays.stream(texts).flatMapToInt(IntStream::of).toArray();
    var x = embed(tape, all, 0, time).reshape(texts.length, time, size.width());
    for (var block : blocks) {
      x = block.forward(x);
    }
    return head.forward(norm.forward(x));
  }

  /// The logits after one more character, whose place is the cache's size: (1,1,vocabulary).
  Variable step(TensorTape tape, int token, KeyValueCache cache) {
    var x = embed(tape, new int[] {token}, cache.size(), 1).reshape(1, 1, size.width());
    for (int i = 0; i < blocks.size(); i++) {
      x = blocks.get(i).step(x, cache, i);
    }
    return head.forward(norm.forward(x));
  }

  /// Characters and places added; every text begins at place `from`. (tokens,width)
  private Variable embed(TensorTape tape, int[] all, int from, int time) {
    int[] at = IntStream.range(0, all.length).map(i -> from + i % time).toArray();
    return tape.apply(new Lookup(all), variable(tape, tokens))
        .plus(tape.apply(new Lookup(at), variable(tape, places)));
  }

  private static Variable variable(TensorTape tape, Parameter parameter) {
    return parameter.on(tape);
  }

  /// An empty cache that fits the model.
  public KeyValueCache cache() {
    return new KeyValueCache(size.layers(), size.heads(), size.width(), size.context());
  }

  public List<Parameter> parameters() {
    var all = new ArrayList<Parameter>(List.of(tokens, places));
    blocks.forEach(b -> all.addAll(b.parameters()));
    all.addAll(norm.parameters());
    all.addAll(head.parameters());
    return all;
  }
}
