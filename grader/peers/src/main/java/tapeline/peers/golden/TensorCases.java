package tapeline.peers.golden;

import static tapeline.peers.golden.GoldenOp.op;

import ai.djl.ndarray.NDArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BinaryOperator;
import tapeline.autograd.Variable;
import tapeline.peers.TorchOps;
import tapeline.peers.Twin;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// The ops of 04 on tensors, recorded by 05: those that go element by element, and matmul.
final class TensorCases {
  private static final int MODULE = 5;
  private static final int RANK = 4;

  private TensorCases() {}

  static List<GoldenOp> ops() {
    var ops = new ArrayList<GoldenOp>();
    for (var op : UnaryOp.values()) {
      ops.add(op(MODULE, label(op), draw -> unary(op, draw)));
    }
    ops.add(binary("add", Variable::plus, NDArray::add));
    ops.add(binary("subtract", Variable::minus, NDArray::sub));
    ops.add(binary("multiply", Variable::times, NDArray::mul));
    ops.add(binary("divide", Variable::div, NDArray::div));
    ops.add(binary("larger of two", Variable::max, NDArray::maximum));
    ops.add(op(MODULE, "scale and shift", TensorCases::scaleAndShift));
    ops.add(op(MODULE, "matmul", TensorCases::matmul));
    return ops;
  }

  static String label(UnaryOp op) {
    return op.name().toLowerCase(Locale.ROOT) + (op == UnaryOp.GELU ? " (tanh)" : "");
  }

  static Twin unary(UnaryOp op, Draw draw) {
    return Twin.of(
        List.of(domain(op, draw)),
        (_, x) -> x.getFirst().map(op),
        x -> TorchOps.map(op, x.getFirst()));
  }

  private static Tensor domain(UnaryOp op, Draw draw) {
    var shape = draw.shape(0, RANK);
    return switch (op) {
      case LOG, SQRT -> draw.uniform(0.2f, 3, shape);
      case RECIPROCAL -> draw.awayFromZero(shape);
      case SOFTPLUS, GELU -> draw.uniform(-12, 12, shape);
      case TANH, SIGMOID -> draw.uniform(-2, 2, shape); // 1 − y loses its digits further out
      case NEG, EXP, SQUARE, ABS, RELU -> draw.normal(shape);
    };
  }

  private static GoldenOp binary(
      String name, BinaryOperator<Variable> ours, BinaryOperator<NDArray> theirs) {
    return op(
        MODULE,
        name,
        draw -> {
          var wide = draw.shape(0, RANK);
          boolean firstIsWide = draw.chance(0.5);
          var a = draw.awayFromZero(firstIsWide ? wide : draw.narrow(wide));
          var b = draw.awayFromZero(firstIsWide ? draw.narrow(wide) : wide);
          return Twin.of(
              List.of(a, b),
              (_, x) -> ours.apply(x.get(0), x.get(1)),
              x -> theirs.apply(x.get(0), x.get(1)));
        });
  }

  private static Twin scaleAndShift(Draw draw) {
    float c = draw.random().nextFloat(-2, 2);
    return Twin.of(
        List.of(draw.normal(draw.shape(0, RANK))),
        (_, x) -> x.getFirst().times(c).plus(c).div(1 + c * c).minus(c),
        x -> x.getFirst().mul(c).add(c).div(1 + c * c).sub(c));
  }

  /// Batches of matrices whose leading axes broadcast.
  static Twin matmul(Draw draw) {
    var wide = draw.shape(0, 2);
    boolean firstIsWide = draw.chance(0.5);
    int m = draw.length();
    int k = draw.number(1, 40);
    int n = draw.length();
    var a = append(firstIsWide ? wide : draw.narrow(wide), m, k);
    var b = append(firstIsWide ? draw.narrow(wide) : wide, k, n);
    return Twin.of(
        List.of(draw.normal(a), draw.normal(b)),
        (_, x) -> x.get(0).matmul(x.get(1)),
        x -> x.get(0).matMul(x.get(1)));
  }

  private static int[] append(int[] lengths, int rows, int columns) {
    var all = Arrays.copyOf(lengths, lengths.length + 2);
    all[lengths.length] = rows;
    all[lengths.length + 1] = columns;
    return all;
  }
}
