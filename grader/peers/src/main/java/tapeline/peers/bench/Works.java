package tapeline.peers.bench;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tapeline.accel.fuse.FusedLayerNorm;
import tapeline.accel.fuse.ImagewiseConvolution;
import tapeline.accel.fuse.SoftmaxCrossEntropy;
import tapeline.accel.fuse.SquaredReluChain;
import tapeline.conv.Convolution;
import tapeline.conv.DigitsNetwork;
import tapeline.conv.MaxPool;
import tapeline.conv.Window;
import tapeline.data.Datasets;
import tapeline.nn.Layer;
import tapeline.nn.Losses;
import tapeline.nn.Sequential;
import tapeline.peers.Torch;
import tapeline.peers.TorchImages;
import tapeline.peers.TorchOps;
import tapeline.peers.TorchText;
import tapeline.peers.Twin;
import tapeline.peers.bench.PeerWork.Pair;
import tapeline.tensor.Tensor;
import tapeline.transformer.CharModel;
import tapeline.transformer.LayerNorm;
import tapeline.transformer.TransformerBlock;
import tapeline.transformer.Vocabulary;

/// The works that are timed: the modules' ops, in the shapes of their own benchmarks.
final class Works {
  private static final double CLOSE = 1e-4;

  /// DJL has PyTorch's exact GELU only; 04's formula is up to 5·10⁻⁴ away.
  private static final double GELU = 5e-3;

  private Works() {}

  private static final int WATCHED = 60; // blocks: two ratios are to be told apart
  private static final List<PeerWork> ALL = rows();

  static List<PeerWork> all() {
    return ALL;
  }

