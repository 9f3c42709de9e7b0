package tapeline.bench.sample;

import java.util.SplittableRandom;
import tapeline.bench.track.Counted;
import tapeline.reuse.FlatTape;
import tapeline.reuse.Polynomial;

/// Fifty gradients of a polynomial of degree 20 on one tape of module 03, recorded and walked back
/// each time: a unit of work that allocates nothing.
public class HornerPass implements Counted {
  private static final int PASSES = 50;
  private static final int DEGREE = 20;

  private final int more;
  private final FlatTape tape = new FlatTape();
  private final double[] coefficients = new double[DEGREE + 1];
  private double x;

  public HornerPass() {
    this(0);
  }

  /// With so many passes more in each unit: 1 is 2 % more work.
  HornerPass(int more) {
    this.more = more;
  }

  @Override
  public void prepare(long seed) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < coefficients.length; i++) {
      coefficients[i] = random.nextDouble(-1, 1);
    }
    x = random.nextDouble(0.5, 0.9);
  }

  /// The mean of the slopes, the same for any number of passes. Passes that did not count would
  /// need a branch: other code, and so another speed than the planted one.
  @Override
  public double run(int units) {
    int passes = units * (PASSES + more);
    double sum = 0;
    for (int i = 0; i < passes; i++) {
      sum += slope(x);
    }
    return sum / passes;
  }

  private double slope(double at) {
    tape.reset();
    int input = tape.variable(at);
    tape.backward(Polynomial.chain(tape, input, coefficients()));
    return tape.gradient(input);
  }

  double[] coefficients() {
    return coefficients;
  }

  /// Against the derivative term by term.
  @Override
  public double gradientError() {
    double exact = 0;
    double size = 0;
    for (int k = 0; k < DEGREE; k++) {
      double term = (DEGREE - k) * coefficients[k] * Math.pow(x, DEGREE - k - 1);
      exact += term;
      size += Math.abs(term);
    }
    return Math.abs(slope(x) - exact) / size;
  }

  @Override
  public int nodes() {
    slope(x);
    return tape.stats().grads();
  }

  /// One pass more in fifty: 2 % more work, counted.
  public static final class TwoPercentMore extends HornerPass {
    public TwoPercentMore() {
      super(PASSES / 50);
    }
  }

  /// Five passes more in fifty: 10 % more work.
  public static final class TenPercentMore extends HornerPass {
    public TenPercentMore() {
      super(PASSES / 10);
    }
  }

  /// Copies its coefficients before each pass: one more allocation, of 184 bytes.
  public static final class Copying extends HornerPass {
    @Override
    double[] coefficients() {
      return super.coefficients().clone();
    }
  }
}
