package tapeline.peers.golden;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.commons.math3.linear.ArrayRealVector;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.curvature.Hessian;
import tapeline.curvature.TrainingLoss;
import tapeline.nn.Parameter;
import tapeline.peers.Torch;
import tapeline.peers.TorchOps;
import tapeline.peers.Twin;
import tapeline.peers.golden.Compared.Numbers;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// Products of 16 with the Hessian: forward over reverse here, reverse over reverse in PyTorch. The
/// "value" is the loss, the "gradients" are the gradient and the product: where the terms of a
/// product cancel, its error counts against the gradient's size.
final class CurvatureCases {
  private static final int MODULE = 16;
  private static final int CASES = 12;

  private CurvatureCases() {}

  static List<GoldenOp> ops() {
    var ops = new ArrayList<GoldenOp>();
    for (var op : UnaryOp.values()) {
      ops.add(cubes("H·v of " + TensorCases.label(op), draw -> TensorCases.unary(op, draw)));
    }
    ops.add(cubes("H·v of a·b", draw -> binary(draw, Variable::times, NDArray::mul)));
    ops.add(cubes("H·v of a/b", draw -> binary(draw, Variable::div, NDArray::div)));
    ops.add(cubes("H·v of matmul", TensorCases::matmul));
    ops.add(cubes("H·v of softmax", draw -> rows(draw, Variable::softmax, x -> x.softmax(-1))));
    ops.add(
        cubes("H·v of logSumExp", draw -> rows(draw, Variable::logSumExp, TorchOps::logSumExp)));
    ops.add(cubes("H·v of largest", RowCases::largest));
    ops.add(cubes("H·v of slice", RowCases::slice));
    ops.add(cubes("H·v of concat", RowCases::concat));
    ops.add(cubes("H·v of permute", RowCases::permute));
    ops.add(cubes("H·v of a perceptron", NetworkCases::perceptron));
    ops.add(
        new GoldenOp(
            MODULE,
            "H·v of its loss",
            CASES,
            (draw, m) -> compare(NetworkCases.perceptronLoss(draw, m), draw, m, false)));
    return ops;
  }

  /// Returns the case `Σ w·y³`, which is curved wherever y changes and is not 0.
  private static GoldenOp cubes(String name, Function<Draw, Twin> twin) {
    return new GoldenOp(MODULE, name, CASES, (draw, m) -> compare(twin.apply(draw), draw, m, true));
  }

  private static Twin binary(
      Draw draw,
      BiFunction<Variable, Variable, Variable> ours,
      BiFunction<NDArray, NDArray, NDArray> theirs) {
    var wide = draw.shape(0, 4);
    return Twin.of(
        List.of(draw.awayFromZero(wide), draw.awayFromZero(draw.narrow(wide))),
        (_, x) -> ours.apply(x.get(0), x.get(1)),
        x -> theirs.apply(x.get(0), x.get(1)));
  }

  private static Twin rows(
      Draw draw, Function<Variable, Variable> ours, Function<NDArray, NDArray> theirs) {
    var shape = draw.shape(1, 4);
    shape[shape.length - 1] = draw.number(2, 6); // the softmax of one number never changes
    return Twin.of(
        List.of(draw.uniform(-3, 3, shape)),
        (_, x) -> ours.apply(x.getFirst()),
        x -> theirs.apply(x.getFirst()));
  }

  private record TwinLoss(Twin twin, List<Parameter> inputs, Tensor w, boolean cubed)
      implements TrainingLoss {
    @Override
    public List<Parameter> parameters() {
      var all = new ArrayList<>(inputs);
      all.addAll(twin.parameters());
      return all;
    }

    @Override
    public Variable on(TensorTape tape) {
      var y = twin.ours().apply(tape, inputs.stream().map(p -> p.on(tape)).toList());
      return cubed ? y.square().times(y).times(tape.constant(w)).sum() : y;
    }
  }

  private static Compared compare(Twin twin, Draw draw, NDManager manager, boolean cubed) {
    var tape = new TensorTape();
    var w = draw.normal(twin.forward(tape, twin.leaves(tape)).shape().toArray());
    var v =
        twin.leaves().stream().map(t -> Tensor.normal(draw.random(), t.shape().toArray())).toList();
    var inputs = twin.inputs().stream().map(t -> new Parameter("input", t)).toList();
    var hessian = new Hessian(new TwinLoss(twin, inputs, w, cubed));
    var flat = v.stream().flatMapToDouble(t -> Arrays.stream(Torch.values(t))).toArray();
    var product = hessian.times(new ArrayRealVector(flat, false)).toArray();
    var ours = new ArrayList<double[]>(List.of(hessian.gradient().toArray()));
    int at = 0;
    for (var t : v) {
      ours.add(Arrays.copyOfRange(product, at, at + t.shape().size()));
      at += t.shape().size();
    }
    return Compared.of(
        new Numbers(new double[] {hessian.loss()}, ours),
        theirs(twin, w, v, manager, cubed, DataType.FLOAT32),
        theirs(twin, w, v, manager, cubed, DataType.FLOAT64));
  }

  /// The second walk adds the product to the gradients of the first.
  private static Numbers theirs(
      Twin twin, Tensor w, List<Tensor> v, NDManager manager, boolean cubed, DataType type) {
    var leaves = twin.leaves().stream().map(t -> Torch.leaf(Torch.of(manager, t, type))).toList();
    var y = twin.theirs().apply(leaves);
    var loss = cubed ? y.pow(3).mul(Torch.of(manager, w, type)).sum() : y;
    Torch.backwardWithGraph(loss, loss.onesLike());
    var gradients = leaves.stream().map(NDArray::getGradient).toList();
    var before = gradients.stream().map(Torch::values).toList();
    var along = gradients.get(0).mul(Torch.of(manager, v.get(0), type)).sum();
    for (int k = 1; k < v.size(); k++) {
      along = along.add(gradients.get(k).mul(Torch.of(manager, v.get(k), type)).sum());
    }
    Torch.backward(along, along.onesLike());
    var all = before.stream().flatMapToDouble(Arrays::stream).toArray();
    var products = new ArrayList<double[]>(List.of(all));
    for (int k = 0; k < v.size(); k++) {
      var after = Torch.values(leaves.get(k).getGradient());
      for (int i = 0; i < after.length; i++) {
        after[i] -= before.get(k)[i];
      }
      products.add(after);
    }
    return new Numbers(Torch.values(loss), products);
  }
}
