package tapeline.profile.cost;

import tapeline.instruments.profile.Cost;
import tapeline.tensor.Shape;
import tapeline.tensor.UnaryOp;

/// The cost of each primitive of [tapeline.tensor.Backend]: one pass over its operands.
///
/// A reduction of n numbers has n FLOPs, as it starts from 0, or −∞, and takes one after the other.
/// Copies that a backend makes of views are not counted.
public final class PassCost {
  private PassCost() {}

  /// FLOPs an element: of a function's value, and of `dy·f′`.
  private record PerElement(int value, int slope) {}

  // spotless:off
  /// Returns the cost of an op by the formulas of [UnaryOp]: constants are folded, `y` is known to
  /// the slope.
  private static PerElement of(UnaryOp op) {
    return switch (op) {
      //                                  f  dy·f′
      case NEG        -> new PerElement(  1,  1);
      case EXP        -> new PerElement(  1,  1);
      case LOG        -> new PerElement(  1,  1);
      case SQRT       -> new PerElement(  1,  2);
      case SQUARE     -> new PerElement(  1,  2);
      case RECIPROCAL -> new PerElement(  1,  3);
      case ABS        -> new PerElement(  1,  2);
      case TANH       -> new PerElement(  1,  3);
      case SIGMOID    -> new PerElement(  4,  3); // 1/(1 + e⁻ˣ)
      case RELU       -> new PerElement(  1,  2);
      case SOFTPLUS   -> new PerElement(  6,  5); // max(x, 0) + ln(1 + e^−|x|), ln(1 + z) one call
      case GELU       -> new PerElement(  9, 19); // u has 5, and u′ 4
    };
  }
  // spotless:on

  /// `yᵢ = f(xᵢ)`.
  public static Cost map(UnaryOp op, Shape x) {
    return cost((long) of(op).value() * x.size(), x.size(), x.size());
  }

  /// `dxᵢ = dyᵢ·f′(xᵢ)`, which reads dy, and x or y; dy alone where f′ is constant.
  public static Cost slope(UnaryOp op, Shape x) {
    long read = op == UnaryOp.NEG ? x.size() : 2L * x.size();
    return cost((long) of(op).slope() * x.size(), read, x.size());
  }

  /// `yᵢ = f(aᵢ, bᵢ)`, the operands stretched.
  public static Cost zip(Shape a, Shape b) {
    int n = a.broadcast(b).size();
    return cost(n, (long) a.size() + b.size(), n);
  }

  /// A sum or a maximum of X in each element of Y.
  public static Cost reduce(Shape x, Shape y) {
    return cost(x.size(), x.size(), y.size());
  }

  /// Along the last axis: the maximum, differences, powers, their sum, a factor, products.
  public static Cost softmax(Shape x) {
    int rows = x.reduced(false, -1).size();
    return cost(5L * x.size() + rows, x.size(), x.size());
  }

  /// Along the last axis: the maximum, differences, powers, their sum, its logarithm, a sum.
  public static Cost logSumExp(Shape x) {
    int rows = x.reduced(false, -1).size();
    return cost(4L * x.size() + 2L * rows, x.size(), rows);
  }

  /// The sum of a gradient along the axes that `x` was stretched along; nothing when there are
  /// none.
  static Cost unstretch(Shape gradient, Shape x) {
    return gradient.equals(x) ? Cost.NONE : reduce(gradient, x);
  }

  /// A cost whose bytes are those of this many floats.
  public static Cost cost(long flops, long floatsRead, long floatsWritten) {
    return new Cost(flops, Float.BYTES * floatsRead, Float.BYTES * floatsWritten);
  }
}
