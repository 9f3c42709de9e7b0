package tapeline.autograd;

import java.util.Arrays;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;

/// A tensor that a [TensorTape] knows: a variable, a constant, or what an op made of others.
///
/// Its methods are the ops of [Tensor], recorded. Between variables of two tapes they throw
/// [IllegalArgumentException].
public final class Variable implements Tabular {
  private final TensorTape tape;
  private final int node;
  private final Tensor value;

  Variable(TensorTape tape, int node, Tensor value) {
    this.tape = tape;
    this.node = node;
    this.value = value;
  }

  public TensorTape tape() {
    return tape;
  }

  /// Its place on the tape; −1 for a constant, which has none.
  int node() {
    return node;
  }

  public Tensor value() {
    return value;
  }

  public Shape shape() {
    return value.shape();
  }

  /// Returns whether a gradient can reach it: it is a variable, or was made from one.
  public boolean hasGradient() {
    return node >= 0;
  }

  /// `∂output/∂this`, of this shape, for the output of the last [TensorTape#backward]; zeros where
  /// the output does not depend on it. Known for variables; what ops made has lost it again.
  ///
  /// Read it, and write in a copy: other gradients may share its numbers, as both of `a + b` do.
  ///
  /// @throws IllegalStateException before backward, for a constant, and for what an op made
  public Tensor gradient() {
    return tape.gradient(this);
  }

  // spotless:off
  public Variable plus(Variable b)       { return tape.apply(new Arithmetic.Add(), this, b); }
  public Variable minus(Variable b)      { return tape.apply(new Arithmetic.Sub(), this, b); }
  public Variable times(Variable b)      { return tape.apply(new Arithmetic.Mul(), this, b); }
  public Variable div(Variable b)        { return tape.apply(new Arithmetic.Div(), this, b); }
  public Variable max(Variable b)        { return tape.apply(new Arithmetic.Max(), this, b); }
  public Variable plus(float c)          { return tape.apply(new Arithmetic.Shift(c), this); }
  public Variable minus(float c)         { return plus(-c); }
  public Variable times(float c)         { return tape.apply(new Arithmetic.Scale(c), this); }
  public Variable div(float c)           { return tape.apply(new Arithmetic.Quotient(c), this); }

  public Variable neg()                  { return map(UnaryOp.NEG); }
  public Variable exp()                  { return map(UnaryOp.EXP); }
  public Variable log()                  { return map(UnaryOp.LOG); }
  public Variable sqrt()                 { return map(UnaryOp.SQRT); }
  public Variable square()               { return map(UnaryOp.SQUARE); }
  public Variable abs()                  { return map(UnaryOp.ABS); }
  public Variable tanh()                 { return map(UnaryOp.TANH); }
  public Variable sigmoid()              { return map(UnaryOp.SIGMOID); }
  public Variable relu()                 { return map(UnaryOp.RELU); }
  public Variable softplus()             { return map(UnaryOp.SOFTPLUS); }
  public Variable gelu()                 { return map(UnaryOp.GELU); }
  public Variable map(UnaryOp op)        { return tape.apply(new Arithmetic.Map(op), this); }

  public Variable matmul(Variable b)     { return tape.apply(new MatMul(), this, b); }
  public Variable sum(int... axes)       { return tape.apply(new Reductions.Sum(axes), this); }
  public Variable largest(int... axes)   { return tape.apply(new Reductions.Largest(axes), this); }
  /// Along the last axis.
  public Variable softmax()              { return tape.apply(new Reductions.Softmax(), this); }
  /// Along the last axis, which stays with length 1.
  public Variable logSumExp()            { return tape.apply(new Reductions.LogSumExp(), this); }
  /// `X − logSumExp(X)` along the last axis.
  public Variable logSoftmax()           { return minus(logSumExp()); }

  public Variable reshape(int... to)     { return tape.apply(new Views.Reshape(to), this); }
  public Variable permute(int... order)  { return tape.apply(new Views.Permute(order), this); }
  public Variable slice(int axis, int from, int to) {
    return tape.apply(new Views.Slice(axis, from, to), this);
  }
  // spotless:on

  /// The last two axes exchanged.
  public Variable transpose() {
    return transpose(-2, -1);
  }

  /// Two axes exchanged.
  public Variable transpose(int axis, int other) {
    int a = shape().axis(axis);
    int b = shape().axis(other);
    var order = new int[shape().rank()];
    Arrays.setAll(order, k -> k == a ? b : k == b ? a : k);
    return permute(order);
  }

  /// The arithmetic mean along `axes`.
  public Variable mean(int... axes) {
    var sum = sum(axes);
    return sum.div((float) ((double) shape().size() / sum.shape().size()));
  }

  @Override
  public String toString() {
    return kind() + " " + value;
  }

  /// Its value, as a notebook shows it.
  @Override
  public TextTable table() {
    return value.table().note(kind());
  }

  @Override
  public String text(int rows) {
    return toString();
  }

  private String kind() {
    return hasGradient() ? "variable" : "constant";
  }
}
