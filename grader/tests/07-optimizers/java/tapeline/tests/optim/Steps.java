package tapeline.tests.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.optim.Schedule;
import tapeline.tensor.Tensor;
import tapeline.tests.InFloat64;

/// Lets an optimizer make steps with random gradients, beside the same formulas in float64.
final class Steps {
  private static final double TOLERANCE = 1e-5;
  private static final int COUNT = 20;

  /// A rate that changes: 0.1 for seven steps, then half of it, and so on.
  static final Schedule STAIRCASE = step -> 0.1 * Math.pow(0.5, Math.floorDiv(step, 7));

  /// The rule for one number, whose state it keeps: what it is after this step, the first being 1.
  interface Rule {
    double next(double p, double g, double rate, int step);
  }

  private Steps() {}

  /// A parameter with this gradient.
  static Parameter parameter(String name, Tensor value, Tensor gradient) {
    var p = new Parameter(name, value);
    p.setGradient(gradient);
    return p;
  }

  /// A parameter of one number.
  static Parameter number(float value, float gradient) {
    return parameter("p", Tensor.vector(value), Tensor.vector(gradient));
  }

  /// Three parameters, the gradients of the last as small as Adam's ε: it makes 20 steps, and each
  /// number must be where `rule` takes it, see [#close].
  static void twenty(Optimizer optimizer, Supplier<Rule> rule, Random random) {
    var parameters =
        List.of(
            new Parameter("0.weight", Tensor.normal(random, 3, 5)),
            new Parameter("0.bias", Tensor.normal(random, 5)),
            new Parameter("1.weight", Tensor.normal(random, 5, 2)));
    float[] sizes = {1, 100, 1e-7f};
    var exact = parameters.stream().map(p -> InFloat64.of(p.value().toArray())).toList();
    var rules =
        exact.stream()
            .map(p -> Stream.generate(rule).limit(p.length).toArray(Rule[]::new))
            .toList();
    for (int step = 0; step < COUNT; step++) {
      for (int k = 0; k < parameters.size(); k++) {
        var p = parameters.get(k);
        p.setGradient(Tensor.normal(random, p.value().shape().toArray()).times(sizes[k]));
        var g = InFloat64.of(p.gradient().toArray());
        for (int i = 0; i < g.length; i++) {
          exact.get(k)[i] =
              rules.get(k)[i].next(exact.get(k)[i], g[i], STAIRCASE.rate(step), step + 1);
        }
      }
      optimizer.step(parameters);
      for (int k = 0; k < parameters.size(); k++) {
        close(
            exact.get(k),
            parameters.get(k).value(),
            "%s after step %d, its gradients of size %s"
                .formatted(parameters.get(k).name(), step + 1, sizes[k]));
      }
    }
  }

  /// Fails at the first element that is off by more than 1e-5, or that share of a number above 1.
  static void close(double[] expected, Tensor actual, String what) {
    var numbers = actual.toArray();
    assertThat(numbers.length).as("the size of " + what).isEqualTo(expected.length);
    for (int i = 0; i < numbers.length; i++) {
      close(expected[i], numbers[i], "%s, number %d".formatted(what, i));
    }
  }

  static void close(double expected, double actual, String what) {
    assertThat(actual)
        .as(what)
        .isCloseTo(expected, within(TOLERANCE * Math.max(1, Math.abs(expected))));
  }
}
