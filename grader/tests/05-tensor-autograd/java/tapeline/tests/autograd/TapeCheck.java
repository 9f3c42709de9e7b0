package tapeline.tests.autograd;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.autograd.Operands.Layout;

/// Compares the gradients of a tape with central differences of the same function in float64.
final class TapeCheck {
  private static final double STEP = 1e-5;
  private static final int TRIALS = 5;

  private TapeCheck() {}

  /// A function on a tape.
  interface Taped {
    Variable of(List<Variable> inputs);
  }

  /// A taped function's definition in float64.
  interface Defined {
    ExactTensor of(List<ExactTensor> inputs);
  }

  /// [#check] of a function of one tensor, of random shapes in every layout.
  static void unary(
      String what,
      Function<Random, DoubleSupplier> numbers,
      UnaryOperator<Variable> taped,
      UnaryOperator<ExactTensor> defined) {
    var random = Seeds.random(what);
    for (var layout : Layout.values()) {
      for (int trial = 0; trial < TRIALS; trial++) {
        var x = Operands.of(random, layout, Operands.shape(random), numbers.apply(random));
        var name = what + ", " + layout;
        check(name, random, List.of(x), v -> taped.apply(v.get(0)), v -> defined.apply(v.get(0)));
      }
    }
  }

  /// [#check] of a function of two tensors that are stretched to one shape, in every layout.
  static void binary(
      String what,
      Function<Random, DoubleSupplier> numbers,
      BinaryOperator<Variable> taped,
      BinaryOperator<ExactTensor> defined) {
    var random = Seeds.random(what);
    for (var layout : Layout.values()) {
      for (int trial = 0; trial < TRIALS; trial++) {
        var wide = Operands.shape(random);
        var number = numbers.apply(random);
        var a = Operands.of(random, layout, Operands.narrower(random, wide), number);
        var b = Operands.of(random, layout, Operands.narrower(random, wide), number);
        check(
            what + ", " + layout,
            random,
            List.of(a, b),
            v -> taped.apply(v.get(0), v.get(1)),
            v -> defined.apply(v.get(0), v.get(1)));
      }
    }
  }

  /// Checks the value of `taped` at `inputs`, and the gradient in each of them of `Σ G·taped` for a
  /// random G: a gradient of ones would hide some mistakes.
  static void check(String what, Random random, List<Tensor> inputs, Taped taped, Defined defined) {
    var tape = new TensorTape();
    var variables = inputs.stream().map(tape::variable).toList();
    var points = inputs.stream().map(ExactTensor::of).toList();
    var where =
        "%s at %s"
            .formatted(
                what,
                inputs.stream().map(x -> x.shape().toString()).collect(Collectors.joining(", ")));
    var y = taped.of(variables);
    defined.of(points).assertEquals(where, y.value());
    var g = Tensor.normal(random, y.shape().toArray());
    tape.backward(y, g);
    for (int k = 0; k < inputs.size(); k++) {
      differences(defined, points, k, ExactTensor.of(g))
          .assertEquals(
              "the gradient in input %d of %s".formatted(k, where), variables.get(k).gradient());
    }
  }

  /// `(s(x + h) − s(x − h)) / 2h` with `s = Σ g·f`, for each element x of input k.
  private static ExactTensor differences(
      Defined f, List<ExactTensor> points, int k, ExactTensor g) {
    var x = points.get(k);
    var slopes = new double[x.values().length];
    for (int i = 0; i < slopes.length; i++) {
      slopes[i] =
          (weighted(f, moved(points, k, i, STEP), g) - weighted(f, moved(points, k, i, -STEP), g))
              / (2 * STEP);
    }
    return new ExactTensor(x.shape(), slopes);
  }

  private static double weighted(Defined f, List<ExactTensor> at, ExactTensor g) {
    double sum = 0;
    var y = f.of(at).values();
    for (int i = 0; i < y.length; i++) {
      sum += g.values()[i] * y[i];
    }
    return sum;
  }

  private static List<ExactTensor> moved(
      List<ExactTensor> points, int k, int element, double step) {
    var values = points.get(k).values().clone();
    values[element] += step;
    var moved = new ArrayList<>(points);
    moved.set(k, new ExactTensor(points.get(k).shape(), values));
    return moved;
  }
}
