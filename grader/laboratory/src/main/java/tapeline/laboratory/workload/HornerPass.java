package tapeline.laboratory.workload;

import java.util.SplittableRandom;
import tapeline.reuse.FlatTape;
import tapeline.reuse.Polynomial;

/// Gradients of a polynomial of degree 20 on one tape of module 03, recorded and walked back again
/// and again: work that allocates nothing.
///
/// How many passes a unit has is planted: 51 are 2 % more work than 50. The versions differ in that
/// number alone, their names have one length, and no pass is left out of the answer: a branch, a
/// class more, or a longer command line shifts what the compiler and the caches do, and can cost
/// more than what was planted.
public abstract class HornerPass implements Counted {
  private static final int DEGREE = 20;

  private final int passes;
  private final FlatTape tape = new FlatTape();
  private final double[] coefficients = new double[DEGREE + 1];
  private double x;

  private HornerPass(int passes) {
    this.passes = passes;
  }

  @Override
  public void prepare(long seed) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < coefficients.length; i++) {
      coefficients[i] = random.nextDouble(-1, 1);
    }
    x = random.nextDouble(0.5, 0.9);
  }

  /// The mean of the slopes, the same for any number of passes.
  @Override
  public double run(int units) {
    double sum = 0;
    for (int i = 0; i < units * passes; i++) {
      sum += slope(x);
    }
    return sum / (units * passes);
  }

  private double slope(double at) {
    tape.reset();
    int input = tape.variable(at);
    tape.backward(Polynomial.chain(tape, input, taken(coefficients)));
    return tape.gradient(input);
  }

  /// The coefficients as a pass takes them.
  double[] taken(double[] coefficients) {
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

  /// Fifty passes a unit: what the others are measured against.
  public static final class With50 extends HornerPass {
    public With50() {
      super(50);
    }
  }

  /// 2 % more work.
  public static final class With51 extends HornerPass {
    public With51() {
      super(51);
    }
  }

  /// Copies the coefficients before each of fifty passes: one more allocation, of 184 bytes.
  public static final class Copies extends HornerPass {
    public Copies() {
      super(50);
    }

    @Override
    double[] taken(double[] coefficients) {
      return coefficients.clone();
    }
  }
}
