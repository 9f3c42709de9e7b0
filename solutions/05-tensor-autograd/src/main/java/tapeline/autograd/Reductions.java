package tapeline.autograd;

import static tapeline.autograd.TensorOp.Keeps.*;

import java.util.Arrays;
import tapeline.tensor.Tensor;

/// The ops that make one number of many.
public interface Reductions {

  /// `Y = Σ X` along `axes`, all of them when there are none; they go.
  record Sum(int... axes) implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x.sum(axes);
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return ofSum(dY, x, axes);
    }

    @Override
    public Keeps keeps() {
      return NOTHING;
    }

    @Override
    public String toString() {
      return "Sum" + Arrays.toString(axes);
    }
  }

  /// `Y = max X` along `axes`; its gradient is shared by equal largest elements.
  record Largest(int... axes) implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x.max(false, axes);
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return ofLargest(dY, x, y, axes);
    }

    @Override
    public String toString() {
      return "Largest" + Arrays.toString(axes);
    }
  }

  /// A reduced tensor with the axes that went, as lengths of 1.
  private static Tensor kept(Tensor reduced, Tensor x, int... axes) {
    return reduced.reshape(x.shape().reduced(true, axes).toArray());
  }

  // BEGIN SOLUTION 05.5 "a sum's gradient, and a maximum's" 15 points
  /// The gradient in X of `Y = Σ X` along `axes`: each summand has slope 1. A view of dY.
  private static Tensor ofSum(Tensor dY, Tensor x, int... axes) {
    return kept(dY, x, axes).expand(x.shape());
  }

  /// The gradient in X of `Y = max X` along `axes`: equal largest elements share their maximum's,
  /// each the same part; the others get 0, also where dY is infinite.
  private static Tensor ofLargest(Tensor dY, Tensor x, Tensor y, int... axes) {
    var largest = kept(y, x, axes).greater(x).neg().plus(1);
    return kept(dY, x, axes).div(largest.sum(true, axes)).where(largest);
  }

  // STUB /// The gradient in X of `Y = Σ X` along `axes`: each summand has slope 1. A view of dY.
  // STUB private static Tensor ofSum(Tensor dY, Tensor x, int... axes) {
  // STUB   // TODO 05.5 — 4 lines in two bodies. Every summand gets the gradient of its sum, so dX
  // STUB   // has the shape of X. dY has lost the axes; the given kept(dY, x, axes) has them
  // STUB   // as lengths of 1: what is left to do?
  // STUB   throw new Todo("05.5", "the sum's gradient");
  // STUB }
  // STUB
  // STUB /// The gradient in X of `Y = max X` along `axes`: equal largest elements share their
  // STUB /// maximum's, each the same part; the others get 0, also where dY is infinite.
  // STUB private static Tensor ofLargest(Tensor dY, Tensor x, Tensor y, int... axes) {
  // STUB   // a.greater(b) is 1 where a > b, and 0 elsewhere. Which elements of X are not smaller
  // STUB   // than their maximum? Of two equal ones, each gets a half: how many are there along the
  // STUB   // axes? a.where(b) is a where b is not 0, and 0 elsewhere: why not a.times(b)?
  // STUB   throw new Todo("05.5", "the maximum's gradient");
  // STUB }
  // END SOLUTION

  /// `Y = softmax(X)` along the last axis: `yᵢ = exp(xᵢ) / Σₖ exp(xₖ)`.
  record Softmax() implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x.softmax();
    }

    /// From dY and Y alone; O(size).
    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      // BEGIN SOLUTION 05.6 "softmax's gradient" 15 points
      var weighted = dY.times(y).sum(true, -1); // Σₖ dyₖ·yₖ
      return dY.minus(weighted).times(y);
      // STUB // TODO 05.6 — 2 lines. ∂yₖ/∂xᵢ = yₖ·([k = i] − yᵢ) along the last axis. Put that into
      // STUB // dxᵢ = Σₖ dyₖ·∂yₖ/∂xᵢ: which sum is the same for all i of a row, so that the row
      // STUB // costs O(n) and not O(n²)?
      // STUB throw new Todo("05.6", "softmax's gradient");
      // END SOLUTION
    }

    @Override
    public Keeps keeps() {
      return OUTPUT;
    }
  }

  /// `Y = ln Σₖ exp(xₖ)` along the last axis, which stays with length 1; `dX = dY·softmax(X)`.
  record LogSumExp() implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x.logSumExp();
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return x.softmax().times(dY);
    }

    @Override
    public Keeps keeps() {
      return INPUTS;
    }
  }
}
