package tapeline.laboratory.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tapeline.autograd.Variable;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.transformer.CharModel;
import tapeline.transformer.Embedding;
import tapeline.transformer.LayerNorm;
import tapeline.transformer.TransformerBlock;
import tapeline.transformer.Vocabulary;

/// 09's model of characters as a chain of layers, so that 14's plans and a pipeline's stages may
/// cut it anywhere. A row is a position: `(windows·context, 1)` with its token, and between the
/// layers `(windows·context, width)`.
record TextLayers(CharModel.Size size, int windows) {
  private static final String TEXT = Datasets.persuasion();

  /// @param windows of the text in a batch
  static TextLayers of(int context, int width, int layers, int windows) {
    int vocabulary = Vocabulary.of(TEXT).size();
    return new TextLayers(new CharModel.Size(vocabulary, context, width, 4, layers), windows);
  }

  /// Embeddings, the blocks, norm and head: untrained, and the same with each call.
  List<Layer> layers() {
    var random = new SplittableRandom(19);
    int width = size.width();
    var all = new ArrayList<Layer>();
    all.add(
        new Embeddings(
            new Parameter("tokens", embeddings(size.vocabulary(), random)),
            new Parameter("positions", embeddings(size.context(), random))));
    for (int i = 0; i < size.layers(); i++) {
      var block = new TransformerBlock("block" + i, width, size.heads(), random);
      all.add(new RowsOfWindows(block, size.context()));
    }
    var head = Tensor.normal(random, width, size.vocabulary()).times(1f / width);
    all.add(new Sequential(new LayerNorm("norm", width), new Linear("head", head)));
    return List.copyOf(all);
  }

  private Tensor embeddings(int rows, SplittableRandom random) {
    return Tensor.normal(random, rows, size.width()).times(0.5f);
  }

  /// The first windows of the text, each position with the token that follows.
  Dataset batch() {
    var tokens = Vocabulary.of(TEXT).encode(TEXT);
    int rows = windows * size.context();
    var seen = new float[rows];
    for (int i = 0; i < rows; i++) {
      seen[i] = tokens[i];
    }
    var next = Arrays.copyOfRange(tokens, 1, rows + 1);
    return new Dataset(Tensor.of(seen, rows, 1), next, size.vocabulary());
  }

  /// Embeddings of token and position added.
  private record Embeddings(Parameter tokens, Parameter positions) implements Layer {
    @Override
    public Variable forward(Variable x) {
      int context = positions.value().shape().length(0);
      var rows = x.value().toArray();
      int[] seen = IntStream.range(0, rows.length).map(i -> (int) rows[i]).toArray();
      int[] at = IntStream.range(0, rows.length).map(i -> i % context).toArray();
      var tape = x.tape();
      return tape.apply(new Embedding(seen), tokens.on(tape))
          .plus(tape.apply(new Embedding(at), positions.on(tape)));
    }

    @Override
    public List<Parameter> parameters() {
      return Stream.of(tokens, positions).toList();
    }
  }

  /// A layer of (windows,context,width) on rows.
  private record RowsOfWindows(Layer layer, int context) implements Layer {
    @Override
    public Variable forward(Variable x) {
      int width = x.shape().length(1);
      return layer.forward(x.reshape(-1, context, width)).reshape(-1, width);
    }

    @Override
    public List<Parameter> parameters() {
      return layer.parameters();
    }
  }
}
