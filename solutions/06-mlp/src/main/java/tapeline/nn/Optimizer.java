package tapeline.nn;

import java.util.List;

/// Changes parameters so that the loss falls, by the gradients that have gathered in them.
@FunctionalInterface
public interface Optimizer {

  /// One step. The gradients stay; the caller clears them.
  void step(List<Parameter> parameters);
}
