package tapeline.check;

import java.util.Random;
import tapeline.scalar.Tape;

/// Checks all m·n derivatives of a function of many outputs at once, with one backward.
///
/// Draw a random covector w, a row of m weights, and a random direction v of n numbers. Then `wᵀf`
/// has one output, and its slope along v is one number that every entry of the Jacobian J, the
/// matrix of the m·n derivatives, has a part in:
///
/// ```text
/// wᵀ·J·v = ∇(wᵀf)·v         by the tape: one backward
///        ≈ (wᵀf(x + hv) − wᵀf(x − hv)) / 2h     by a difference
/// ```
///
/// The two are random numbers with the same value; a wrong entry of J makes them differ, except
/// with probability 0. Ones would not do: the outputs of a softmax add up to 1, so with w = (1, …,
/// 1) both sides are 0 whatever its derivatives are.
///
/// Cost: one backward and at most 4 evaluations of f, whatever m and n are; entry by entry it is m
/// backwards and 2n evaluations. The price is that a failure does not say which entry is wrong: for
/// that, see [#perInput].
///
/// For inputs of about 1: the step does not grow with x, and from some 10⁴ on the rounding of `xᵢ +
/// t·vᵢ` can make right derivatives look wrong.
public final class CovectorCheck {
  private CovectorCheck() {}

  /// The slope of `wᵀf` along v at x, by the tape and by a central difference; w and v are normal
  /// random numbers from a [Random] with this seed, w first.
  public static GradientError of(VectorFunction f, long seed, double... x) {
    // BEGIN SOLUTION 02.5 "random covector" 20 points
    var random = new Random(seed);
    var s = weighted(f, normal(random, f.values(x).length));
    var v = normal(random, x.length);
    var tape = new Tape();
    var inputs = ScalarFunction.variables(tape, x);
    tape.backward(s.apply(tape, inputs));
    double slope = 0;
    for (int i = 0; i < x.length; i++) {
      slope += inputs[i].gradient() * v[i];
    }
    double difference = Differences.central(t -> s.value(moved(x, t, v)), 0, Differences.step(0));
    return new GradientError(slope, difference);
    // STUB // TODO 02.5 — 12 lines. ∇(wᵀf)·v from one backward, beside the central difference of
    // STUB // t ↦ wᵀf(x + t·v) at t = 0, with a step of Differences.step(0). f.values(x) has the
    // STUB // outputs. One new Random(seed): normal(random, count) draws w, then v. weighted(f, w)
    // STUB // is wᵀf, moved(x, t, v) is x + t·v. Why must w be random, and why may v not be w?
    // STUB throw new Todo("02.5", "random covector");
    // END SOLUTION
  }

  /// The gradient of `wᵀf`, input by input, with the w that [#of] draws from this seed: which input
  /// is it that goes wrong? One backward and `2n + 2` evaluations of f.
  public static GradientCheck perInput(VectorFunction f, long seed, double... x) {
    return GradientCheck.of(weighted(f, normal(new Random(seed), f.values(x).length)), x);
  }

  /// `wᵀf = Σ wⱼ·fⱼ`, recorded on the same tape as f.
  public static ScalarFunction weighted(VectorFunction f, double... w) {
    return (tape, x) -> {
      var outputs = f.apply(tape, x);
      if (outputs.length != w.length) {
        throw new IllegalArgumentException(
            "wᵀf needs one weight an output: %d outputs, %d weights"
                .formatted(outputs.length, w.length));
      }
      var sum = tape.constant(0);
      for (int j = 0; j < w.length; j++) {
        sum = sum.add(outputs[j].mul(w[j]));
      }
      return sum;
    };
  }

  private static double[] normal(Random random, int count) {
    var numbers = new double[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = random.nextGaussian();
    }
    return numbers;
  }

  private static double[] moved(double[] x, double t, double[] v) {
    var moved = x.clone();
    for (int i = 0; i < x.length; i++) {
      moved[i] += t * v[i];
    }
    return moved;
  }
}
