package tapeline.laboratory.roofline;

import java.util.List;
import tapeline.tensor.UnaryOp;
import tapeline.vector.FloatRange;
import tapeline.vector.math.ElementFunction;
import tapeline.vector.math.MapLoops;

/// How far a function of [MapLoops] is off at most, in units in the last place of the right float,
/// against doubles.
///
/// @param at the number at which
public record UlpError(double ulps, float at) {
  private static final int BLOCK = 1 << 12;
  private static final int STEP = 997; // a prime: all last bits come by turns

  /// Goes through every 997th of the 2³² floats. The first argument is another step from one to the
  /// next, the others are the functions: `1 EXP TANH` takes all floats, in minutes a function.
  static void main(String[] args) {
    int stride = args.length == 0 ? STEP : stride(args[0]);
    functions(List.of(args)).forEach(op -> IO.println(op + " " + worst(op, stride)));
  }

  static int stride(String word) {
    if (!word.matches("[1-9]\\d{0,8}")) {
      throw new IllegalArgumentException(
          "the step from one float to the next is a number from 1 to 999999999, got " + word);
    }
    return Integer.parseInt(word);
  }

  /// Returns the functions that are named behind the first argument, or all.
  static List<UnaryOp> functions(List<String> args) {
    var all = List.of(UnaryOp.values());
    var wanted = args.stream().skip(1).toList();
    for (var word : wanted) {
      if (all.stream().noneMatch(op -> op.name().equals(word))) {
        throw new IllegalArgumentException("a function is one of %s, got %s".formatted(all, word));
      }
    }
    return all.stream().filter(op -> wanted.isEmpty() || wanted.contains(op.name())).toList();
  }

  /// The worst of every `stride`-th float.
  public static UlpError worst(UnaryOp op, int stride) {
    var worst = new UlpError(0, 0);
    var f = ElementFunction.valueOf(op.name());
    var x = new float[BLOCK];
    var y = new float[BLOCK];
    long next = 0;
    while (next < 1L << Integer.SIZE) {
      for (int i = 0; i < BLOCK; i++, next += stride) {
        x[i] = Float.intBitsToFloat((int) next);
      }
      MapLoops.map(f, new FloatRange(x, 0), new FloatRange(y, 0), BLOCK);
      for (int i = 0; i < BLOCK; i++) {
        double off = ulps(right(op, x[i]), y[i]);
        worst = off > worst.ulps ? new UlpError(off, x[i]) : worst;
      }
    }
    return worst;
  }

  private static double ulps(double right, float y) {
    float nearest = (float) right;
    if (Float.compare(nearest, y) == 0 || (Float.isNaN(nearest) && Float.isNaN(y))) {
      return Math.abs(right - y) < Math.ulp(y) ? Math.abs(right - y) / Math.ulp(y) : 0;
    }
    if (Float.isInfinite(nearest) && Math.abs(y) == Float.MAX_VALUE) {
      return 1;
    }
    return Float.isFinite(nearest) && Float.isFinite(y)
        ? Math.abs(right - y) / Math.ulp(nearest)
        : Double.POSITIVE_INFINITY;
  }

  // spotless:off
  private static double right(UnaryOp op, double x) {
    return switch (op) {
      case NEG        -> -x;
      case EXP        -> Math.exp(x);
      case LOG        -> Math.log(x);
      case SQRT       -> Math.sqrt(x);
      case SQUARE     -> x * x;
      case RECIPROCAL -> 1 / x;
      case ABS        -> Math.abs(x);
      case TANH       -> Math.tanh(x);
      case SIGMOID    -> 1 / (1 + Math.exp(-x));
      case RELU       -> Math.max(x, 0);
      case SOFTPLUS   -> Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
      case GELU       -> x == Double.NEGATIVE_INFINITY ? 0 : x / (1 + Math.exp(-2 * geluInner(x)));
    };
  }
  // spotless:on

  private static double geluInner(double x) {
    return Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x);
  }
}
