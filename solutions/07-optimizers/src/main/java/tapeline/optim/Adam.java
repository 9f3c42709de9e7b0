package tapeline.optim;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;

/// Adam (Kingma and Ba 2015, arXiv 1412.6980), and AdamW (Loshchilov and Hutter 2019, arXiv
/// 1711.05101).
///
/// ```text
/// m ← β₁·m + (1 − β₁)·g            the mean of the gradients
/// v ← β₂·v + (1 − β₂)·g²           the mean of their squares
/// m̂ = m/(1 − β₁ᵗ), v̂ = v/(1 − β₂ᵗ)  both began at 0: t counts the steps from 1
/// p ← p − rate·(m̂/(√v̂ + ε) + decay·p)
/// ```
///
/// Every number gets a step of about `rate`, whatever the size of its gradients. Decay is apart from
/// the gradient, which is what the W stands for. Memory: two numbers for each parameter.
public final class Adam implements Optimizer {
  private final Schedule rate;
  private final float beta1;
  private final float beta2;
  private final float epsilon;
  private final float decay;
  private final Map<Parameter, Moments> moments = new IdentityHashMap<>();
  private int step;

  private record Moments(float[] m, float[] v) {}

  /// Adam with β₁ = 0.9, β₂ = 0.999, ε = 10⁻⁸.
  public Adam(Schedule rate) {
    this(rate, 0.9f, 0.999f, 1e-8f, 0);
  }

  /// AdamW: Adam with this decay a step, in shares of the rate.
  public static Adam withDecay(Schedule rate, float decay) {
    return new Adam(rate, 0.9f, 0.999f, 1e-8f, decay);
  }

  /// @throws IllegalArgumentException unless 0 ≤ β < 1, ε > 0 and decay ≥ 0
  public Adam(Schedule rate, float beta1, float beta2, float epsilon, float decay) {
    if (!(0 <= beta1 && beta1 < 1 && 0 <= beta2 && beta2 < 1 && epsilon > 0 && decay >= 0)) {
      throw new IllegalArgumentException(
          "Adam needs 0 ≤ β < 1, ε > 0 and decay ≥ 0, got β₁ = %s, β₂ = %s, ε = %s, decay = %s"
              .formatted(beta1, beta2, epsilon, decay));
    }
    this.rate = rate;
    this.beta1 = beta1;
    this.beta2 = beta2;
    this.epsilon = epsilon;
    this.decay = decay;
  }

  @Override
  public void step(List<Parameter> parameters) {
    float now = rate.rate(step++);
    for (var parameter : parameters) {
      var g = parameter.gradient().toArray();
      var mv =
          moments.computeIfAbsent(
              parameter, _ -> new Moments(new float[g.length], new float[g.length]));
      decay(parameter, now);
      update(parameter.value().data(), parameter.value().offset(), g, mv.m(), mv.v(), now);
      parameter.value().slice(0, 0, 0).assign(tapeline.tensor.Tensor.scalar(0));
    }
  }

  /// The values `p[at + i]` by the gradients `g[i]`, at step number [#step], the first being 1.
  private void update(float[] p, int at, float[] g, float[] m, float[] v, float now) {
    // BEGIN SOLUTION 07.2 "Adam" 15 points
    float toMean = (float) (1 / (1 - Math.pow(beta1, step)));
    float toSquare = (float) (1 / (1 - Math.pow(beta2, step)));
    for (int i = 0; i < g.length; i++) {
      m[i] = beta1 * m[i] + (1 - beta1) * g[i];
      v[i] = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
      float root = (float) Math.sqrt(v[i] * toSquare);
      p[at + i] -= now * m[i] * toMean / (root + epsilon);
    }
    // STUB // TODO 07.2 — 8 lines. The formulas stand above; decay is not done here. `step` is 1 at
    // STUB // the first step: what is m̂ then, and how large is the first step of every parameter?
    // STUB throw new Todo("07.2", "Adam");
    // END SOLUTION
  }

  private void decay(Parameter parameter, float now) {
    // BEGIN SOLUTION 07.3 "decoupled decay" 5 points
    if (decay > 0) {
      parameter.value().assign(parameter.value().times(1 - now * decay));
    }
    // STUB // TODO 07.3 — 3 lines. p ← p − rate·decay·p, with the rate `now`. Why here, and not as a
    // STUB // part of the gradient, which Adam divides by its own size?
    // STUB throw new Todo("07.3", "decoupled decay");
    // END SOLUTION
  }
}
