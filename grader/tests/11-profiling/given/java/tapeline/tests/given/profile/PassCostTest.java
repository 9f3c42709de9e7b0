package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;

/// The cost of each primitive against loops that compute the same and count themselves.
class PassCostTest {
  private static final double ROOT_2_OVER_PI = Math.sqrt(2 / Math.PI);
  private static final double CUBE = 0.044715;

  private final Random random = Seeds.random("pass cost");
  private final Tensor x = Tensor.normal(random, 3, 5).square().plus(0.5f);

  @Test
  void each_function_costs_what_its_formula_counts() {
    for (var op : UnaryOp.values()) {
      check(
          op + " of",
          () -> x.map(op),
          loops -> {
            var from = loops.operand(x);
            var y = loops.result(15);
            for (int i = 0; i < 15; i++) {
              y[i] = value(op, loops, from.at(i));
            }
            return y;
          });
    }
  }

  @Test
  void each_slope_costs_what_its_formula_counts() {
    var dY = Tensor.normal(random, 3, 5);
    for (var op : UnaryOp.values()) {
      var y = x.map(op);
      check(
          "the slope of " + op + " at",
          () -> Backend.current().slope(op, dY, x, y),
          loops -> {
            var slopes = loops.operand(dY);
            var from = loops.operand(x);
            var to = loops.operand(y);
            var dX = loops.result(15);
            for (int i = 0; i < 15; i++) {
              dX[i] = slope(op, loops, slopes.at(i), from, to, i);
            }
            return dX;
          });
    }
  }

  // spotless:off
  private static double value(UnaryOp op, CountedLoops n, double x) {
    return switch (op) {
      case NEG        -> n.neg(x);
      case EXP        -> n.exp(x);
      case LOG        -> n.log(x);
      case SQRT       -> n.call(Math.sqrt(x));
      case SQUARE     -> n.times(x, x);
      case RECIPROCAL -> n.over(1, x);
      case ABS        -> n.call(Math.abs(x));
      case TANH       -> n.tanh(x);
      case SIGMOID    -> sigmoid(n, x);
      case RELU       -> n.max(x, 0);
      case SOFTPLUS   -> n.plus(n.max(x, 0), n.call(Math.log1p(n.exp(n.neg(n.call(Math.abs(x)))))));
      case GELU       -> n.times(n.times(0.5, x), n.plus(1, n.tanh(inner(n, x))));
    };
  }

  private static double slope(UnaryOp op, CountedLoops n, double dy, CountedLoops.Operand x, CountedLoops.Operand y, int i) {
    return switch (op) {
      case NEG        -> n.neg(dy);
      case EXP        -> n.times(dy, y.at(i));
      case LOG        -> n.over(dy, x.at(i));
      case SQRT       -> n.over(dy, n.times(2, y.at(i)));
      case SQUARE     -> n.times(n.times(dy, 2), x.at(i));
      case RECIPROCAL -> n.neg(n.times(n.times(dy, y.at(i)), y.at(i)));
      case ABS        -> n.times(dy, n.call(Math.signum(x.at(i))));
      case TANH       -> n.times(dy, n.minus(1, n.times(y.at(i), y.at(i))));
      case SIGMOID    -> n.times(n.times(dy, y.at(i)), n.minus(1, y.at(i)));
      case RELU       -> n.call(n.call(y.at(i)) == 0 ? 0 : dy); // a comparison and a choice
      case SOFTPLUS   -> n.times(dy, sigmoid(n, x.at(i)));
      case GELU       -> n.times(dy, geluSlope(n, x.at(i)));
    };
  }
  // spotless:on

  private static double sigmoid(CountedLoops n, double x) {
    return n.over(1, n.plus(1, n.exp(n.neg(x))));
  }

  private static double inner(CountedLoops n, double x) {
    double cubic = n.times(n.times(n.times(CUBE, x), x), x);
    return n.times(ROOT_2_OVER_PI, n.plus(x, cubic));
  }

  private static double geluSlope(CountedLoops n, double x) {
    double t = n.tanh(inner(n, x));
    double du = n.times(ROOT_2_OVER_PI, n.plus(1, n.times(n.times(3 * CUBE, x), x)));
    double curve = n.times(n.times(n.times(0.5, x), n.minus(1, n.times(t, t))), du);
    return n.plus(n.times(0.5, n.plus(1, t)), curve);
  }

  @Test
  void softmax_costs_five_flops_a_number_and_one_a_row() {
    check(
        "softmax of",
        () -> x.softmax(),
        n -> {
          var from = n.operand(x);
          var y = n.result(15);
          for (int row = 0; row < 15; row += 5) {
            double sum = powers(n, from, row, y);
            double scale = n.over(1, sum);
            for (int j = row; j < row + 5; j++) {
              y[j] = n.times(y[j], scale);
            }
          }
          return y;
        });
  }

  @Test
  void log_sum_exp_costs_four_flops_a_number_and_two_a_row() {
    check(
        "logSumExp of",
        () -> x.logSumExp(),
        n -> {
          var from = n.operand(x);
          var y = n.result(3);
          for (int r = 0; r < 3; r++) {
            double sum = powers(n, from, 5 * r, new double[15]);
            y[r] = n.plus(largest(from, 5 * r), n.log(sum));
          }
          return y;
        });
  }

  private static double largest(CountedLoops.Operand x, int row) {
    double max = Double.NEGATIVE_INFINITY;
    for (int j = row; j < row + 5; j++) {
      max = Math.max(max, x.at(j));
    }
    return max;
  }

  /// The powers of a row less its largest, and their sum.
  private static double powers(CountedLoops n, CountedLoops.Operand x, int row, double[] to) {
    double max = Double.NEGATIVE_INFINITY;
    for (int j = row; j < row + 5; j++) {
      max = n.max(max, x.at(j));
    }
    double sum = 0;
    for (int j = row; j < row + 5; j++) {
      to[j] = n.exp(n.minus(x.at(j), max));
      sum = n.plus(sum, to[j]);
    }
    return sum;
  }

  @Test
  void a_sum_takes_a_number_after_the_other_from_zero() {
    check(
        "the sum along axis 0 of",
        () -> x.sum(0),
        n -> {
          var from = n.operand(x);
          var y = n.result(5);
          for (int i = 0; i < 15; i++) {
            y[i % 5] = n.plus(y[i % 5], from.at(i));
          }
          return y;
        });
  }

  @Test
  void an_operand_that_is_stretched_is_read_once() {
    var row = Tensor.normal(random, 5);
    check(
        "a row of 5 added to",
        () -> x.plus(row),
        n -> {
          var a = n.operand(x);
          var b = n.operand(row);
          var y = n.result(15);
          for (int i = 0; i < 15; i++) {
            y[i] = n.plus(a.at(i), b.at(i % 5));
          }
          return y;
        });
  }

  private void check(String what, Supplier<Tensor> work, Function<CountedLoops, double[]> loops) {
    var n = new CountedLoops();
    double[] expected = loops.apply(n);
    var y = new Tensor[1];
    var counted = CountedBackend.of(() -> y[0] = work.get());
    n.requireSame(what + " (3,5)", expected, y[0]);
    assertThat(counted)
        .as("the cost of %s (3,5), against loops that compute it", what)
        .isEqualTo(n.cost());
  }
}
