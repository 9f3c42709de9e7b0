package tapeline.laboratory.milestone;

import java.util.ArrayList;
import tapeline.scalar.Scalar;
import tapeline.scalar.Tape;

/// Rosenblatt's unit, which says 1 where `w·x + b > 0`, else −1, on module 01's tape.
///
/// A wrong answer moves w by the input, towards it or away from it: that is a step of size 1 down
/// the gradient of `max(0, −t·(w·x + b))`, t being the right answer (F. Rosenblatt, *The
/// perceptron*, Psychological Review 65:386–408, 1958; the loss: C. Bishop, *Pattern Recognition
/// and Machine Learning*, 2006, equation 4.54).
final class ThresholdUnit {
  /// So that a sum of exactly 0 counts as wrong.
  private static final double HAIR = 1e-6;

  private final double[] weights;
  private double bias;

  /// A unit with weights of 0.
  ThresholdUnit(int inputs) {
    weights = new double[inputs];
  }

  /// Returns whether the answer is the right one, `t`, 1 or −1.
  boolean isRight(double[] x, int t) {
    double sum = bias;
    for (int k = 0; k < x.length; k++) {
      sum += weights[k] * x[k];
    }
    return t * sum > 0;
  }

  /// Learns from one input.
  void learn(double[] x, int t) {
    var tape = new Tape();
    var w = new ArrayList<Scalar>();
    for (double weight : weights) {
      w.add(tape.variable(weight));
    }
    var b = tape.variable(bias);
    var sum = b;
    for (int k = 0; k < x.length; k++) {
      sum = sum.add(w.get(k).mul(x[k]));
    }
    tape.backward(sum.mul(-t).add(HAIR).relu());
    for (int k = 0; k < x.length; k++) {
      weights[k] -= w.get(k).gradient();
    }
    bias -= b.gradient();
  }
}
