package tapeline.peers.golden;

import static tapeline.peers.golden.GoldenOp.of;
import static tapeline.peers.golden.GoldenOp.with;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import java.util.List;
import tapeline.nn.Linear;
import tapeline.nn.Losses;
import tapeline.nn.Sequential;
import tapeline.peers.Torch;
import tapeline.peers.TorchOps;
import tapeline.peers.Twin;

/// Layers and losses of 06.
final class NetworkCases {
  private static final int MODULE = 6;

  private NetworkCases() {}

  static List<GoldenOp> ops() {
    return List.of(
        of(MODULE, "linear", NetworkCases::linear),
        with(MODULE, "mean square error", NetworkCases::mse),
        with(MODULE, "cross-entropy", NetworkCases::crossEntropy),
        of(MODULE, "perceptron", NetworkCases::perceptron),
        with(MODULE, "perceptron's loss", NetworkCases::perceptronLoss));
  }

  private static Twin linear(Draw draw) {
    int in = draw.length();
    var x = draw.normal(draw.length(), draw.length(), in);
    var layer = new Linear("linear", in, draw.length(), draw.random());
    draw.fill(layer.parameters());
    return Twin.of(x, layer, a -> TorchOps.linear(a.get(0), a.get(1), a.get(2)));
  }

  private static Twin mse(Draw draw, NDManager manager) {
    var shape = draw.shape(0, 3);
    var target = draw.normal(shape);
    var theirTarget = Torch.of(manager, target, DataType.FLOAT64);
    return Twin.of(
        List.of(draw.normal(shape)),
        (_, x) -> Losses.mse(x.getFirst(), target),
        x -> x.getFirst().sub(theirTarget.toType(x.getFirst().getDataType(), false)).square().mean());
  }

  /// Logits of any size, and as right classes either any, or the least likely: where the right class
  /// is nearly sure, `softmax − 1` has lost its digits in float32.
  private static Twin crossEntropy(Draw draw, NDManager manager) {
    int rows = draw.length();
    int classes = draw.number(2, 12);
    boolean wrong = draw.chance(0.5);
    float size = wrong ? draw.number(3, 100) : 2;
    var logits = draw.uniform(-size, size, rows, classes);
    var labels = wrong ? logits.neg().argmax() : draw.below(classes, rows);
    var theirLabels = Torch.indices(manager, labels).reshape(rows, 1);
    return Twin.of(
        List.of(logits),
        (_, x) -> Losses.crossEntropy(x.getFirst(), labels),
        x -> TorchOps.crossEntropy(x.getFirst(), theirLabels));
  }

  private static Sequential network(Draw draw, int in, int out) {
    var network =
        draw.chance(0.5)
            ? Sequential.mlp(draw.random(), in, draw.number(1, 20), out)
            : Sequential.mlp(draw.random(), in, draw.number(1, 20), draw.number(1, 9), out);
    draw.fill(network.parameters());
    return network;
  }

  private static Twin perceptron(Draw draw) {
    int in = draw.number(1, 12);
    var network = network(draw, in, draw.length());
    return Twin.of(
        draw.normal(draw.length(), in),
        network,
        a -> TorchOps.mlp(a.getFirst(), a.subList(1, a.size())));
  }

  private static Twin perceptronLoss(Draw draw, NDManager manager) {
    int rows = draw.length();
    int in = draw.number(1, 12);
    int classes = draw.number(2, 12);
    var network = network(draw, in, classes);
    var labels = draw.below(classes, rows);
    var theirLabels = Torch.indices(manager, labels).reshape(rows, 1);
    return new Twin(
        List.of(draw.normal(rows, in)),
        network.parameters(),
        (_, x) -> Losses.crossEntropy(network.forward(x.getFirst()), labels),
        a -> {
          var logits = TorchOps.mlp(a.getFirst(), a.subList(1, a.size()));
          return TorchOps.crossEntropy(logits, theirLabels);
        });
  }
}
