package tapeline.optim;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;

/// Stochastic gradient descent with momentum (Polyak 1964): `v ← µ·v + g`, `p ← p − rate·v`.
///
/// A ball that rolls: where gradients agree it gains speed, up to 1/(1 − µ) times, and where they
/// alternate they cancel. Memory: one number for each parameter.
public final class Sgd implements Optimizer {
  private final Schedule rate;
  private final float momentum;
  private final Map<Parameter, float[]> velocities = new IdentityHashMap<>();
  private int step;

  /// @param momentum µ, from 0, which is plain gradient descent, to below 1
  public Sgd(Schedule rate, float momentum) {
    if (!(0 <= momentum && momentum < 1)) {
      throw new IllegalArgumentException("momentum is from 0 to below 1, got " + momentum);
    }
    this.rate = rate;
    this.momentum = momentum;
  }

  @Override
  public void step(List<Parameter> parameters) {
    float now = rate.rate(step++);
    for (var parameter : parameters) {
      var p = parameter.value().data();
      var g = parameter.gradient().toArray();
      var v = velocities.computeIfAbsent(parameter, _ -> new float[g.length]);
      int at = parameter.value().offset();
      // BEGIN SOLUTION 07.1 "momentum" 10 points
      for (int i = 0; i < g.length; i++) {
        v[i] = momentum * v[i] + g[i];
        p[at + i] -= now * v[i];
      }
      // STUB // TODO 07.1 — 4 lines. For each number: the new velocity v[i] from the old one and the
      // STUB // gradient g[i], then the value p[at + i], with the rate `now`. What is v[i] after many
      // STUB // steps with the same gradient?
      // STUB throw new Todo("07.1", "momentum");
      // END SOLUTION
      parameter.value().slice(0, 0, 0).assign(tapeline.tensor.Tensor.scalar(0));
    }
  }
}