  private static List<PeerWork> rows() {
    // spotless:off
    var rows = new ArrayList<>(List.of(
        plain(4, "relu(x·w + b)²", "3 of 64x1024", 64, Works::chain),
        plain(4, "matmul", "64x256 · 256x128", 64, random -> matmul(random, 64, 256, 128)),
        plain(4, "matmul", "256x256 · 256x256", 256, random -> matmul(random, 256, 256, 256)),
        plain(4, "x + b", "64x1024, 1024", 64, Works::broadcastAdd),
        plain(4, "sum", "64x1024", 64, Works::sum),
        plain(4, "softmax", "64x1024", 64, Works::softmax),
        taped(5, "x + y", "two of 1", 1, Works::one),
        taped(5, "relu(x·w + b)²", "3 of 64x1024", 64, Works::chain),
        taped(5, "matmul", "64x256 · 256x128", 64, random -> matmul(random, 64, 256, 128)),
        taped(5, "x + b", "64x1024, 1024", 64, Works::broadcastAdd),
        taped(5, "sum", "64x1024", 64, Works::sum),
        taped(5, "softmax", "64x1024", 64, Works::softmax),
        work(6, "softmax cross-entropy", "64x1000", 64, CLOSE, PassKind.GRADIENTS, Works::crossEntropy),
        work(6, "training step", "64-64-10", 32, CLOSE, PassKind.DESCENT, (manager, random) -> perceptron(manager, random, 32, 64, 64, 10)),
        work(6, "training step", "784-128-10", 64, CLOSE, PassKind.DESCENT, (manager, random) -> perceptron(manager, random, 64, 784, 128, 10)),
        new PeerWork(7, "Adam step", "784x128", 1, false, CLOSE, Works::adam),
        plain(8, "conv2d 3x3 to 32, pad 1", "16x16x28x28", 16, Works::convolution),
        taped(8, "conv2d 3x3 to 32, pad 1", "16x16x28x28", 16, Works::convolution),
        taped(8, "max pooling 2x2", "16x32x28x28", 16, Works::maxPool),
        work(9, "transformer block, 4 heads", "8x64x128", 8, GELU, PassKind.GRADIENTS, Works::block),
        work(9, "training step, characters", "8x32, width 32", 8, GELU, PassKind.ADAM, Works::characters),
        work(9, "GELU", "64x1024", 64, 2 * GELU, PassKind.GRADIENTS, (_, random) -> gelu(random)),
        taped(9, "layer norm", "64x1024", 64, Works::layerNorm),
        watched("by 11's profiler", p -> new Pair(ProfiledPass.ours(p.ours()), p.ours())),
        watched("by PyTorch's profiler", p -> new Pair(ProfiledPass.theirs(p.theirs()), p.theirs()))));
    rows.addAll(List.of(
        taped(5, "relu(x·w + b)², fused", "3 of 64x1024", 64, Works::fusedChain).onVectors().withGoal(0.10),
        taped(5, "relu(x·w + b)²", "3 of 64x1024", 64, Works::chain).onVectors(),
        work(6, "softmax cross-entropy, fused", "64x1000", 64, CLOSE, PassKind.GRADIENTS, Works::fusedCrossEntropy).onVectors().withGoal(0.25),
        work(6, "softmax cross-entropy", "64x1000", 64, CLOSE, PassKind.GRADIENTS, Works::crossEntropy).opByOpOnVectors(),
        work(6, "training step, fused", "64-64-10", 32, CLOSE, PassKind.DESCENT, (manager, random) -> perceptron(manager, random, 32, 64, 64, 10)).onVectors().withGoal(0.25),
        work(6, "training step, fused", "784-128-10", 64, CLOSE, PassKind.DESCENT, (manager, random) -> perceptron(manager, random, 64, 784, 128, 10)).onVectors().withGoal(0.45),
        plain(8, "conv2d 3x3 to 32, pad 1", "16x16x28x28", 16, Works::convolution).opByOpOnVectors(),
        taped(8, "conv2d 3x3 to 32, pad 1", "16x16x28x28", 16, Works::convolution).opByOpOnVectors(),
        plain(8, "conv2d 3x3 to 32, pad 1, by image", "16x16x28x28", 16, Works::convolutionByImage).onVectors().withGoal(1),
        taped(8, "conv2d 3x3 to 32, pad 1, by image", "16x16x28x28", 16, Works::convolutionByImage).onVectors().withGoal(1),
        work(6, "training step, Adam, fused", "64-64-10", 32, CLOSE, PassKind.ADAM, (manager, random) -> perceptron(manager, random, 32, 64, 64, 10)).onVectors().withGoal(0.15),
        work(6, "training step, Adam", "64-64-10", 32, CLOSE, PassKind.ADAM, (manager, random) -> perceptron(manager, random, 32, 64, 64, 10)).opByOpOnVectors(),
        work(8, "training step, Adam, fused", "digits 12-24-10", 16, CLOSE, PassKind.ADAM, Works::digits).onVectors().withGoal(0.30),
        work(8, "training step, Adam", "digits 12-24-10", 16, CLOSE, PassKind.ADAM, Works::digits).opByOpOnVectors(),
        work(9, "transformer block, 4 heads", "8x64x128", 8, GELU, PassKind.GRADIENTS, Works::block).onVectors().withGoal(0.75),
        work(9, "training step, characters, fused", "8x32, width 32", 8, GELU, PassKind.ADAM, Works::characters).onVectors().withGoal(0.45),
        work(9, "training step, characters", "8x32, width 32", 8, GELU, PassKind.ADAM, Works::characters).opByOpOnVectors(),
        new PeerWork(9, "generation by the KV cache", "200 letters, width 32", 1, false, GELU, GenerationPass::pair).onVectors(),
        work(9, "GELU", "64x1024", 64, 2 * GELU, PassKind.GRADIENTS, (_, random) -> gelu(random)).onVectors(),
        taped(9, "layer norm", "64x1024", 64, Works::layerNorm).opByOpOnVectors(),
        taped(9, "layer norm, fused", "64x1024", 64, Works::fusedLayerNorm).onVectors()));
    rows.addAll(Products.works());
    rows.addAll(TapeWorks.works());
    return List.copyOf(rows);
    // spotless:on
  }

  /// An engine's training step under its profiler, beside the same step alone.
  private static PeerWork watched(String profiler, UnaryOperator<Pair> pair) {
    BiFunction<NDManager, SplittableRandom, Twin> step =
        (manager, random) -> perceptron(manager, random, 32, 64, 64, 10);
    var plain = work(11, "step watched " + profiler, "64-64-10", 32, CLOSE, PassKind.DESCENT, step);
    return plain.beside("itself alone").withStart(plain.start().andThen(pair)).withBlocks(WATCHED);
  }

  /// Forward alone, nothing recorded.
  private static PeerWork plain(
      int module, String op, String shape, int batch, Function<SplittableRandom, Twin> twin) {
    return new PeerWork(
        module,
        op,
        shape,
        batch,
        false,
        CLOSE,
        (manager, random) -> pair(manager, random, twin.apply(random), PassKind.FORWARD));
  }

  /// Forward and backward.
  private static PeerWork taped(
      int module, String op, String shape, int batch, Function<SplittableRandom, Twin> twin) {
    return work(
        module, op, shape, batch, CLOSE, PassKind.GRADIENTS, (_, random) -> twin.apply(random));
  }

  /// Forward and backward, and perhaps an optimizer's step behind it.
  private static PeerWork work(
      int module,
      String op,
      String shape,
      int batch,
      double tolerance,
      PassKind kind,
      BiFunction<NDManager, SplittableRandom, Twin> twin) {
    return new PeerWork(
        module,
        op,
        shape,
        batch,
        true,
        tolerance,
        (manager, random) -> pair(manager, random, twin.apply(manager, random), kind));
  }

