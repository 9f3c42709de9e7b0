package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import tapeline.instruments.profile.Cost;
import tapeline.tensor.Tensor;

/// Arithmetic that counts itself: loops written with it say what they cost. Numbers are float64.
final class CountedLoops {
  private final List<Operand> operands = new ArrayList<>();
  private long flops;
  private long written;

  /// The elements of an operand, in row-major order.
  static final class Operand {
    private final float[] values;
    private final BitSet read = new BitSet();

    private Operand(float[] values) {
      this.values = values;
    }

    double at(int i) {
      read.set(i);
      return values[i];
    }
  }

  /// An operand that the loops read; each element counts once.
  Operand operand(Tensor x) {
    var operand = new Operand(x.toArray());
    operands.add(operand);
    return operand;
  }

  /// An array that the loops write, zeros at first; it counts in full.
  double[] result(int length) {
    written += length;
    return new double[length];
  }

  Cost cost() {
    long read = operands.stream().mapToLong(x -> x.read.cardinality()).sum();
    return new Cost(flops, 4 * read, 4 * written);
  }

  /// That the loops compute what the course does.
  void requireSame(String what, double[] expected, Tensor got) {
    float[] values = got.toArray();
    assertThat(values).as("the size of %s", what).hasSameSizeAs(expected);
    for (int i = 0; i < values.length; i++) {
      assertThat((double) values[i])
          .as("element %d of %s, against the test's own loops", i, what)
          .isCloseTo(expected[i], within(1e-4));
    }
  }

  /// A call of a function, which counts as one, whatever it takes.
  double call(double value) {
    flops++;
    return value;
  }

  // spotless:off
  double plus(double a, double b)   { return call(a + b); }
  double minus(double a, double b)  { return call(a - b); }
  double times(double a, double b)  { return call(a * b); }
  double over(double a, double b)   { return call(a / b); }
  double max(double a, double b)    { return call(Math.max(a, b)); }
  double neg(double a)              { return call(-a); }
  double exp(double a)              { return call(Math.exp(a)); }
  double log(double a)              { return call(Math.log(a)); }
  double tanh(double a)             { return call(Math.tanh(a)); }
  // spotless:on
}
