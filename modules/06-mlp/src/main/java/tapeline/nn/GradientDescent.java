package tapeline.nn;

import java.util.List;
import tapeline.toolkit.Todo;

/// `p ← p − rate·∂L/∂p`.
public record GradientDescent(float rate) implements Optimizer {
  public GradientDescent {
    if (!(rate > 0)) {
      throw new IllegalArgumentException("a learning rate is above 0, got " + rate);
    }
  }

  @Override
  public void step(List<Parameter> parameters) {
    // BEGIN EXERCISE 06.5
    // TODO 06.5 — 3 lines. Each parameter's value is written in place: p.value().assign(…).
    // Against which direction does the loss fall?
    throw new Todo("06.5", "a step downhill");
    // END EXERCISE 06.5
  }
}
