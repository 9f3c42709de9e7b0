package tapeline.tests.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// Tensors the slow way: one index after the other, in float64.
final class ByIndex {
  private ByIndex() {}

  /// Every index of a tensor of this shape, in row-major order.
  static void forEach(Shape shape, Consumer<int[]> action) {
    walk(shape, new int[shape.rank()], 0, action);
  }

  private static void walk(Shape shape, int[] index, int axis, Consumer<int[]> action) {
    if (axis == index.length) {
      action.accept(index);
      return;
    }
    for (int i = 0; i < shape.length(axis); i++) {
      index[axis] = i;
      walk(shape, index, axis + 1, action);
    }
  }

  /// The element of `x` that broadcasting puts at `index` of a wider shape: an axis of length 1 has
  /// but one place, and axes that `x` lacks are left out.
  static float stretched(Tensor x, int... index) {
    int missing = index.length - x.shape().rank();
    var own = Arrays.copyOfRange(index, missing, index.length);
    for (int k = 0; k < own.length; k++) {
      own[k] = x.shape().length(k) == 1 ? 0 : own[k];
    }
    return x.at(own);
  }

  /// Fails unless `got` has this shape and, within `relative` of each number and of 1, these
  /// elements.
  static void check(
      String what, Tensor got, Shape shape, ToDoubleFunction<int[]> expected, double relative) {
    assertThat(got.shape()).as("the shape of %s", what).isEqualTo(shape);
    forEach(
        shape,
        index -> {
          double want = expected.applyAsDouble(index);
          double have = got.at(index);
          double off = relative * (1 + Math.abs(want));
          if (Double.compare(have, want) != 0 && !(Math.abs(have - want) <= off)) {
            assertThat(have)
                .as("%s, element %s", what, Arrays.toString(index))
                .isCloseTo(want, within(off));
          }
        });
  }

  /// Fails unless `got` has this shape and exactly these elements.
  static void check(String what, Tensor got, Shape shape, ToDoubleFunction<int[]> expected) {
    check(what, got, shape, expected, 0);
  }
}
