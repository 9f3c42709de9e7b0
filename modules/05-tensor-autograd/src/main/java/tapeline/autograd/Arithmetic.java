package tapeline.autograd;

import static tapeline.autograd.TensorOp.Keeps.*;

import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.toolkit.Todo;

/// The ops that go element by element. Operands are stretched to one shape, see
/// [tapeline.tensor.Shape#broadcast].
public interface Arithmetic {

  /// `Y = f(X)` for one of the functions of the table in [UnaryOp]; `dX = dY·f′(X)`.
  record Map(UnaryOp op) implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x.map(op);
    }

    /// A slope reads x or y, and where it could read either (relu) both give the same. So what is
    /// kept stands in for what is not, whose stretched NaN a backend would have to write out.
    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      var kept =
          switch (keeps()) {
            case NOTHING -> dY;
            case INPUTS, ALL -> x;
            case OUTPUT -> y;
          };
      return Backend.current().slope(op, dY, kept, kept);
    }

    @Override
    public Keeps keeps() {
      return switch (op) {
        case NEG -> NOTHING;
        case EXP, SQRT, RECIPROCAL, TANH, SIGMOID, RELU -> OUTPUT;
        case LOG, SQUARE, ABS, SOFTPLUS, GELU -> INPUTS;
      };
    }

    @Override
    public String name() {
      return op.name();
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
    // BEGIN EXERCISE 05.1
    // TODO 05.1 — 3 lines. dA = dY·∂y/∂a and dB = dY·∂y/∂b, element by element, and y =
    // a·b: what are the two slopes? keeps() says which numbers they read, NOTHING, INPUTS,
    // OUTPUT or ALL (A, B and Y): the tape holds those until backward, and others are NaN
    // then. What must a product hold, and what would it hold in vain?
    public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y) {
      throw new Todo("05.1", "dA");
    }
    public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y) {
      throw new Todo("05.1", "dB");
    }
    @Override
    public Keeps keeps() {
      throw new Todo("05.1", "keeps");
    }
    // END EXERCISE 05.1
  }

  /// `Y = A / B`.
  record Div() implements TensorOp.Binary {
    public Tensor forward(Tensor a, Tensor b)                     { return a.div(b); }
    public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY.div(b); }
    public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY.times(y).div(b).neg(); }
  }

  /// `Y = max(A, B)`; where they are equal the gradient is A's.
  record Max() implements TensorOp.Binary {
    public Tensor forward(Tensor a, Tensor b)                     { return a.max(b); }
    public Tensor gradA(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY.where(b.greater(a).neg().plus(1)); }
    public Tensor gradB(Tensor dY, Tensor a, Tensor b, Tensor y)  { return dY.where(b.greater(a)); }
    @Override public Keeps keeps()                                { return INPUTS; }
  }

  /// `Y = c·X`.
  record Scale(float c) implements TensorOp.Unary {
    public Tensor forward(Tensor x)                               { return x.times(c); }
    public Tensor grad(Tensor dY, Tensor x, Tensor y)             { return dY.times(c); }
    @Override public Keeps keeps()                                { return NOTHING; }
  }

  /// `Y = X/c`: `X·(1/c)` would be rounded twice.
  record Quotient(float c) implements TensorOp.Unary {
    public Tensor forward(Tensor x)                               { return x.div(c); }
    public Tensor grad(Tensor dY, Tensor x, Tensor y)             { return dY.div(c); }
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
