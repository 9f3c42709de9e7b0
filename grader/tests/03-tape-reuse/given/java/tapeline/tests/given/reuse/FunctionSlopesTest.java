package tapeline.tests.given.reuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.reuse.FlatTape;

class FunctionSlopesTest {
  private interface Function {
    int on(FlatTape tape, int x);
  }

  private record Row(String name, Function function, DoubleUnaryOperator slope) {}

  private static final List<Row> ROWS =
      List.of(
          new Row("−x", FlatTape::neg, _ -> -1),
          new Row("ln x", FlatTape::log, x -> 1 / x),
          new Row("sin x", FlatTape::sin, Math::cos),
          new Row("cos x", FlatTape::cos, x -> -Math.sin(x)),
          new Row("tanh x", FlatTape::tanh, x -> 1 - Math.pow(Math.tanh(x), 2)),
          new Row(
              "sigmoid x", FlatTape::sigmoid, x -> Math.exp(-x) / Math.pow(1 + Math.exp(-x), 2)),
          new Row("softplus x", FlatTape::softplus, x -> 1 / (1 + Math.exp(-x))));

  @Test
  void a_function_has_its_slope_and_hands_on_what_it_gave() {
    for (var row : ROWS) {
      var tape = new FlatTape();
      int variable = tape.variable(0.6);
      int y = row.function.on(tape, tape.shift(variable, 0));
      tape.backward(tape.exp(y));
      double expected = Math.exp(tape.value(y)) * row.slope.applyAsDouble(0.6);
      assertThat(tape.gradient(variable))
          .as("gradient of v = 0.6 in exp(f(v + 0)), f being %s", row.name)
          .isCloseTo(expected, within(8 * Math.ulp(expected)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "softplus, 1000, 1",
    "softplus, -40, 4.248354255291589e-18",
    "sigmoid, 40, 4.248354255291589e-18",
    "sigmoid, 1000, 0",
    "sigmoid, -1000, 0",
  })
  void a_slope_far_from_0_keeps_its_digits(String name, double at, double expected) {
    var tape = new FlatTape();
    int x = tape.variable(at);
    tape.backward(name.equals("sigmoid") ? tape.sigmoid(x) : tape.softplus(x));
    assertThat(tape.gradient(x))
        .as("slope of %s at %s", name, at)
        .isCloseTo(expected, within(1e-12 * expected));
  }
}
