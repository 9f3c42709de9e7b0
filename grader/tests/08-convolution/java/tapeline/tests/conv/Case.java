package tapeline.tests.conv;

import java.util.List;
import java.util.Random;
import tapeline.conv.Window;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

/// Images, weights and windows of every kind: no two lengths are equal that a learner might
/// exchange.
///
/// @param images (n,c,h,w)
/// @param channels of the result
record Case(Shape images, int channels, Window window) {
  static final List<Case> ALL =
      List.of(
          new Case(Shape.of(1, 1, 4, 3), 1, new Window(2, 1, 0)),
          new Case(Shape.of(2, 3, 4, 5), 4, new Window(1, 1, 0)),
          new Case(Shape.of(3, 2, 5, 4), 1, new Window(3, 1, 0)),
          new Case(Shape.of(2, 1, 4, 6), 3, new Window(3, 1, 1)),
          new Case(Shape.of(1, 2, 3, 2), 3, new Window(3, 1, 2)),
          new Case(Shape.of(2, 3, 7, 5), 2, new Window(2, 2, 0)),
          new Case(Shape.of(3, 1, 8, 6), 2, new Window(3, 2, 1)),
          new Case(Shape.of(1, 2, 7, 9), 3, new Window(2, 3, 1)),
          new Case(Shape.of(2, 2, 3, 1), 3, new Window(5, 1, 2)),
          new Case(Shape.of(1, 3, 1, 2), 2, new Window(4, 2, 3)));

  Shape weights() {
    return Shape.of(channels, images.length(1), window.size(), window.size());
  }

  Tensor x(Random random) {
    return Tensor.normal(random, images.toArray());
  }

  Tensor w(Random random) {
    return Tensor.normal(random, weights().toArray());
  }

  @Override
  public String toString() {
    return "images %s, weights %s, stride %d, padding %d"
        .formatted(images, weights(), window.stride(), window.padding());
  }
}
