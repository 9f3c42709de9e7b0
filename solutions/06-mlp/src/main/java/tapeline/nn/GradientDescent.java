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
    // BEGIN SOLUTION 06.5 "a step downhill" 10 points, core
    for (var p : parameters) {
      p.value().assign(p.value().minus(p.gradient().times(rate)));
    }
    // STUB // TODO 06.5 — 3 lines. Each parameter's value is written in place: p.value().assign(…).
    // STUB // Against which direction does the loss fall?
    // STUB throw new Todo("06.5", "a step downhill");
    // END SOLUTION
  }
}
