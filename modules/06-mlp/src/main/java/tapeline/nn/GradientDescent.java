package tapeline.nn;

import java.util.List;

/// `p ← p − rate·∂L/∂p`.
public record GradientDescent(float rate) implements Optimizer {
  public GradientDescent {
    if (!(rate > 0)) {
      throw new IllegalArgumentException("a learning rate is above 0, got " + rate);
    }
  }

  @Override
  public void step(List<Parameter> parameters) {
    for (var p : parameters) {
      if (!FusingBackend.descends(p, rate)) p.value().subInPlace(p.gradient().times(rate));
    }
  }
}
