package tapeline.vector.math;

import static tapeline.vector.math.VectorFunctions.L;
import static tapeline.vector.math.VectorFunctions.at;
import static tapeline.vector.math.VectorFunctions.rest;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import tapeline.vector.FloatRange;

/// A step of Adam for one parameter, in one pass: four arrays are read and three written, 28 bytes
/// a number. Each number is what plain Java gives, to the last bit.
public final class AdamLoop {
  private AdamLoop() {}

  /// The numbers of a step: the learning rate, the shares of a new gradient and of its square, the
  /// share of squares that is kept, the corrections of both means, and ε.
  public record Rule(
      float rate, float toM, float keptV, float toV, float mean, float root, float epsilon) {

    /// Returns the numbers of step `steps`, which counts from 1.
    public static Rule of(float rate, double beta1, double beta2, int steps, float epsilon) {
      return new Rule(
          rate,
          (float) (1 - beta1),
          (float) beta2,
          (float) (1 - beta2),
          (float) (1 / (1 - Math.pow(beta1, steps))),
          (float) (1 / Math.sqrt(1 - Math.pow(beta2, steps))),
          epsilon);
    }

    private FloatVector mean(FloatVector m, FloatVector g) {
      return m.add(g.sub(m).mul(toM));
    }

    private FloatVector square(FloatVector v, FloatVector g) {
      return v.mul(keptV).add(g.mul(toV).mul(g)); // g² alone may be ∞
    }

    private FloatVector moved(FloatVector p, FloatVector m, FloatVector v) {
      return p.sub(m.mul(mean).mul(rate).div(v.sqrt().mul(root).add(epsilon)));
    }
  }

  /// Moves the numbers `i ≤ number < end` of p by those of the gradient g, and both running means.
  public static void step(
      Rule rule, FloatRange p, FloatRange g, float[] m, float[] v, int i, int end) {
    var to = p.data();
    var slopes = g.data();
    for (; i <= end - L; i += L) {
      var slope = at(slopes, g.from() + i);
      var mean = rule.mean(at(m, i), slope);
      var square = rule.square(at(v, i), slope);
      mean.intoArray(m, i);
      square.intoArray(v, i);
      rule.moved(at(to, p.from() + i), mean, square).intoArray(to, p.from() + i);
    }
    if (i < end) {
      last(rule, p.at(i), g.at(i), m, v, i, rest(i, end));
    }
  }

  /// Moves the numbers from number i on, fewer than a vector has.
  private static void last(
      Rule rule, FloatRange p, FloatRange g, float[] m, float[] v, int i, VectorMask<Float> some) {
    var slope = at(g.data(), g.from(), some);
    var mean = rule.mean(at(m, i, some), slope);
    var square = rule.square(at(v, i, some), slope);
    mean.intoArray(m, i, some);
    square.intoArray(v, i, some);
    rule.moved(at(p.data(), p.from(), some), mean, square).intoArray(p.data(), p.from(), some);
  }
}
