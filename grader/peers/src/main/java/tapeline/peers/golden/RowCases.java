package tapeline.peers.golden;

import static tapeline.peers.golden.GoldenOp.op;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.index.NDIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import tapeline.autograd.Variable;
import tapeline.autograd.Views;
import tapeline.peers.TorchOps;
import tapeline.peers.Twin;
import tapeline.tensor.Tensor;

/// The ops of 04 on tensors, recorded by 05: reductions, rows, views.
final class RowCases {
  private static final int MODULE = 5;
  private static final int RANK = 4;

  private RowCases() {}

  static List<GoldenOp> ops() {
    return List.of(
        reduction("sum", Variable::sum, (x, axes) -> axes.length == 0 ? x.sum() : x.sum(axes)),
        reduction("mean", Variable::mean, RowCases::mean),
        op(MODULE, "largest", RowCases::largest),
        rows("softmax", Variable::softmax, x -> x.softmax(-1)),
        rows("logSumExp", Variable::logSumExp, TorchOps::logSumExp),
        rows("logSoftmax", Variable::logSoftmax, x -> x.logSoftmax(-1)),
        op(MODULE, "reshape", RowCases::reshape),
        op(MODULE, "permute", RowCases::permute),
        op(MODULE, "transpose", RowCases::transpose),
        op(MODULE, "slice", RowCases::slice),
        op(MODULE, "concat", RowCases::concat));
  }

  private static GoldenOp reduction(
      String name,
      BiFunction<Variable, int[], Variable> ours,
      BiFunction<NDArray, int[], NDArray> theirs) {
    return op(
        MODULE,
        name,
        draw -> {
          var x = draw.normal(draw.shape(1, RANK));
          var axes = draw.axes(x.shape().rank());
          return Twin.of(
              List.of(x),
              (_, v) -> ours.apply(v.getFirst(), axes),
              a -> theirs.apply(a.getFirst(), axes));
        });
  }

  /// DJL takes the mean along one axis at a time.
  private static NDArray mean(NDArray x, int... axes) {
    if (axes.length == 0) {
      return x.mean();
    }
    var y = x;
    for (int i = axes.length - 1; i >= 0; i--) {
      y = y.mean(new int[] {axes[i]});
    }
    return y;
  }

  /// No two numbers are equal: of equals PyTorch's `max` along an axis picks one.
  static Twin largest(Draw draw) {
    var x = draw.distinct(draw.shape(1, RANK));
    int axis = draw.number(0, x.shape().rank() - 1);
    return Twin.of(
        List.of(x), (_, v) -> v.getFirst().largest(axis), a -> a.getFirst().max(new int[] {axis}));
  }

  private static GoldenOp rows(
      String name, UnaryOperator<Variable> ours, UnaryOperator<NDArray> theirs) {
    return op(
        MODULE,
        name,
        draw -> {
          float size = draw.number(1, 4);
          var x = draw.uniform(-size, size, draw.shape(1, RANK));
          return Twin.of(
              List.of(x), (_, v) -> ours.apply(v.getFirst()), a -> theirs.apply(a.getFirst()));
        });
  }

  static Twin reshape(Draw draw) {
    int a = draw.length();
    int b = draw.length();
    int c = draw.length();
    return Twin.of(
        List.of(draw.normal(a, b, c)),
        (_, x) -> x.getFirst().reshape(c, -1, a),
        x -> x.getFirst().reshape(c, -1, a));
  }

  static Twin permute(Draw draw) {
    var x = draw.normal(draw.shape(1, RANK));
    var order = draw.order(x.shape().rank());
    return Twin.of(
        List.of(x), (_, v) -> v.getFirst().permute(order), a -> a.getFirst().transpose(order));
  }

  private static Twin transpose(Draw draw) {
    return Twin.of(
        List.of(draw.normal(draw.shape(2, RANK))),
        (_, x) -> x.getFirst().transpose(),
        x -> x.getFirst().swapAxes(-2, -1));
  }

  static Twin slice(Draw draw) {
    var x = draw.normal(draw.shape(1, RANK));
    int axis = draw.number(0, x.shape().rank() - 1);
    int from = draw.number(0, x.shape().length(axis) - 1);
    int to = draw.number(from + 1, x.shape().length(axis));
    var index = new NDIndex();
    for (int k = 0; k < axis; k++) {
      index.addAllDim();
    }
    index.addSliceDim(from, to);
    return Twin.of(
        List.of(x), (_, v) -> v.getFirst().slice(axis, from, to), a -> a.getFirst().get(index));
  }

  static Twin concat(Draw draw) {
    var shape = draw.shape(1, RANK);
    int axis = draw.number(0, shape.length - 1);
    var parts = new ArrayList<Tensor>();
    for (int i = draw.number(2, 4); i > 0; i--) {
      var part = Arrays.copyOf(shape, shape.length);
      part[axis] = draw.length();
      parts.add(draw.normal(part));
    }
    return Twin.of(
        parts,
        (tape, x) -> tape.apply(new Views.Concat(axis), x),
        x -> NDArrays.concat(new NDList(x), axis));
  }
}
