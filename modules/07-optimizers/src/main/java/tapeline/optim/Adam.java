package tapeline.optim;

import java.util.List;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Todo;

/// Adam (Kingma and Ba 2015, arXiv 1412.6980), and AdamW, which is Adam with a decay of its own
/// (Loshchilov and Hutter 2019, arXiv 1711.05101).
///
/// ```text
/// p ← p − rate·decay·p                AdamW: the values shrink, the gradient knows nothing of it
/// m ← β₁·m + (1 − β₁)·g               a running mean of the gradients
/// v ← β₂·v + (1 − β₂)·g²              and of their squares
/// m̂ = m/(1 − β₁ᵗ), v̂ = v/(1 − β₂ᵗ)    both began at 0: t counts the steps from 1
/// p ← p − rate·m̂/(√v̂ + ε)
/// ```
///
/// Every number moves by about `rate`, however large its gradients are. Two numbers are kept for
/// each number of a parameter; a step after the first allocates nothing where each has a gradient
/// that lies row by row.
public final class Adam implements Optimizer {
  private final Schedule rate;
  private final double beta1;
  private final double beta2;
  private final float epsilon;
  private final double decay;
  private final OptimizerState means = new OptimizerState();
  private final OptimizerState squares = new OptimizerState();
  private int steps;

  /// Adam with β₁ = 0.9, β₂ = 0.999, ε = 10⁻⁸.
  public Adam(Schedule rate) {
    this(rate, 0.9, 0.999, 1e-8, 0);
  }

  /// AdamW: Adam in which a step also takes `rate·decay` of every value away.
  public static Adam withDecay(Schedule rate, double decay) {
    return new Adam(rate, 0.9, 0.999, 1e-8, decay);
  }

  /// @throws IllegalArgumentException unless 0 ≤ β < 1, ε > 0 as a float, and decay ≥ 0
  public Adam(Schedule rate, double beta1, double beta2, double epsilon, double decay) {
    boolean averages = 0 <= beta1 && beta1 < 1 && 0 <= beta2 && beta2 < 1;
    if (!(averages && (float) epsilon > 0 && decay >= 0)) {
      throw new IllegalArgumentException(
          "Adam needs 0 ≤ β < 1, ε > 0 and decay ≥ 0, got β₁ = %s, β₂ = %s, ε = %s, decay = %s"
              .formatted(beta1, beta2, epsilon, decay));
    }
    this.rate = rate;
    this.beta1 = beta1;
    this.beta2 = beta2;
    this.epsilon = (float) epsilon;
    this.decay = decay;
  }

  @Override
  public void step(List<Parameter> parameters) {
    float now = (float) rate.rate(steps++);
    for (int k = 0; k < parameters.size(); k++) {
      var parameter = parameters.get(k);
      var p = parameter.value();
      var g = parameter.gradient().contiguous();
      if (decay > 0) {
        // BEGIN EXERCISE 07.3
        // TODO 07.3 — 4 lines. p ← p − rate·decay·p, with the rate `now`, for the numbers
        // of p.data() from p.offset() on, without a new tensor. Why not add decay·p to the
        // gradient g, which comes to the same in plain gradient descent?
        throw new Todo("07.3", "decoupled decay");
        // END EXERCISE 07.3
      }
      var m = means.of(parameter);
      var v = squares.of(parameter);
      if (!isMovedByBackend(p, g, m, v, now)) {
        update(p, g, m, v, now);
      }
      p.written();
    }
  }

  private boolean isMovedByBackend(Tensor p, Tensor g, float[] m, float[] v, float now) {
    if (!(Backend.current() instanceof AdamBackend fast)) {
      return false;
    }
    var rule = new AdamBackend.Rule(now, beta1, beta2, steps, epsilon);
    return fast.adam(rule, p.data(), p.offset(), g.data(), g.offset(), m, v);
  }

  /// Adam's step for one parameter. `steps` is 1 in the first.
  private void update(Tensor value, Tensor gradient, float[] m, float[] v, float now) {
    var p = value.data();
    var g = gradient.data();
    int atP = value.offset();
    int atG = gradient.offset();
    // BEGIN EXERCISE 07.2
    // TODO 07.2 — 10 lines. m[i] and v[i] from the gradient g[atG + i], then the value
    // p[atP + i], with the rate `now`, by the formulas above; t is `steps`. β₁·m + (1 −
    // β₁)·g is m + (1 − β₁)·(g − m), too; for v that form is ∞ − ∞ = NaN once g² was above
    // the largest float. How far does every number move in the first step?
    throw new Todo("07.2", "Adam");
    // END EXERCISE 07.2
  }

  /// The bytes that it keeps from step to step.
  public long stateBytes() {
    return means.bytes() + squares.bytes();
  }
}
