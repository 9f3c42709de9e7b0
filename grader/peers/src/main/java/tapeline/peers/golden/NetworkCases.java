package tapeline.peers.golden;

import static tapeline.peers.golden.GoldenOp.op;
import static tapeline.peers.golden.GoldenOp.opWith;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import java.util.ArrayList;
import java.util.List;
import tapeline.data.Dataset;
import tapeline.nn.GradientDescent;
import tapeline.nn.Linear;
import tapeline.nn.Losses;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.peers.Torch;
import tapeline.peers.TorchOps;
import tapeline.peers.Twin;
import tapeline.peers.golden.Compared.Numbers;
import tapeline.tensor.Tensor;

/// Layers and losses of 06.
final class NetworkCases {
  private static final int MODULE = 6;
  private static final int STEPS = 5;
  private static final double RATE = 0.125; // exact in float32

  private NetworkCases() {}

  static List<GoldenOp> ops() {
    return List.of(
        op(MODULE, "linear", NetworkCases::linear),
        opWith(MODULE, "mean square error", NetworkCases::mse),
        opWith(MODULE, "cross-entropy", NetworkCases::crossEntropy),
        op(MODULE, "perceptron", NetworkCases::perceptron),
        opWith(MODULE, "perceptron's loss", NetworkCases::perceptronLoss),
        new GoldenOp(MODULE, "perceptron, 5 steps", 6, NetworkCases::descent));
  }

  private static Twin linear(Draw draw) {
    int in = draw.length();
    var x = draw.normal(draw.length(), draw.length(), in);
    var layer = new Linear("linear", in, draw.length(), draw.random());
    draw.fill(layer.parameters(), 0.5f);
    return Twin.of(x, layer, a -> TorchOps.linear(a.get(0), a.get(1), a.get(2)));
  }

  private static Twin mse(Draw draw, NDManager manager) {
    var shape = draw.shape(0, 3);
    var target = draw.normal(shape);
    var theirTarget = Torch.of(manager, target, DataType.FLOAT64);
    return Twin.of(
        List.of(draw.normal(shape)),
        (_, x) -> Losses.mse(x.getFirst(), target),
        x ->
            x.getFirst()
                .sub(theirTarget.toType(x.getFirst().getDataType(), false))
                .square()
                .mean());
  }

  /// Logits of any size, and as right classes either any, or the least likely: where the right
  /// class is nearly sure, `softmax − 1` has lost its digits in float32.
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
    draw.fill(network.parameters(), 0.5f);
    return network;
  }

  static Twin perceptron(Draw draw) {
    int in = draw.number(1, 12);
    var network = network(draw, in, draw.length());
    return Twin.of(
        draw.normal(draw.length(), in),
        network,
        a -> TorchOps.mlp(a.getFirst(), a.subList(1, a.size())));
  }

  static Twin perceptronLoss(Draw draw, NDManager manager) {
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

  /// Five steps of gradient descent by the gradients of the loss: the way of all parameters.
  private static Compared descent(Draw draw, NDManager manager) {
    int rows = draw.number(2, 8);
    int in = draw.number(1, 12);
    int classes = draw.number(2, 12);
    var network = network(draw, in, classes);
    var x = draw.normal(rows, in);
    var labels = draw.below(classes, rows);
    var starts = network.parameters().stream().map(p -> p.value().copy()).toList();
    var exact = theirs(starts, x, labels, manager, DataType.FLOAT64);
    var peer = theirs(starts, x, labels, manager, DataType.FLOAT32);
    var data = new Dataset(x, labels, classes);
    var trainer = new Trainer(network, new GradientDescent((float) RATE), rows, draw.random());
    for (int step = 0; step < STEPS; step++) {
      trainer.step(data);
    }
    var ours = new ArrayList<double[]>();
    for (int k = 0; k < starts.size(); k++) {
      ours.add(Torch.values(network.parameters().get(k).value().minus(starts.get(k))));
    }
    return Compared.of(
        new Numbers(new double[1], ours),
        new Numbers(new double[1], peer),
        new Numbers(new double[1], exact));
  }

  private static List<double[]> theirs(
      List<Tensor> starts, Tensor x, int[] labels, NDManager manager, DataType type) {
    var input = Torch.of(manager, x, type);
    var rows = Torch.indices(manager, labels).reshape(labels.length, 1);
    var begin = starts.stream().map(s -> Torch.of(manager, s, type)).toList();
    var now = begin;
    for (int step = 0; step < STEPS; step++) {
      var leaves = now.stream().map(Torch::leaf).toList();
      var loss = TorchOps.crossEntropy(TorchOps.mlp(input, leaves), rows);
      Torch.backward(loss, loss.onesLike());
      now = leaves.stream().map(p -> p.stopGradient().sub(p.getGradient().mul(RATE))).toList();
    }
    var way = new ArrayList<double[]>();
    for (int k = 0; k < begin.size(); k++) {
      way.add(Torch.values(now.get(k).sub(begin.get(k))));
    }
    return way;
  }
}
