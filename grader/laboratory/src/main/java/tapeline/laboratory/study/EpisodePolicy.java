package tapeline.laboratory.study;

import java.util.List;
import java.util.random.RandomGenerator;
import tapeline.nn.Parameter;
import tapeline.reuse.FlatTape;
import tapeline.tensor.Tensor;

/// A policy that pushes right with the probability `σ(v·tanh(W·s + b) + c)`, and the gradient of
/// REINFORCE (Williams 1992, *Machine Learning* 8): `−Σₜ Gₜ·∂ log π(aₜ|sₜ)`, with the discounted
/// return `Gₜ = Σₖ γᵏ` of the steps from t on. No baseline is subtracted, so long episodes have
/// long gradients.
final class EpisodePolicy {
  private static final int SENSES = 4;
  private static final int HIDDEN = 6;
  private static final double DISCOUNT = 0.99;

  private final Parameter weights;
  private final int[] slots;
  private final int[] costs;

  /// @param most steps of an episode
  EpisodePolicy(int most, RandomGenerator random) {
    if (most < 1) {
      throw new IllegalArgumentException("an episode has at least one step, got " + most);
    }
    int count = HIDDEN * (SENSES + 2) + 1;
    weights = new Parameter("policy", Tensor.normal(random, count).times(0.5f));
    slots = new int[count];
    costs = new int[most];
  }

  List<Parameter> parameters() {
    return List.of(weights);
  }

  /// Plays an episode on an empty tape, and walks back; how many steps the pole stood. The gradient
  /// is added to `gradient`.
  int episode(FlatTape tape, RandomGenerator random, double... gradient) {
    var numbers = weights.value().data();
    for (int i = 0; i < slots.length; i++) {
      slots[i] = tape.variable(numbers[i]);
    }
    var pole = new CartPole(random);
    int steps = 0;
    while (steps < costs.length && !pole.isOver()) {
      int logit = logit(tape, pole);
      boolean right = random.nextDouble() < 1 / (1 + Math.exp(-tape.value(logit)));
      costs[steps++] = tape.softplus(right ? tape.neg(logit) : logit); // −log π
      pole.push(right);
    }
    double coming = 0;
    int loss = tape.constant(0);
    for (int t = steps - 1; t >= 0; t--) {
      coming = 1 + DISCOUNT * coming;
      loss = tape.add(loss, tape.scale(costs[t], coming));
    }
    tape.backward(loss);
    for (int i = 0; i < slots.length; i++) {
      gradient[i] += tape.gradient(slots[i]);
    }
    return steps;
  }

  private int logit(FlatTape tape, CartPole pole) {
    int at = 0;
    int sum = slots[slots.length - 1];
    for (int h = 0; h < HIDDEN; h++) {
      int inner = slots[at++];
      for (int s = 0; s < SENSES; s++) {
        inner = tape.add(inner, tape.scale(slots[at++], pole.at(s)));
      }
      sum = tape.add(sum, tape.mul(slots[at++], tape.tanh(inner)));
    }
    return sum;
  }

  /// Makes these the gradients of the parameters, divided by so many episodes.
  void setGradient(double[] gradient, int episodes) {
    var numbers = new float[gradient.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) (gradient[i] / episodes);
    }
    weights.setGradient(Tensor.of(numbers, numbers.length));
  }

  /// How many numbers are learnt.
  int size() {
    return slots.length;
  }

  /// Returns whether all of them are finite.
  boolean isFinite() {
    for (float w : weights.value().data()) {
      if (!Float.isFinite(w)) {
        return false;
      }
    }
    return true;
  }
}
