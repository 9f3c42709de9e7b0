package tapeline.optim;

import java.util.List;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// Stochastic gradient descent with momentum (Polyak 1964): `v ← µ·v + g`, `p ← p − rate·v`.
///
/// A ball that rolls: where gradients agree it gains speed, up to 1/(1 − µ) times, and where they
/// alternate they cancel. One number is kept for each number of a parameter; a step after the first
/// allocates nothing where each has a gradient that lies row by row.
public final class Sgd implements Optimizer {
  private final Schedule rate;
  private final float momentum;
  private final OptimizerState velocity = new OptimizerState();
  private int steps;

  /// @param momentum µ, from 0, which is plain gradient descent, to below 1
  public Sgd(Schedule rate, double momentum) {
    if (!(0 <= momentum && (float) momentum < 1)) {
      throw new IllegalArgumentException("momentum is from 0 to below 1, got " + momentum);
    }
    this.rate = rate;
    this.momentum = (float) momentum;
  }

  @Override
  public void step(List<Parameter> parameters) {
    float now = (float) rate.rate(steps++);
    for (int k = 0; k < parameters.size(); k++) {
      var parameter = parameters.get(k);
      update(parameter.value(), parameter.gradient().contiguous(), velocity.of(parameter), now);
      parameter.value().written();
    }
  }

  private void update(Tensor value, Tensor gradient, float[] v, float now) {
    var p = value.data();
    var g = gradient.data();
    int atP = value.offset();
    int atG = gradient.offset();
    // BEGIN SOLUTION 07.1 "momentum" 10 points, core
    for (int i = 0; i < v.length; i++) {
      v[i] = momentum * v[i] + g[atG + i];
      p[atP + i] -= now * v[i];
    }
    // STUB // TODO 07.1 — 4 lines. For each number: the velocity v[i] from the old one and the
    // STUB // gradient g[atG + i], then the value p[atP + i], with the rate `now`. What is v[i]
    // STUB // after many steps with the same gradient?
    // STUB throw new Todo("07.1", "momentum");
    // END SOLUTION
  }

  /// The bytes that it keeps from step to step.
  public long stateBytes() {
    return velocity.bytes();
  }
}
