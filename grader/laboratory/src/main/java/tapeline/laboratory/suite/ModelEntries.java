package tapeline.laboratory.suite;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import tapeline.conv.Convolution;
import tapeline.conv.ConvolutionCost;
import tapeline.conv.Window;
import tapeline.laboratory.suite.SuiteEntry.Ratio;
import tapeline.nn.Losses;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.transformer.TransformerBlock;

/// The models of the tensor suite, on modules 06, 08 and 09.
final class ModelEntries {
  private ModelEntries() {}

  static List<SuiteEntry> all() {
    return List.of(perceptron(16), convolution(8, 3, 6, 8), block(4, 16, 32, 4));
  }

  /// A perceptron and its loss: all that a step of training needs the gradient of.
  private static SuiteEntry perceptron(int batch) {
    var random = new SplittableRandom(6);
    var model = Sequential.mlp(random, 64, 64, 10);
    var x = Tensor.normal(random, batch, 64);
    int[] labels = random.ints(batch, 0, 10).toArray();
    var pass = perceptron(model, x, labels);
    double[] numbers = Float64.of(x);
    return entry(
        "small MLP",
        "(16,64), 64-64-10",
        batch,
        Scope.END_TO_END,
        pass,
        p -> {
          double[] hidden = Float64.map(v -> Math.max(v, 0), Float64.linear(numbers, p[0], p[1]));
          return new double[] {Float64.crossEntropy(Float64.linear(hidden, p[2], p[3]), labels)};
        },
        Hypothesis.count(
            "small MLP: as many nodes for 16 examples as for one",
            perceptron(model, x.slice(0, 0, 1), labels[0]).nodes(),
            pass.nodes(),
            "nodes"),
        // The input needs no gradient: of the first layer's two products back there is one.
        TensorEntries.backward("small MLP: backward takes as long as forward", 0.75, 1.5));
  }

  private static TensorPass perceptron(Sequential model, Tensor x, int... labels) {
    return new TensorPass(
        List.of(),
        model.parameters(),
        (tape, _) -> Losses.crossEntropy(model.forward(tape.constant(x)), labels));
  }

  /// Images (n,c,8,8) and weights (o,c,3,3), by columns.
  private static SuiteEntry convolution(int n, int c, int o, int side) {
    var random = new SplittableRandom(7);
    var x = Tensor.normal(random, n, c, side, side);
    var w = Tensor.normal(random, o, c, 3, 3);
    var window = Window.same(3);
    var pass =
        new TensorPass(
            List.of(x, w), List.of(), (_, v) -> Convolution.convolve(v.get(0), v.get(1), window));
    return entry(
        "convolution",
        "(8,3,8,8)*(6,3,3,3)",
        n,
        Scope.COMPONENT,
        pass,
        v -> Float64.convolve(v[0], v[1], c, o, side),
        Hypothesis.count(
            "convolution: nine columns a channel and the weights are kept",
            ConvolutionCost.of(x.shape(), w.shape(), window).columnBytes(),
            pass.savedBytes(),
            "bytes"),
        TensorEntries.backward("convolution: backward takes 1.5 to 3 times its forward", 1.5, 3));
  }

  /// A block with its parameters.
  private static SuiteEntry block(int texts, int time, int width, int heads) {
    var random = new SplittableRandom(8);
    var block = new TransformerBlock("block", width, heads, random);
    var x = Tensor.normal(random, texts, time, width);
    var pass =
        new TensorPass(List.of(x), block.parameters(), (_, v) -> block.forward(v.getFirst()));
    return entry(
        "transformer block",
        "(4,16,32), 4 heads",
        texts,
        Scope.COMPONENT,
        pass,
        v -> Float64Block.of(v, time, width, heads),
        Hypothesis.count(
            "transformer block: 24·width² + 4·time·width flops a position",
            (long) texts * time * (24L * width * width + 4L * time * width),
            pass.flops(Phase.FORWARD),
            "flops"),
        TensorEntries.backward(
            "transformer block: backward takes 1.5 to 3 times its forward", 1.5, 3));
  }

  private static SuiteEntry entry(
      String name,
      String shape,
      int batch,
      Scope scope,
      TensorPass pass,
      Function<double[][], double[]> oracle,
      Hypothesis counted,
      Ratio ratio) {
    return new SuiteEntry(
        name,
        shape,
        "float32",
        batch,
        scope,
        pass,
        () -> pass.gradientError(oracle),
        () -> List.of(counted),
        List.of(ratio));
  }
}
