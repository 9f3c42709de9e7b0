package tapeline.profile;

import java.util.List;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;

/// An optimizer whose step is a scope of a profile, `optimizer`.
public record ScopedOptimizer(Optimizer optimizer) implements Optimizer {
  @Override
  public void step(List<Parameter> parameters) {
    try (var _ = Profiler.scope("optimizer")) {
      optimizer.step(parameters);
    }
  }
}
