package tapeline.laboratory.load;

import java.util.Optional;
import java.util.function.DoubleFunction;

/// How many queries a second a server stands: the highest rate whose run is valid, by bisection.
///
/// Near the edge a run is valid by luck. So the rate that was found is tried once more, and lowered
/// until such a second run is valid, too: that one counts.
///
/// @param run sends queries at a rate
/// @param most a rate that is too high, for example more than the service can do without a pause
/// @param steps of the bisection: the edge is found to `most/2ˢ`
public record HighestRate(DoubleFunction<LoadResult> run, double most, int steps) {
  private static final double LOWER = 0.95;
  private static final double LEAST = 0.05;

  /// The valid run at the highest rate; empty when none was valid.
  public Optional<LoadResult> find() {
    double valid = 0;
    double invalid = most;
    for (int i = 0; i < steps; i++) {
      double middle = (valid + invalid) / 2;
      if (run.apply(middle).problems().isEmpty()) {
        valid = middle;
      } else {
        invalid = middle;
      }
    }
    for (double rate = valid; rate > LEAST * most; rate *= LOWER) {
      var again = run.apply(rate);
      if (again.problems().isEmpty()) {
        return Optional.of(again);
      }
    }
    return Optional.empty();
  }
}
