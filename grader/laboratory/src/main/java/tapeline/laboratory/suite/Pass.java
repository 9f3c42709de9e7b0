package tapeline.laboratory.suite;

import org.jspecify.annotations.Nullable;

/// A function and its gradient on one of the course's tapes, run again and again on one input. What
/// the methods return depends on what they computed, so that nothing can be left out.
public interface Pass {

  /// Records the function.
  double forward();

  /// Walks back what [#forward] recorded last; this may be repeated.
  double backward();

  /// Forward and backward, and what else belongs to it.
  default double total() {
    return forward() + backward();
  }

  /// The tape's size after [#forward]: variables, and ops that a gradient passes through.
  int nodes();

  /// Bytes that the tape holds at most in a pass, as it counts them; null for a tape that counts
  /// none.
  @Nullable Long peakBytes();
}
