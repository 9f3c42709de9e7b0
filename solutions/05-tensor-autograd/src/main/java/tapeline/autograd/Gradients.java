package tapeline.autograd;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// The gradients of one backward, by node, each the sum over the paths from the output to there.
final class Gradients {
  private final @Nullable Tensor[] sums;
  private final Ledger held = new Ledger();

  Gradients(int nodes) {
    sums = new Tensor[nodes];
  }

  /// The gradient that reached a node, or null.
  @Nullable Tensor of(int node) {
    return node < sums.length ? sums[node] : null;
  }

  long bytes() {
    return held.bytes();
  }

  /// Adds the gradient that came along one path to a node whose tensor has this shape.
  void add(int node, Tensor dX, Shape shape) {
    var before = sums[node];
    var mine = unbroadcast(dX, shape);
    drop(node);
    var sum = before == null ? mine : before.plus(mine);
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

  /// The gradient in a tensor of this shape that was stretched to the shape of `dX`: each element
  /// was used several times, and its gradients add up.
  static Tensor unbroadcast(Tensor dX, Shape shape) {
    if (dX.shape().equals(shape)) {
      return dX;
    }
    // BEGIN SOLUTION 05.8 "unbroadcast" 10 points
    int missing = dX.shape().rank() - shape.rank();
    var stretched =
        IntStream.range(0, dX.shape().rank())
            .filter(k -> k < missing || shape.length(k - missing) == 1)
            .toArray();
    return dX.sum(true, stretched).reshape(shape.toArray());
    // STUB // TODO 05.8 — 6 lines. Which axes of dX were stretched: those missing in front of `shape`,
    // STUB // and which others? Sum along them, and reshape. (The sum along no axes is the sum of all:
    // STUB // why can that not happen here?)
    // STUB throw new Todo("05.8", "unbroadcast");
    // END SOLUTION
  }
}
