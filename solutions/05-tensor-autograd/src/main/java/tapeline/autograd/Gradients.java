package tapeline.autograd;

import static tapeline.autograd.TapeListener.Holding.GRADIENT;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// The gradients of one backward, by node, each the sum over the paths from the output to there.
final class Gradients {
  private final TensorTape tape;
  private final Holdings holdings;
  private final @Nullable Tensor[] sums;
  private final PassedArrays passed;

  Gradients(TensorTape tape, Holdings holdings, int nodes) {
    this.tape = tape;
    this.holdings = holdings;
    sums = new Tensor[nodes];
    passed = new PassedArrays(holdings);
  }

  /// The gradient that reached a node, or null.
  @Nullable Tensor of(int node) {
    return node < sums.length ? sums[node] : null;
  }

  /// Begins a backward at a node, with a gradient that is the program's own.
  void begin(int node, Tensor dY) {
    passed.spare(dY);
    add(node, dY, dY.shape());
  }

  /// Adds the gradient that came along one path to a node whose tensor has this shape.
  /*
   * The sum is a new tensor, and is not written into the first one: an op may hand on the gradient
   * it got, as Add does, so that several nodes hold the same numbers.
   */
  void add(int node, Tensor dX, Shape shape) {
    passed.add(dX);
    var before = sums[node];
    var mine = unbroadcast(dX, shape);
    var sum = before == null ? mine : sum(node, before, mine);
    drop(node);
    sums[node] = sum;
    holdings.hold(GRADIENT, node, sum);
  }

  private Tensor sum(int node, Tensor before, Tensor more) {
    var listener = TapeListener.current();
    listener.additionStarts(tape, node, more);
    try {
      return before.plus(more);
    } finally {
      listener.additionEnds(tape, node);
    }
  }

  void drop(int node) {
    var sum = sums[node];
    if (sum != null) {
      sums[node] = null;
      passed.add(sum);
      holdings.release(GRADIENT, node, sum);
    }
  }

  /// Drops the gradient of an op whose inputs have theirs.
  ///
  /// @param once whether the tape is walked no other time
  void pass(int node, boolean once) {
    drop(node);
    passed.opEnds(once);
  }

  /// Ends the walk.
  void end() {
    passed.walkEnds();
  }

  void dropAll() {
    for (int node = 0; node < sums.length; node++) {
      drop(node);
    }
  }

  /// The gradient in a tensor of this shape that was stretched to the shape of `dX`: each element
  /// was used several times, and its gradients add up.
  private static Tensor unbroadcast(Tensor dX, Shape shape) {
    if (dX.shape().equals(shape)) {
      return dX;
    }
    requireStretched(shape, dX.shape());
    int missing = dX.shape().rank() - shape.rank();
    // BEGIN SOLUTION 05.8 "unbroadcast" 10 points, core
    var stretched =
        IntStream.range(0, dX.shape().rank())
            .filter(k -> k < missing || shape.length(k - missing) == 1)
            .toArray();
    return dX.sum(true, stretched).reshape(shape.toArray());
    // STUB // TODO 05.8 — 5 lines. Sum dX along every axis that was stretched, and reshape the sum
    // STUB // to `shape`. The first `missing` axes of dX are among them, as `shape` does not have
    // STUB // them: which are the others?
    // STUB throw new Todo("05.8", "unbroadcast");
    // END SOLUTION
  }

  /// @throws IllegalStateException when an op's gradient fits its input in no way
  private static void requireStretched(Shape shape, Shape wide) {
    int missing = wide.rank() - shape.rank();
    boolean fits = missing >= 0;
    for (int k = 0; fits && k < shape.rank(); k++) {
      fits = shape.length(k) == 1 || shape.length(k) == wide.length(k + missing);
    }
    if (!fits) {
      throw new IllegalStateException(
          "a gradient has the shape of its input, or what that is stretched to: got %s for %s"
              .formatted(wide, shape));
    }
  }
}
