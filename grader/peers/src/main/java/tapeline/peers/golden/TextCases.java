package tapeline.peers.golden;

import static tapeline.peers.golden.GoldenOp.op;
import static tapeline.peers.golden.GoldenOp.opWith;

import ai.djl.ndarray.NDManager;
import java.util.Arrays;
import java.util.List;
import tapeline.nn.Losses;
import tapeline.peers.Torch;
import tapeline.peers.TorchOps;
import tapeline.peers.TorchText;
import tapeline.peers.Twin;
import tapeline.transformer.Attention;
import tapeline.transformer.CharModel;
import tapeline.transformer.Embedding;
import tapeline.transformer.LayerNorm;
import tapeline.transformer.TransformerBlock;

/// The transformer of 09, from its parts to the loss of a whole model.
final class TextCases {
  private static final int MODULE = 9;
  private static final float SIZE = 0.25f; // where larger, softmax is sure, and loses its digits

  private TextCases() {}

  static List<GoldenOp> ops() {
    return List.of(
        op(MODULE, "layer norm", TextCases::layerNorm),
        opWith(MODULE, "embedding", TextCases::embedding),
        op(MODULE, "causal attention", TextCases::attention),
        op(MODULE, "transformer block", TextCases::block),
        opWith(MODULE, "character model's loss", TextCases::model));
  }

  private static Twin layerNorm(Draw draw) {
    int width = draw.number(3, 20);
    var layer = new LayerNorm("norm", width);
    draw.fill(layer.parameters(), SIZE);
    return Twin.of(
        draw.distinct(draw.length(), draw.length(), width),
        layer,
        a -> TorchText.layerNorm(a.get(0), a.get(1), a.get(2)));
  }

  private static Twin embedding(Draw draw, NDManager manager) {
    int rows = draw.number(1, 8);
    var tokens = draw.below(rows, draw.number(1, 20));
    var theirTokens = Torch.indices(manager, tokens);
    return Twin.of(
        List.of(draw.normal(rows, draw.length())),
        (tape, x) -> tape.apply(new Embedding(tokens), x.getFirst()),
        a -> TorchText.embedding(a.getFirst(), theirTokens));
  }

  private static Twin attention(Draw draw) {
    int heads = draw.number(1, 3);
    int width = heads * draw.number(2, 6);
    int time = draw.number(1, 9);
    var layer = new Attention("attention", width, heads, draw.random());
    draw.fill(layer.parameters(), SIZE);
    return Twin.of(
        draw.normal(draw.length(), time, width),
        layer,
        a ->
            TorchText.attention(
                a.getFirst(), a.subList(1, a.size()), heads, TorchText.causal(a.getFirst(), time)));
  }

  private static Twin block(Draw draw) {
    int heads = draw.number(1, 3);
    int width = heads * draw.number(4, 8);
    int time = draw.number(1, 9);
    var layer = new TransformerBlock("block", width, heads, draw.random());
    draw.fill(layer.parameters(), SIZE);
    return Twin.of(
        draw.distinct(draw.length(), time, width),
        layer,
        a ->
            TorchText.block(
                a.getFirst(),
                a.subList(1, a.size()),
                heads,
                TorchText.causal(a.getFirst(), time),
                TorchOps::geluByTanh));
  }

  private static Twin model(Draw draw, NDManager manager) {
    int heads = draw.number(1, 3);
    int vocabulary = draw.number(2, 12);
    int texts = draw.number(1, 4);
    int time = draw.number(1, 9);
    var size =
        new CharModel.Size(
            vocabulary, time + draw.number(0, 3), heads * draw.number(4, 8), heads, 2);
    var model = new CharModel(size, draw.random());
    draw.fill(model.parameters(), SIZE);
    var tokens = new int[texts][];
    var all = draw.below(vocabulary, texts * time);
    for (int i = 0; i < texts; i++) {
      tokens[i] = Arrays.copyOfRange(all, i * time, (i + 1) * time);
    }
    var labels = draw.below(vocabulary, texts * time);
    var theirTokens = Torch.indices(manager, all).reshape(texts, time);
    var theirLabels = Torch.indices(manager, labels).reshape(labels.length, 1);
    return new Twin(
        List.of(),
        model.parameters(),
        (tape, _) -> Losses.crossEntropy(model.logits(tape, tokens), labels),
        a -> {
          var mask = TorchText.causal(a.getFirst(), time);
          var logits = TorchText.model(theirTokens, a, heads, mask, TorchOps::geluByTanh);
          return TorchText.loss(logits, theirLabels);
        });
  }
}
