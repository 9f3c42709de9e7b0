package tapeline.autograd;

import static tapeline.autograd.TensorOp.Keeps.*;

import java.util.Arrays;
import java.util.List;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// The ops that compute nothing: they look at the same numbers in another way.
public interface Views {

  /// A view of the elements under another shape; see [Tensor#reshape].
  record Reshape(int... lengths) implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x.reshape(lengths);
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return dY.reshape(x.shape().toArray());
    }

    @Override
    public Keeps keeps() {
      return NOTHING;
    }

    @Override
    public String toString() {
      return "Reshape" + Arrays.toString(lengths);
    }
  }

  /// The axes in another order; see [Tensor#permute].
  record Permute(int... order) implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x.permute(order);
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      var back = new int[order.length];
      for (int k = 0; k < order.length; k++) {
        back[x.shape().axis(order[k])] = k;
      }
      return dY.permute(back);
    }

    @Override
    public Keeps keeps() {
      return NOTHING;
    }

    @Override
    public String toString() {
      return "Permute" + Arrays.toString(order);
    }
  }

  /// The elements `from ≤ i < to` along an axis; the others get the gradient 0.
  record Slice(int axis, int from, int to) implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x.slice(axis, from, to);
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      var dX = Tensor.zeros(x.shape());
      dX.slice(axis, from, to).assign(dY);
      return dX;
    }

    @Override
    public Keeps keeps() {
      return NOTHING;
    }
  }

  /// Tensors one after the other along an axis, equal along all others.
  record Concat(int axis) implements TensorOp.Many {
    /// @throws IllegalArgumentException when there are none, or they differ along another axis
    @Override
    public Tensor forward(List<Tensor> inputs) {
      if (inputs.isEmpty()) {
        throw new IllegalArgumentException("concat needs at least one tensor, got none");
      }
      var first = inputs.getFirst().shape();
      int length = 0;
      for (var x : inputs) {
        length += same(first, x.shape());
      }
      var lengths = first.toArray();
      lengths[first.axis(axis)] = length;
      var y = Tensor.zeros(lengths);
      int at = 0;
      for (var x : inputs) {
        y.slice(axis, at, at + x.shape().length(axis)).assign(x);
        at += x.shape().length(axis);
      }
      return y;
    }

    /// The length along the axis, of a shape that is otherwise as `first`.
    private int same(Shape first, Shape other) {
      var lengths = first.toArray();
      int k = first.axis(axis);
      if (other.rank() == first.rank()) {
        lengths[k] = other.length(k);
      }
      if (!Shape.of(lengths).equals(other)) {
        throw new IllegalArgumentException(
            "concat needs shapes that are equal but for axis %d, got %s and %s"
                .formatted(k, first, other));
      }
      return lengths[k];
    }

    @Override
    public Tensor grad(int k, Tensor dY, List<Tensor> inputs, Tensor y) {
      int at = 0;
      for (var x : inputs.subList(0, k)) {
        at += x.shape().length(axis);
      }
      return dY.slice(axis, at, at + inputs.get(k).shape().length(axis));
    }

    @Override
    public Keeps keeps() {
      return NOTHING;
    }
  }
}