  static Pair pair(NDManager manager, SplittableRandom random, Twin twin, PassKind kind) {
    var dY = new OurPass(twin, Tensor.scalar(1), PassKind.FORWARD).shaped(random);
    var theirs = new TheirPass(manager, twin, dY, kind); // copies before ours move
    return new Pair(new OurPass(twin, dY, kind), theirs);
  }

  private static Twin chain(SplittableRandom random) {
    return Twin.of(
        List.of(
            Tensor.normal(random, 64, 1024),
            Tensor.normal(random, 64, 1024),
            Tensor.normal(random, 64, 1024)),
        (_, x) -> x.get(0).times(x.get(1)).plus(x.get(2)).relu().square(),
        x -> Activation.relu(x.get(0).mul(x.get(1)).add(x.get(2))).square());
  }

  /// All numbers as one row.
  private static Twin fusedChain(SplittableRandom random) {
    var plain = chain(random);
    return Twin.of(
        plain.inputs(),
        (tape, x) ->
            tape.apply(
                    new SquaredReluChain(),
                    x.stream().map(each -> each.reshape(64 * 1024)).toList())
                .reshape(64, 1024),
        plain.theirs());
  }

  static Twin matmul(SplittableRandom random, int m, int k, int n) {
    return Twin.of(
        List.of(Tensor.normal(random, m, k), Tensor.normal(random, k, n)),
        (_, x) -> x.get(0).matmul(x.get(1)),
        x -> x.get(0).matMul(x.get(1)));
  }

  private static Twin broadcastAdd(SplittableRandom random) {
    return Twin.of(
        List.of(Tensor.normal(random, 64, 1024), Tensor.normal(random, 1024)),
        (_, x) -> x.get(0).plus(x.get(1)),
        x -> x.get(0).add(x.get(1)));
  }

  /// Two numbers: what an op costs before it computes anything.
  private static Twin one(SplittableRandom random) {
    return Twin.of(
        List.of(Tensor.normal(random, 1), Tensor.normal(random, 1)),
        (_, x) -> x.get(0).plus(x.get(1)),
        x -> x.get(0).add(x.get(1)));
  }

  private static Twin sum(SplittableRandom random) {
    return Twin.of(
        List.of(Tensor.normal(random, 64, 1024)),
        (_, x) -> x.getFirst().sum(),
        x -> x.getFirst().sum());
  }

  private static Twin softmax(SplittableRandom random) {
    return Twin.of(
        List.of(Tensor.normal(random, 64, 1024)),
        (_, x) -> x.getFirst().softmax(),
        x -> x.getFirst().softmax(-1));
  }

  private static Twin crossEntropy(NDManager manager, SplittableRandom random) {
    var labels = random.ints(64, 0, 1000).toArray();
    var theirLabels = Torch.indices(manager, labels).reshape(64, 1);
    return Twin.of(
        List.of(Tensor.normal(random, 64, 1000)),
        (_, x) -> Losses.crossEntropy(x.getFirst(), labels),
        x -> TorchOps.crossEntropy(x.getFirst(), theirLabels));
  }

  private static Twin fusedCrossEntropy(NDManager manager, SplittableRandom random) {
    var labels = random.ints(64, 0, 1000).toArray();
    var theirLabels = Torch.indices(manager, labels).reshape(64, 1);
    return Twin.of(
        List.of(Tensor.normal(random, 64, 1000)),
        (tape, x) -> tape.apply(new SoftmaxCrossEntropy(labels), x.getFirst()),
        x -> TorchOps.crossEntropy(x.getFirst(), theirLabels));
  }

  private static Twin perceptron(
      NDManager manager, SplittableRandom random, int batch, int... widths) {
    var x = Tensor.uniform(random, 0, 1, batch, widths[0]);
    return classifier(manager, random, Sequential.mlp(random, widths), x, TorchOps::mlp);
  }

  /// 08's network for digits, in the size of its own training.
  private static Twin digits(NDManager manager, SplittableRandom random) {
    var x = Tensor.uniform(random, 0, 1, 16, 1, 8, 8);
    return classifier(manager, random, DigitsNetwork.of(12, random), x, TorchImages::digits);
  }

