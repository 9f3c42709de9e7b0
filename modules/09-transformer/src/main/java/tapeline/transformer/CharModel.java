package tapeline.transformer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// A transformer that predicts the next character: embeddings of token and position, blocks, a
/// linear layer to the vocabulary.
public final class CharModel {
  private static final float EMBEDDING_DEVIATION = 0.5f;

  private final Size size;
  private final Parameter tokens;
  private final Parameter positions;
  private final List<TransformerBlock> blocks;
  private final LayerNorm norm;
  private final Linear head;

  /// How large a model is.
  ///
  /// @param vocabulary how many different tokens there are
  /// @param context how many positions it sees at most
  /// @param width numbers a position
  /// @param heads of the attention, which divide the width
  /// @param layers how many blocks
  public record Size(int vocabulary, int context, int width, int heads, int layers) {
    public Size {
      if (vocabulary < 1 || context < 1 || width < 1 || heads < 1 || layers < 0) {
        throw new IllegalArgumentException(
            "a model has a vocabulary, context, width and heads of at least 1 and layers of at least"
                + " 0, got %d, %d, %d, %d and %d"
                    .formatted(vocabulary, context, width, heads, layers));
      }
    }
  }

  /// A model with causal attention, which has learnt nothing yet.
  public CharModel(Size size, RandomGenerator random) {
    this(size, Attention::causal, random);
  }

  /// A model whose attention has a mask of its own.
  public CharModel(Size size, Attention.Mask mask, RandomGenerator random) {
    int width = size.width();
    this.size = size;
    this.tokens = new Parameter("tokens", embeddings(size.vocabulary(), width, random));
    this.positions = new Parameter("positions", embeddings(size.context(), width, random));
    this.blocks =
        IntStream.range(0, size.layers())
            .mapToObj(i -> new TransformerBlock("block" + i, width, size.heads(), mask, random))
            .toList();
    this.norm = new LayerNorm("norm", width);
    // Small weights: at first all characters are about as likely, and the loss is ln(vocabulary).
    this.head =
        new Linear("head", Tensor.normal(random, width, size.vocabulary()).times(1f / width));
  }

  private static Tensor embeddings(int rows, int width, RandomGenerator random) {
    return Tensor.normal(random, rows, width).times(EMBEDDING_DEVIATION);
  }

  public Size size() {
    return size;
  }

  /// A new tape on which the model's parameters are constants: nothing is recorded for backward.
  public TensorTape frozenTape() {
    var tape = new TensorTape();
    parameters().forEach(p -> p.fixOn(tape));
    return tape;
  }

  /// The logits of the next token after each position: (texts,time,vocabulary).
  ///
  /// @param texts of one length, at most the context
  public Variable logits(TensorTape tape, int[]... texts) {
    var x = embed(tape, 0, texts);
    for (var block : blocks) {
      x = block.forward(x);
    }
    return head.forward(norm.forward(x));
  }

  /// The logits after each of these tokens, which follow the ones in the cache:
  /// (1,rows,vocabulary). The cache gets their keys and values.
  ///
  /// @throws IllegalArgumentException when they do not fit into the context
  public Variable step(TensorTape tape, KeyValueCache cache, int... next) {
    var x = embed(tape, cache.size(), next);
    for (int i = 0; i < blocks.size(); i++) {
      x = blocks.get(i).step(x, cache, i);
    }
    return head.forward(norm.forward(x));
  }

  /// The weights of a block's attention over a text: (heads,time,time), see [Attention#weights].
  public Tensor attention(int layer, int... text) {
    var x = embed(frozenTape(), 0, text);
    for (var block : blocks.subList(0, layer)) {
      x = block.forward(x);
    }
    return blocks.get(layer).weights(x).squeeze(0);
  }

  /// Embeddings of token and position added; every text begins at position `from`.
  /// (texts,time,width)
  private Variable embed(TensorTape tape, int from, int[]... texts) {
    int time = texts.length == 0 ? 0 : texts[0].length;
    if (time == 0 || from + time > size.context()) {
      throw new IllegalArgumentException(
          "the model sees 1 to %d positions, got %d after %d"
              .formatted(size.context(), time, from));
    }
    for (var text : texts) {
      if (text.length != time) {
        throw new IllegalArgumentException(
            "texts of a batch have one length, got %d and %d".formatted(time, text.length));
      }
    }
    int[] all = Arrays.stream(texts).flatMapToInt(IntStream::of).toArray();
    int[] at = IntStream.range(from, from + time).toArray();
    return tape.apply(new Embedding(all), tokens.on(tape))
        .reshape(texts.length, time, size.width())
        .plus(tape.apply(new Embedding(at), positions.on(tape)));
  }

  /// An empty cache that fits the model.
  public KeyValueCache cache() {
    return new KeyValueCache(size);
  }

  /// The parameters, from the input to the output.
  public List<Parameter> parameters() {
    var all = new ArrayList<>(List.of(tokens, positions));
    blocks.forEach(b -> all.addAll(b.parameters()));
    all.addAll(norm.parameters());
    all.addAll(head.parameters());
    return all;
  }

  /// How many numbers are learnt.
  public int parameterCount() {
    return parameters().stream().mapToInt(p -> p.value().shape().size()).sum();
  }
}
