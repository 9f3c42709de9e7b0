package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.instruments.profile.Cost;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;

/// The cost of each primitive that a backend is asked for, against the formula of one number: an
/// operator and a call are a FLOP each, and an operand that is named is read.
class PassCostTest {
  private static final Pattern FLOP = Pattern.compile("[-+*/]|\\b\\w+\\(");

  private final Random random = Seeds.random("pass cost");
  private final Tensor x = Tensor.normal(random, 3, 5).square().plus(0.5f);

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NEG        | neg(x)                                       | neg(dy)
          EXP        | exp(x)                                       | dy*y
          LOG        | log(x)                                       | dy/x
          SQRT       | sqrt(x)                                      | dy/(2*y)
          SQUARE     | x*x                                          | dy*2*x
          RECIPROCAL | 1/x                                          | neg(dy*y*y)
          ABS        | abs(x)                                       | dy*signum(x)
          TANH       | tanh(x)                                      | dy*(1-y*y)
          SIGMOID    | 1/(1+exp(neg(x)))                            | dy*y*(1-y)
          RELU       | max(x, 0)                                    | choice(equals(y, 0), 0, dy)
          SOFTPLUS   | max(x, 0)+log1p(exp(neg(abs(x))))            | dy*(1/(1+exp(neg(x))))
          GELU       | 0.5*x*(1+tanh(r*(x+c*x*x*x)))                | dy*(0.5*(1+t)+0.5*x*(1-t*t)*du), t = tanh(r*(x+c*x*x*x)), du = r*(1+3c*x*x)
          """)
  void a_function_and_its_slope_cost_what_their_formulas_count(
      UnaryOp op, String value, String slope) {
    var dY = Tensor.normal(random, 3, 5);
    var y = x.map(op);
    assertThat(CountedBackend.of(() -> x.map(op)))
        .as("the cost of %s of 15 numbers: %s", op, value)
        .isEqualTo(cost(value));
    assertThat(CountedBackend.of(() -> Backend.current().slope(op, dY, x, y)))
        .as("the cost of the slope of %s at 15 numbers: %s", op, slope)
        .isEqualTo(cost(slope));
  }

  private static Cost cost(String formula) {
    long reads =
        Pattern.compile("\\bx\\b|\\by\\b|\\bdy\\b")
            .matcher(formula)
            .results()
            .map(m -> m.group())
            .distinct()
            .count();
    return new Cost(15 * FLOP.matcher(formula).results().count(), 60 * reads, 60);
  }

  @Test
  void rows_cost_what_each_number_and_each_row_take() {
    assertThat(CountedBackend.of(() -> x.softmax()))
        .as("softmax: largest, difference, power, sum and product a number, a quotient a row")
        .isEqualTo(new Cost(5 * 15 + 3, 60, 60));
    assertThat(CountedBackend.of(() -> x.logSumExp()))
        .as("logSumExp: largest, difference, power and sum a number, a logarithm and a sum a row")
        .isEqualTo(new Cost(4 * 15 + 2 * 3, 60, 12));
    assertThat(CountedBackend.of(() -> x.sum(0)))
        .as("a sum takes a number after the other, from zero")
        .isEqualTo(new Cost(15, 60, 20));
    var row = Tensor.normal(random, 5);
    assertThat(CountedBackend.of(() -> x.plus(row)))
        .as("an operand that is stretched is read once")
        .isEqualTo(new Cost(15, 60 + 20, 60));
  }
}
