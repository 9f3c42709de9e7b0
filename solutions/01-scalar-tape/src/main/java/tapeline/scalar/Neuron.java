package tapeline.scalar;

import java.util.ArrayList;
import java.util.List;

/// A neuron, `f(w·x + b)`, that learns its weights `w` and bias `b` from examples.
///
/// ```java
/// var or = new Neuron(ScalarOp.SIGMOID, 0, 0, 0); // bias 0, two weights of 0
/// double[][] inputs = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
/// double[] targets = {0, 1, 1, 1};
/// for (int i = 0; i < 2000; i++) or.step(inputs, targets, 1);
/// or.predict(0, 1);                               // 0.966
/// ```
///
/// The loss is the mean of the squared errors; a step is one step of gradient descent on all of the
/// examples (Rumelhart, Hinton and Williams, Nature 323:533–536, 1986).
public final class Neuron {
  private final ScalarOp activation;
  private final double[] weights;
  private double bias;

  /// A neuron with this activation `f`, bias and weights, one weight an input.
  ///
  /// @throws IllegalArgumentException when `activation` is not an op of one operand
  public Neuron(ScalarOp activation, double bias, double... weights) {
    if (activation.arity() != 1) {
      throw new IllegalArgumentException(
          "an activation has 1 operand, %s has %d".formatted(activation, activation.arity()));
    }
    this.activation = activation;
    this.bias = bias;
    this.weights = weights.clone();
  }

  /// The weights as they are now, a copy.
  public double[] weights() {
    return weights.clone();
  }

  /// The bias as it is now.
  public double bias() {
    return bias;
  }

  /// `f(w·x + b)`.
  ///
  /// @throws IllegalArgumentException when `x` has not one number a weight
  public double predict(double... x) {
    var tape = new Tape();
    var w = new ArrayList<Scalar>();
    for (double weight : weights) w.add(tape.constant(weight));
    return output(w, tape.constant(bias), x).value();
  }

  /// One step of gradient descent, `w ← w − rate · ∂loss/∂w` and `b` likewise; the loss before it.
  ///
  /// The loss of N examples is `Σₙ (f(w·xₙ + b) − targetₙ)² / N`. Records a new tape at each call:
  /// O(N · weights) time and memory.
  ///
  /// @throws IllegalArgumentException when there is no example, or not one target an input, or an
  ///   input has not one number a weight
  public double step(double[][] inputs, double[] targets, double rate) {
    if (inputs.length == 0 || inputs.length != targets.length) {
      throw new IllegalArgumentException(
          "a step needs one target an input, and an input, got %d inputs and %d targets"
              .formatted(inputs.length, targets.length));
    }
    var tape = new Tape();
    var w = new ArrayList<Scalar>();
    for (double weight : weights) w.add(tape.variable(weight));
    var b = tape.variable(bias);

    // BEGIN SOLUTION 01.7 "a neuron learns" 10 points, core
    var sum = tape.constant(0);
    for (int n = 0; n < inputs.length; n++) {
      var error = output(w, b, inputs[n]).sub(targets[n]);
      sum = sum.add(error.mul(error));
    }
    var loss = sum.div(inputs.length);
    tape.backward(loss);
    for (int k = 0; k < weights.length; k++) weights[k] -= rate * w.get(k).gradient();
    bias -= rate * b.gradient();
    return loss.value();
    // STUB // TODO 01.7 — 10 lines. The loss from output(w, b, inputs[n]) and targets[n], backward,
    // STUB // then the step of `weights` and `bias`; return the loss before it. The gradient points
    // STUB // to where the loss grows fastest: which way do you go?
    // STUB throw new Todo("01.7", "a neuron learns");
    // END SOLUTION
  }

  /// Records `f(w·x + b)` on the tape of `w` and `b`.
  private Scalar output(List<Scalar> w, Scalar b, double[] x) {
    if (x.length != w.size()) {
      throw new IllegalArgumentException(
          "an input needs one number a weight, got %d numbers and %d weights"
              .formatted(x.length, w.size()));
    }
    var sum = b;
    for (int k = 0; k < x.length; k++) sum = sum.add(w.get(k).mul(x[k]));
    return sum.tape().record(activation, sum);
  }
}
