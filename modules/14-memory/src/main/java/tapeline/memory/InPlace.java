package tapeline.memory;

import static tapeline.autograd.TensorOp.Keeps.NOTHING;
import static tapeline.autograd.TensorOp.Keeps.OUTPUT;

import java.util.Locale;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.Variable;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.UnaryOp;
import tapeline.toolkit.Todo;

/// Ops that write their result into their operand's data, as [tapeline.tensor.Tensor#mulInPlace]
/// and its kin do: the tape holds one tensor less, and no tensor is made.
///
/// Each refuses, before it writes, where backward reads the old numbers. The operand has lost its
/// value then: go on with the result, and use the operand no more. On a variable or a constant it
/// is the caller's own tensor, a parameter or a batch, that is overwritten.
public final class InPlace {
  private InPlace() {}

  /// `x ← max(x, 0)`.
  ///
  /// @throws IllegalStateException when an op keeps x for backward, naming it
  public static Variable relu(Variable x) {
    return map(UnaryOp.RELU, x);
  }

  /// `x ← f(x)`, for a function whose slope follows from its result, such as tanh and exp.
  ///
  /// @throws IllegalStateException when the slope reads the old x, as that of log does, and when an
  ///   op keeps x for backward, naming it
  public static Variable map(UnaryOp op, Variable x) {
    var name = op.name().toLowerCase(Locale.ROOT);
    var keeps = new Arithmetic.Map(op).keeps();
    if (keeps != NOTHING && keeps != OUTPUT) {
      throw new IllegalStateException(
          "%s in place would overwrite the operand that its own backward reads, %s"
              .formatted(name, x.shape()));
    }
    requireFree(x, name);
    return x.tape().apply(new InPlaceOps.MapInPlace(op), x);
  }

  /// `x ← x + b`; b may be stretched.
  ///
  /// @throws IllegalStateException when an op keeps x for backward, naming it
  public static Variable add(Variable x, Variable b) {
    requireFree(x, "add");
    return x.tape().apply(new InPlaceOps.SumInPlace(BinaryOp.ADD), x, b);
  }

  /// `x ← x − b`; b may be stretched.
  ///
  /// @throws IllegalStateException when an op keeps x for backward, naming it
  public static Variable sub(Variable x, Variable b) {
    requireFree(x, "sub");
    return x.tape().apply(new InPlaceOps.SumInPlace(BinaryOp.SUB), x, b);
  }

  /// `x ← x·b`, for a constant b: the gradient in b would read the old x.
  ///
  /// @throws IllegalStateException when b is no constant, or an op keeps x for backward, naming it
  public static Variable mul(Variable x, Variable b) {
    if (b.hasGradient()) {
      throw new IllegalStateException(
          "mul in place needs a constant factor: backward reads the old value for the gradient in"
              + " it, %s".formatted(b.shape()));
    }
    requireFree(x, "mul");
    return x.tape().apply(new InPlaceOps.MulInPlace(b.value(), b.value().version()), x);
  }

  private static void requireFree(Variable x, String name) {
    // BEGIN EXERCISE 14.6
    // TODO 14.6 — 6 lines. x.tape().keeper(x.value()) is the op that keeps these numbers
    // for backward, if there is one. Then throw an IllegalStateException: "relu in place
    // needs a value that backward does not read, and TANH keeps it, (3,4)", or what it is.
    // Which ops can x have gone through without being kept?
    throw new Todo("14.6", "refuse in time");
    // END EXERCISE 14.6
  }
}
