package tapeline.peers.bench;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.nn.Activation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tapeline.data.Datasets;
import tapeline.peers.Torch;
import tapeline.peers.TorchText;
import tapeline.peers.bench.PeerWork.Pair;
import tapeline.tensor.Tensor;
import tapeline.transformer.CharModel;
import tapeline.transformer.Vocabulary;

/// The logits and the likeliest letter behind each of 200 letters of a text, with a cache of keys
/// and values: what a model of characters does that writes. The letters are given, so that both
/// engines do the same, whatever rounding does to the likeliest.
final class GenerationPass {
  private static final int LETTERS = 200;
  private static final int HEADS = 4;

  private GenerationPass() {}

  static Pair pair(NDManager manager, SplittableRandom random) {
    int vocabulary = Vocabulary.of(Datasets.persuasion()).size();
    var model = new CharModel(new CharModel.Size(vocabulary, LETTERS, 32, HEADS, 1), random);
    var letters = random.ints(LETTERS, 0, vocabulary).toArray();
    return new Pair(ours(model, letters), theirs(manager, model, letters));
  }

  private static EnginePass ours(CharModel model, int... letters) {
    return new Writing() {
      private Tensor last = Tensor.scalar(0);

      @Override
      public void forward() {
        var tape = model.frozenTape();
        var cache = model.cache();
        for (int letter : letters) {
          last = model.step(tape, cache, letter).value();
          last.argmax();
        }
      }

      @Override
      double[] logits() {
        return Torch.values(last);
      }
    };
  }

  private static EnginePass theirs(NDManager manager, CharModel model, int... letters) {
    var parameters =
        model.parameters().stream()
            .map(p -> Torch.of(manager, p.value(), DataType.FLOAT32))
            .toList();
    return new Writing() {
      private double[] last = {};

      @Override
      public void forward() {
        try (var mine = manager.newSubManager()) {
          var own = new ArrayList<NDArray>();
          for (var p : parameters) {
            p.attach(mine); // whose results are freed with the pass
            own.add(p);
          }
          var writer = new TorchText.Writer(own, HEADS, Activation::gelu);
          for (int at = 0; at < letters.length; at++) {
            var logits = writer.step(Torch.indices(mine, letters[at]), at);
            logits.argMax(-1);
            last = at == letters.length - 1 ? Torch.values(logits) : last;
          }
          parameters.forEach(p -> p.attach(manager));
        }
      }

      @Override
      double[] logits() {
        return last;
      }
    };
  }

  private abstract static class Writing implements EnginePass {
    abstract double[] logits();

    @Override
    public void backward() {}

    @Override
    public List<double[]> answers() {
      forward();
      return List.of(logits());
    }
  }
}
