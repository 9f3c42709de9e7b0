package tapeline.profile.cost;

import java.util.stream.IntStream;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.MatMul;
import tapeline.autograd.Reductions;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Views;
import tapeline.tensor.Shape;
import tapeline.tensor.UnaryOp;

/// A tensor that a [ShapeTape] knows, and that is not there: a parameter, a constant, or what an op
/// would make of others. Its methods are those of [tapeline.autograd.Variable].
public final class ShapeVariable {
  private final ShapeTape tape;
  private final int node;
  private final ArrayView memory;

  ShapeVariable(ShapeTape tape, int node, ArrayView memory) {
    this.tape = tape;
    this.node = node;
    this.memory = memory;
  }

  public ShapeTape tape() {
    return tape;
  }

  /// Its place on the tape; −1 for a constant, which has none.
  int node() {
    return node;
  }

  ArrayView memory() {
    return memory;
  }

  public Shape shape() {
    return memory.shape();
  }

  // spotless:off
  public ShapeVariable plus(ShapeVariable b)     { return zip(new Arithmetic.Add(), b); }
  public ShapeVariable minus(ShapeVariable b)    { return zip(new Arithmetic.Sub(), b); }
  public ShapeVariable times(ShapeVariable b)    { return zip(new Arithmetic.Mul(), b); }
  public ShapeVariable times(float c)            { return apply(new Arithmetic.Scale(c), shape()); }
  public ShapeVariable map(UnaryOp op)           { return apply(new Arithmetic.Map(op), shape()); }
  public ShapeVariable softmax()                 { return apply(new Reductions.Softmax(), shape()); }
  public ShapeVariable sum(int... axes)          { return apply(new Reductions.Sum(axes), shape().reduced(false, axes)); }
  public ShapeVariable reshape(int... lengths)   { return apply(new Views.Reshape(lengths), Shape.of(lengths)); }
  public ShapeVariable matmul(ShapeVariable b)   { return tape.apply(new MatMul(), ProductCost.result(shape(), b.shape()), this, b); }
  // spotless:on

  public ShapeVariable permute(int... order) {
    var lengths = IntStream.of(order).map(k -> shape().length(k)).toArray();
    return apply(new Views.Permute(order), Shape.of(lengths));
  }

  /// An op whose result has this shape.
  public ShapeVariable apply(TensorOp.Unary op, Shape result) {
    return tape.apply(op, result, this);
  }

  private ShapeVariable zip(TensorOp.Binary op, ShapeVariable b) {
    return tape.apply(op, shape().broadcast(b.shape()), this, b);
  }
}
