package tapeline.optim;

import tapeline.tensor.Backend;

/// A backend that moves a parameter by Adam's rule in one pass of vectors. [Adam] asks for it, and
/// takes its own loop on any other backend.
public interface AdamBackend extends Backend {

  /// The numbers of one step of [Adam].
  ///
  /// @param steps which step it is, from 1 on
  record Rule(float rate, double beta1, double beta2, int steps, float epsilon) {}

  /// Moves `p[atP + i]` by the gradient `g[atG + i]`, and both running means, for all i of the
  /// means. Returns whether it did.
  boolean adam(Rule rule, float[] p, int atP, float[] g, int atG, float[] m, float[] v);
}
