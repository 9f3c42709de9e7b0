package tapeline.curvature;

import java.util.IdentityHashMap;
import java.util.Optional;
import tapeline.tensor.Tensor;

/// The tangents of tensors along one direction. A tensor without an entry does not change.
///
/// An array has one tangent, of its length, and a view's is the same view of that.
final class Tangents {
  private final IdentityHashMap<float[], float[]> known = new IdentityHashMap<>();

  void clear() {
    known.clear();
  }

  /// Returns the tangent of `x`, a tensor of its shape; empty when x does not change.
  Optional<Tensor> of(Tensor x) {
    var array = known.get(x.data());
    return array == null ? Optional.empty() : Optional.of(x.over(array));
  }

  /// Sets the tangent of `x`, stretched to its shape; x may be a part of an array. It writes no
  /// array of a tangent twice, as several tensors may share it.
  void set(Tensor x, Tensor tangent) {
    var before = known.get(x.data());
    if (before == null && isWhole(x) && isWhole(tangent) && tangent.shape().equals(x.shape())) {
      known.put(x.data(), tangent.data());
      return;
    }
    var array = before == null ? new float[x.data().length] : before.clone();
    x.over(array).assign(tangent);
    known.put(x.data(), array);
  }

  /// Returns whether the elements of `x` are those of its array, in their order.
  private static boolean isWhole(Tensor x) {
    return x.shape().size() == x.data().length && x.isContiguous();
  }

  /// Records that the numbers of `from` were written into `to`.
  void copy(Tensor from, Tensor to) {
    var tangent = of(from).map(Tensor::copy); // the two may overlap
    if (tangent.isPresent() || known.containsKey(to.data())) {
      set(to, tangent.orElse(Tensor.scalar(0)));
    }
  }
}
