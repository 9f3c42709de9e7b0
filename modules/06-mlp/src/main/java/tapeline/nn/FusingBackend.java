package tapeline.nn;

import org.jspecify.annotations.Nullable;
import tapeline.autograd.TapePrecision;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Variable;
import tapeline.tensor.Backend;

/// A backend that makes a training's steps cheaper: they use the arrays of the step before, and one
/// op does the work of several. Trainers, layers and losses ask for both; on any other backend they
/// get neither, and do the same work op by op.
///
/// In any precision but the plain one ops stay apart, as each has a precision of its own.
public interface FusingBackend extends Backend {

  /// Begins a step of a training, which the result ends: tensors that are made in between are
  /// overwritten by the next step. Does nothing for an optimizer or a layer that may keep a tensor.
  Use step(Optimizer optimizer, Layer... layers);

  /// Returns the op that does the work of `ops`, each of which is applied to the result of the one
  /// before; null where there is none.
  @Nullable TensorOp fused(TensorOp... ops);

  /// Returns the output of `then` behind `first`, by fewer ops than they have; null where both are
  /// to be applied as they are.
  @Nullable Variable fused(Layer first, Layer then, Variable x);

  /// Begins a step on the backend in use.
  static Use begin(Optimizer optimizer, Layer... layers) {
    return Backend.current() instanceof FusingBackend fast
        ? fast.step(optimizer, layers)
        : () -> {};
  }

  /// Returns the op that the backend in use has in place of `ops`, or null.
  static @Nullable TensorOp inPlaceOf(TensorOp... ops) {
    return isPlain() && Backend.current() instanceof FusingBackend fast ? fast.fused(ops) : null;
  }

  /// Returns what the backend in use makes of two layers, or null.
  static @Nullable Variable both(Layer first, Layer then, Variable x) {
    return isPlain() && Backend.current() instanceof FusingBackend fast
        ? fast.fused(first, then, x)
        : null;
  }

  private static boolean isPlain() {
    return TapePrecision.current().equals(TapePrecision.PLAIN);
  }
}
