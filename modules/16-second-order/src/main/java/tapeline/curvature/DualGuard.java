package tapeline.curvature;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.MatMul;
import tapeline.autograd.Reductions;
import tapeline.autograd.TapeListener;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Variable;
import tapeline.autograd.Views;
import tapeline.nn.CrossEntropy;

/// Refuses the ops through which no tangent may pass: all but those of a list, as others may
/// compute in a loop of their own, which [DualBackend] does not see. Ops on constants may be any.
///
/// [CrossEntropy] reads single numbers when it adds up its loss, and its gradient is exact for a
/// constant factor from above. So what comes after it must be linear.
public final class DualGuard implements TapeListener {
  private final Set<float[]> losses = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean ofLoss; // the op that runs has a cross-entropy among its inputs

  /// Checks an op before it is computed.
  ///
  /// @throws IllegalArgumentException when the op has no second derivative here, naming it
  @Override
  public void forwardStarts(TensorOp op, Variable... inputs) {
    ofLoss = Arrays.stream(inputs).anyMatch(x -> losses.contains(x.value().data()));
    if (Arrays.stream(inputs).anyMatch(Variable::hasGradient)) {
      require(isKnown(op), op, "it is not among the ops that a backend computes alone");
    }
    require(!ofLoss || isLinear(op), op, "behind a cross-entropy only linear ops may come");
  }

  @Override
  public void recorded(TensorOp op, Variable result, int node) {
    if (ofLoss || op instanceof CrossEntropy) {
      losses.add(result.value().data());
    }
  }

  private static boolean isKnown(TensorOp op) {
    return switch (op) {
      case Arithmetic.Map _, Arithmetic.Mul _, Arithmetic.Div _, Arithmetic.Max _, MatMul _ -> true;
      case Reductions.Largest _, Reductions.Softmax _, Reductions.LogSumExp _ -> true;
      case Views.Permute _, Views.Slice _, Views.Concat _, CrossEntropy _ -> true;
      default -> isLinear(op);
    };
  }

  private static boolean isLinear(TensorOp op) {
    return switch (op) {
      case Arithmetic.Add _, Arithmetic.Sub _, Arithmetic.Scale _, Arithmetic.Shift _ -> true;
      case Arithmetic.Quotient _, Reductions.Sum _, Views.Reshape _ -> true;
      default -> false;
    };
  }

  private static void require(boolean allowed, TensorOp op, String why) {
    if (!allowed) {
      throw new IllegalArgumentException(
          "no second derivative of %s: %s".formatted(op.name(), why));
    }
  }
}