  /// The loss of a network on random labels of ten classes.
  private static Twin classifier(
      NDManager manager,
      SplittableRandom random,
      Layer network,
      Tensor x,
      BiFunction<NDArray, List<NDArray>, NDArray> theirs) {
    var labels = random.ints(x.shape().length(0), 0, 10).toArray();
    var theirX = Torch.of(manager, x, DataType.FLOAT32);
    var theirLabels = Torch.indices(manager, labels).reshape(labels.length, 1);
    return new Twin(
        List.of(),
        network.parameters(),
        (tape, _) -> Losses.crossEntropy(network.forward(tape.constant(x)), labels),
        p -> {
          theirX.attach(p.getFirst().getManager()); // whose results are freed with the pass
          var logits = theirs.apply(theirX, p);
          theirX.attach(manager);
          return TorchOps.crossEntropy(logits, theirLabels);
        });
  }

  private static Twin gelu(SplittableRandom random) {
    return Twin.of(
        List.of(Tensor.normal(random, 64, 1024)),
        (_, x) -> x.getFirst().gelu(),
        x -> Activation.gelu(x.getFirst()));
  }

  private static Twin layerNorm(SplittableRandom random) {
    return Twin.of(
        Tensor.normal(random, 64, 1024),
        new LayerNorm("norm", 1024),
        a -> TorchText.layerNorm(a.get(0), a.get(1).reshape(1024), a.get(2)));
  }

  private static Twin fusedLayerNorm(SplittableRandom random) {
    return Twin.of(
        List.of(
            Tensor.normal(random, 64, 1024),
            Tensor.uniform(random, 0.5f, 2, 1024),
            Tensor.normal(random, 1024)),
        (tape, x) -> tape.apply(new FusedLayerNorm(1e-5f), x),
        x -> TorchText.layerNorm(x.get(0), x.get(1), x.get(2)));
  }

  private static Pair adam(NDManager manager, SplittableRandom random) {
    var start = Tensor.normal(random, 784, 128);
    var gradient = Tensor.uniform(random, 0.5f, 1.5f, 784, 128); // far above both engines' ε
    return new Pair(AdamPass.ours(start, gradient), AdamPass.theirs(manager, start, gradient));
  }

  private static Twin convolution(SplittableRandom random) {
    var window = Window.same(3);
    var layer = new Convolution("conv", 16, 32, window, random);
    return Twin.of(
        Tensor.normal(random, 16, 16, 28, 28),
        layer,
        a -> TorchImages.convolve(a.get(0), a.get(1), a.get(2).reshape(32), window));
  }

  private static Twin convolutionByImage(SplittableRandom random) {
    var window = Window.same(3);
    return Twin.of(
        List.of(
            Tensor.normal(random, 16, 16, 28, 28),
            Tensor.normal(random, 32, 16, 3, 3),
            Tensor.normal(random, 32, 1, 1)),
        (tape, x) ->
            tape.apply(new ImagewiseConvolution(window), x.get(0), x.get(1)).plus(x.get(2)),
        x -> TorchImages.convolve(x.get(0), x.get(1), x.get(2).reshape(32), window));
  }

  private static Twin maxPool(SplittableRandom random) {
    return Twin.of(
        Tensor.normal(random, 16, 32, 28, 28),
        new MaxPool(2),
        a -> TorchImages.maxPool(a.getFirst(), 2));
  }

  private static Twin block(NDManager manager, SplittableRandom random) {
    int heads = 4;
    var mask = TorchText.causal(manager.zeros(new Shape(1)), 64);
    return Twin.of(
        Tensor.normal(random, 8, 64, 128),
        new TransformerBlock("block", 128, heads, random),
        a -> TorchText.block(a.getFirst(), a.subList(1, a.size()), heads, mask, Activation::gelu));
  }

  /// 09's model of characters, in the size of `./tapeline model`, on 8 texts of 32 tokens.
  private static Twin characters(NDManager manager, SplittableRandom random) {
    int texts = 8;
    int time = 32;
    int vocabulary = Vocabulary.of(Datasets.persuasion()).size();
    var model = new CharModel(new CharModel.Size(vocabulary, time, 32, 4, 1), random);
    var tokens = new int[texts][];
    Arrays.setAll(tokens, _ -> random.ints(time, 0, vocabulary).toArray());
    var all = Stream.of(tokens).flatMapToInt(IntStream::of).toArray();
    var labels = random.ints(all.length, 0, vocabulary).toArray();
    var theirTokens = Torch.indices(manager, all).reshape(texts, time);
    var theirLabels = Torch.indices(manager, labels).reshape(labels.length, 1);
    var mask = TorchText.causal(manager.zeros(new Shape(1)), time);
    return new Twin(
        List.of(),
        model.parameters(),
        (tape, _) -> Losses.crossEntropy(model.logits(tape, tokens), labels),
        p -> {
          theirTokens.attach(p.getFirst().getManager()); // whose results are freed with the pass
          var logits = TorchText.model(theirTokens, p, 4, mask, Activation::gelu);
          theirTokens.attach(manager);
          return TorchText.loss(logits, theirLabels);
        });
  }
}
