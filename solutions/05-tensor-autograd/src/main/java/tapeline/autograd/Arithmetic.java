package tapeline.autograd;

import static tapeline.autograd.TensorOp.Keeps.*;

import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// The ops that go element by element. Operands are stretched to one shape, see
/// [tapeline.tensor.Shape#broadcast].
public interface Arithmetic {

  /// `Y = f(X)` for one of the functions of the table in [UnaryOp]; `dX = dY·f′(X)`.
  record Map(UnaryOp op) implements TensorOp.Unary {
    // spotless:off
    public Tensor forward(Tensor x)                   { return x.map(op); }
    public Tensor grad(Tensor dY, Tensor x, Tensor y) { return Backend.current().slope(op, dY, x, y); }
    // spotless:on

    @Override
    public Keeps keeps() {
      return switch (op) {
        case NEG -> NOTHING;
        case EXP, SQRT, RECIPROCAL, TANH, SIGMOID -> OUTPUT;
        case LOG, SQUARE, ABS, RELU, SOFTPLUS, GELU -> INPUTS;
      };
    }
  }

  // spotless:off
  /// `Y = A + B`.
  record Add() implements TensorOp.Binary {
    public Tensor forward(Tensor a, Tensor b)                     { return a.plus(b); }
    public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY; }
    public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY; }
    @Override public Keeps keeps()                                { return NOTHING; }
  }

  /// `Y = A − B`.
  record Sub() implements TensorOp.Binary {
    public Tensor forward(Tensor a, Tensor b)                     { return a.minus(b); }
    public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY; }
    public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY.neg(); }
    @Override public Keeps keeps()                                { return NOTHING; }
  }

  /// `Y = A·B`, element by element.
  record Mul() implements TensorOp.Binary {
    public Tensor forward(Tensor a, Tensor b)                     { return a.times(b); }
    // BEGIN SOLUTION 05.1 "the product's gradients" 10 points
    public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY.times(b); }
    public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY.times(a); }
    // STUB // TODO 05.1 — 2 lines. y = a·b: what is dY times ∂y/∂a, and dY times ∂y/∂b?
    // STUB public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y) {
    // STUB   throw new Todo("05.1", "dA");
    // STUB }
    // STUB public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y) {
    // STUB   throw new Todo("05.1", "dB");
    // STUB }
    // END SOLUTION
    @Override public Keeps keeps()                                { return INPUTS; }
  }

  /// `Y = A / B`.
  record Div() implements TensorOp.Binary {
    public Tensor forward(Tensor a, Tensor b)                     { return a.div(b); }
    // BEGIN SOLUTION 05.2 "the quotient's gradients" 5 points
    public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY.div(b); }
    public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY.times(y).div(b).neg(); }
    // STUB // TODO 05.2 — 2 lines. y = a/b, ∂y/∂a = 1/b, ∂y/∂b = −a/b²: which of a, b, y make the
    // STUB // second one cheap?
    // STUB public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y) {
    // STUB   throw new Todo("05.2", "dA");
    // STUB }
    // STUB public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y) {
    // STUB   throw new Todo("05.2", "dB");
    // STUB }
    // END SOLUTION
  }

  /// `Y = max(A, B)`; where they are equal the gradient is A's.
  record Max() implements TensorOp.Binary {
    public Tensor forward(Tensor a, Tensor b)                     { return a.max(b); }
    public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY.minus(dY.times(b.greater(a))); }
    public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY.times(b.greater(a)); }
    @Override public Keeps keeps()                                { return INPUTS; }
  }

  /// `Y = c·X`.
  record Scale(float c) implements TensorOp.Unary {
    public Tensor forward(Tensor x)                               { return x.times(c); }
    public Tensor grad(Tensor dY, Tensor x, Tensor y)             { return dY.times(c); }
    @Override public Keeps keeps()                                { return NOTHING; }
  }

  /// `Y = X + c`.
  record Shift(float c) implements TensorOp.Unary {
    public Tensor forward(Tensor x)                               { return x.plus(c); }
    public Tensor grad(Tensor dY, Tensor x, Tensor y)             { return dY; }
    @Override public Keeps keeps()                                { return NOTHING; }
  }
  // spotless:on
}
