package tapeline.nn;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TapePrecision;
import tapeline.autograd.TensorOp;
import tapeline.autograd.Variable;
import tapeline.tensor.Backend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// A backend that makes a training's steps cheaper: they use the arrays of the step before, and one
/// op does the work of several. Trainers, layers and losses ask for both; on any other backend they
/// get neither, and do the same work op by op.
///
/// In any precision but the plain one ops stay apart, as each has a precision of its own.
public interface FusingBackend extends Backend {

  /// Begins a step of a training, which the result ends: tensors that are made in between are
  /// overwritten by the next step. Does nothing for an optimizer or a layer that may keep a tensor.
  Use step(Optimizer optimizer, Layer... layers);

  /// Returns the op that does all the work of a layer, or of the layer whose first op this is, on a
  /// first input of shape `x`; null where there is none. It takes all inputs of [#asOne].
  @Nullable TensorOp fused(Object work, Shape x);

  /// Returns a layer that does the work of `first` and of `then` behind it by fewer ops; null where
  /// both stay as they are.
  @Nullable Layer fused(Layer first, Layer then);

  /// Moves p, which lies row by row, to `p − rate·g` in one pass. Returns whether it did.
  boolean descend(Tensor p, Tensor g, float rate);

  /// Begins a step on the backend in use.
  static Use begin(Optimizer optimizer, Layer... layers) {
    return Backend.current() instanceof FusingBackend fast
        ? fast.step(optimizer, layers)
        : () -> {};
  }

  /// Does the work of a layer, or of the layer whose first op this is, by the one op that the
  /// backend in use has for it: its result, or nothing where the layer is to go op by op.
  static Optional<Variable> asOne(Object work, Variable... inputs) {
    if (!isPlain() || !(Backend.current() instanceof FusingBackend fast)) {
      return Optional.empty();
    }
    var tape = inputs[0].tape();
    return Optional.ofNullable(fast.fused(work, inputs[0].shape()))
        .map(op ->
            switch (op) {
              case TensorOp.Unary one -> tape.apply(one, inputs[0]);
              case TensorOp.Binary two -> tape.apply(two, inputs[0], inputs[1]);
              case TensorOp.Many many -> tape.apply(many, List.of(inputs));
            });
  }

  /// Returns layers that do the work of these: fewer of them, where the backend in use joins two.
  static List<Layer> joined(List<Layer> layers) {
    if (!isPlain() || !(Backend.current() instanceof FusingBackend fast)) {
      return layers;
    }
    var joined = new ArrayList<Layer>();
    for (var layer : layers) {
      var both = joined.isEmpty() ? null : fast.fused(joined.getLast(), layer);
      if (both == null) {
        joined.add(layer);
      } else {
        joined.set(joined.size() - 1, both);
      }
    }
    return joined;
  }

  /// Moves a parameter by [GradientDescent] in one pass, where the backend in use has one. Returns
  /// whether it did.
  static boolean descends(Parameter p, float rate) {
    return Backend.current() instanceof FusingBackend fast
        && fast.descend(p.value(), p.gradient(), rate);
  }

  private static boolean isPlain() {
    return TapePrecision.current().equals(TapePrecision.PLAIN);
  }
}
