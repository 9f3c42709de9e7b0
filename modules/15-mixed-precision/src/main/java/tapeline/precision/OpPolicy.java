package tapeline.precision;

import static tapeline.precision.OpPrecision.*;

import tapeline.autograd.TensorOp;
import tapeline.toolkit.Todo;

/// Which ops compute in the low format. PyTorch's *autocast* is such a table.
@FunctionalInterface
public interface OpPolicy {
  /// How much of this op, forward and backward, is in the low format.
  OpPrecision of(TensorOp op);

  /// The table that training gets along with. What it does not name stays in float32: views and
  /// copies, which compute nothing, and the ops of later modules.
  static OpPolicy standard() {
    return op -> of(op.name());
  }

  private static OpPrecision of(String name) {
    // spotless:off
    return switch (name) {
      case "MatMul" -> LOW; // most FLOPs, and most bytes kept; errors of many terms average out
      case "Sum"    -> FLOAT32; // ones add up to 256 in bfloat16: from there on each sum rounds back
      // BEGIN EXERCISE 15.5
      // TODO 15.5 — 5 rows, by what goes wrong in the low format:
      //   Add, Sub, Mul, Max, NEG, ABS, RELU, TANH, SIGMOID, GELU: each number by itself,
      //     and no larger than what it came from, or not by much
      //   Softmax, Normalize: their sums run over whole rows, their results are of size 1
      //   Scale, Shift, Div, SQUARE, SQRT: a variance is made of these, and a square has
      //     twice the exponent
      //   EXP, LOG, LogSumExp, CrossEntropy: the loss, and small differences of large logits
      // `case "Add", "Sub" -> LOW;` is a row. Which of them may hand on a rounded result?
      case "Add", "Sub", "Mul", "Max", "NEG", "ABS", "RELU", "TANH", "SIGMOID", "GELU",
          "Softmax", "Normalize", "Scale", "Shift", "Div", "SQUARE", "SQRT",
          "EXP", "LOG", "LogSumExp", "CrossEntropy" ->
        throw new Todo("15.5", "what stays in float32");
      // END EXERCISE 15.5
      default -> FLOAT32;
    };
    // spotless:on
  }
}
