package tapeline.check;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tapeline.scalar.ScalarOp;

/// The points at which [GradientReport#ops] checks an op.
final class OpPoints {
  private static final int RANDOM_POINTS = 3;

  private OpPoints() {}

  /// Three random points inside the domain of `op`, then those that are special to it.
  static double[][] of(ScalarOp op, long seed) {
    var random = new Random(31 * seed + op.name().hashCode());
    var inside = IntStream.range(0, RANDOM_POINTS).mapToObj(_ -> inside(op, random));
    return Stream.concat(inside, Arrays.stream(special(op))).toArray(double[][]::new);
  }

  /// Each input has a size from 0.5 to 2, and a sign where the op has a value at a negative one.
  private static double[] inside(ScalarOp op, Random random) {
    boolean positive = Double.isNaN(op.value(-1.5, 0.5));
    var x = new double[op.arity()];
    for (int i = 0; i < x.length; i++) {
      double size = 0.5 + 1.5 * random.nextDouble();
      x[i] = positive || random.nextBoolean() ? size : -size;
    }
    return x;
  }

  private static double[][] special(ScalarOp op) {
    return switch (op) {
      case DIV -> new double[][] {{1, 0}};
      case POW -> new double[][] {{-2, 3}, {0, 0.5}};
      case LOG -> new double[][] {{0}, {-1}};
      case RELU -> new double[][] {{0}};
      case TANH, SIGMOID, SOFTPLUS -> new double[][] {{-1000}, {1000}}; // where exp overflows
      default -> new double[][] {};
    };
  }
}
