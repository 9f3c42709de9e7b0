package tapeline.tests.autograd;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import java.util.function.DoubleSupplier;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;

/// Random shapes, and tensors of a shape that lie in memory in every way a view can.
final class Operands {
  private static final int MOST_AXES = 4;
  private static final int LONGEST = 4;
  private static final int MOST_ELEMENTS = 48;

  private Operands() {}

  /// How the elements lie.
  enum Layout {
    ROW_MAJOR,
    TRANSPOSED,
    SLICED,
    STRETCHED
  }

  /// From rank 0 to rank 4, each length 1 to 4.
  static Shape shape(Random random) {
    return shape(random, random.nextInt(MOST_AXES + 1));
  }

  static Shape shape(Random random, int rank) {
    while (true) {
      var lengths = new int[rank];
      Arrays.setAll(lengths, _ -> 1 + random.nextInt(LONGEST));
      var shape = Shape.of(lengths);
      if (shape.size() <= MOST_ELEMENTS) {
        return shape;
      }
    }
  }

  /// A shape that broadcasting stretches to `wide`: axes are missing in front, others have length
  /// 1.
  static Shape narrower(Random random, Shape wide) {
    var lengths = Arrays.copyOfRange(wide.toArray(), random.nextInt(wide.rank() + 1), wide.rank());
    Arrays.setAll(lengths, k -> random.nextInt(3) == 0 ? 1 : lengths[k]);
    return Shape.of(lengths);
  }

  /// A tensor of this shape, each element a `number`, laid out so.
  static Tensor of(Random random, Layout layout, Shape shape, DoubleSupplier number) {
    return switch (layout) {
      case ROW_MAJOR -> fill(shape, number);
      case TRANSPOSED -> {
        int last = shape.rank() - 1;
        var reversed = new int[shape.rank()];
        Arrays.setAll(reversed, k -> last - k);
        var lengths = new int[shape.rank()];
        Arrays.setAll(lengths, k -> shape.length(last - k));
        yield fill(Shape.of(lengths), number).permute(reversed);
      }
      case SLICED -> {
        var longer = shape.toArray();
        Arrays.setAll(longer, k -> longer[k] + 2);
        var t = fill(Shape.of(longer), number);
        for (int k = 0; k < shape.rank(); k++) {
          t = t.slice(k, 1, 1 + shape.length(k));
        }
        yield t;
      }
      case STRETCHED -> fill(narrower(random, shape), number).expand(shape);
    };
  }

  private static Tensor fill(Shape shape, DoubleSupplier number) {
    var t = Tensor.zeros(shape);
    for (int i = 0; i < t.data().length; i++) {
      t.data()[i] = (float) number.getAsDouble();
    }
    return t;
  }

  /// Numbers from 0.3 to 2.
  static DoubleSupplier positive(Random random) {
    return () -> Seeds.uniform(random, 0.3, 2);
  }

  /// Numbers of size 0.3 to 2 and of both signs: no division by nearly 0, no corner of abs or relu.
  static DoubleSupplier signed(Random random) {
    return () -> Seeds.uniform(random, 0.3, 2) * (random.nextBoolean() ? 1 : -1);
  }

  /// Numbers that all differ, by 0.01 at least, from −10 to 10.
  static DoubleSupplier distinct(Random random) {
    var numbers = new ArrayList<Integer>();
    for (int i = -1000; i < 1000; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, random);
    var next = numbers.iterator();
    return () -> next.next() / 100.0;
  }
}
