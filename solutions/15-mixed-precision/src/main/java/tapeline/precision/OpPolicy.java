package tapeline.precision;

import static tapeline.precision.OpPrecision.*;

import tapeline.autograd.TensorOp;

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
      // BEGIN SOLUTION 15.5 "what stays in float32" 10 points
      case "Add", "Sub", "Mul", "Max"                           -> LOW;
      case "NEG", "ABS", "RELU", "TANH", "SIGMOID", "GELU"      -> LOW;
      case "Softmax", "Normalize"                               -> INSIDE;
      case "Scale", "Shift", "Div", "SQUARE", "SQRT"            -> FLOAT32;
      case "EXP", "LOG", "LogSumExp", "CrossEntropy"            -> FLOAT32;
      // STUB // TODO 15.5 — 5 rows, by what goes wrong in the low format:
      // STUB //   Add, Sub, Mul, Max, NEG, ABS, RELU, TANH, SIGMOID, GELU: each number by itself,
      // STUB //     and no larger than what it came from, or not by much
      // STUB //   Softmax, Normalize: their sums run over whole rows, their results are of size 1
      // STUB //   Scale, Shift, Div, SQUARE, SQRT: a variance is made of these, and a square has
      // STUB //     twice the exponent
      // STUB //   EXP, LOG, LogSumExp, CrossEntropy: the loss, and small differences of large logits
      // STUB // `case "Add", "Sub" -> LOW;` is a row. Which of them may hand on a rounded result?
      // STUB case "Add", "Sub", "Mul", "Max", "NEG", "ABS", "RELU", "TANH", "SIGMOID", "GELU",
      // STUB     "Softmax", "Normalize", "Scale", "Shift", "Div", "SQUARE", "SQRT",
      // STUB     "EXP", "LOG", "LogSumExp", "CrossEntropy" ->
      // STUB   throw new Todo("15.5", "what stays in float32");
      // END SOLUTION
      default -> FLOAT32;
    };
    // spotless:on
  }
}
