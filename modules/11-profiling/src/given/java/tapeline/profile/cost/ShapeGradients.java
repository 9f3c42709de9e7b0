package tapeline.profile.cost;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TensorOp;

/// The gradients that a walk from an output has brought so far, by node.
final class ShapeGradients {
  private final @Nullable ArrayView[] sums;
  private final HeldArrays held = new HeldArrays();

  /// The output's gradient alone.
  ShapeGradients(ShapeVariable output) {
    sums = new ArrayView[output.node() + 1];
    put(output.node(), ArrayView.fresh(output.shape()));
  }

  long bytes() {
    return held.bytes();
  }

  boolean reached(int node) {
    return sums[node] != null;
  }

  /// The gradient of the op at `node` becomes gradients of its inputs; a second one that comes to
  /// an input is added to the first, which makes an array.
  void handOn(TensorOp op, int node, List<ShapeVariable> inputs) {
    var dY = sums[node];
    for (int k = 0; dY != null && k < inputs.size(); k++) {
      var x = inputs.get(k);
      if (x.node() >= 0) {
        var dX = ArrayView.gradient(op, k, dY, x.shape());
        put(x.node(), reached(x.node()) ? ArrayView.fresh(x.shape()) : dX);
      }
    }
  }

  private void put(int node, ArrayView sum) {
    drop(node);
    sums[node] = sum;
    held.hold(sum);
  }

  void drop(int node) {
    var sum = sums[node];
    if (sum != null) {
      held.release(sum);
      sums[node] = null;
    }
  }
}
