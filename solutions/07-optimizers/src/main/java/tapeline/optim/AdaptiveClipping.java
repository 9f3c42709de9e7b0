package tapeline.optim;

import java.util.List;
import tapeline.nn.Parameter;

/// Clips to what is usual for this model: the mean of the norms so far plus two standard deviations.
///
/// The first norms, `warmup` of them, only count. What is clipped counts with the limit it was
/// clipped to: one outlier must not raise the limit for the next.
public final class AdaptiveClipping {
  private final int warmup;
  private int count;
  private double mean;
  private double squares;

  /// @param warmup how many norms are seen before the first is clipped, at least 2
  public AdaptiveClipping(int warmup) {
    if (warmup < 2) {
      throw new IllegalArgumentException(
          "a standard deviation needs a warm-up of 2 norms or more, got " + warmup);
    }
    this.warmup = warmup;
  }

  /// Clips the gradients if need be, and returns their norm before.
  public double clip(List<Parameter> parameters) {
    double limit = limit();
    double norm = Clipping.byGlobalNorm(parameters, limit);
    note(Math.min(norm, limit));
    return norm;
  }

  /// The limit for the next gradients: ∞ while it is warming up.
  public double limit() {
    return count < warmup
        ? Double.POSITIVE_INFINITY
        : Math.max(Double.MIN_NORMAL, mean + 2 * Math.sqrt(squares / (count - 1)));
  }

  /// Takes one more norm into the mean and into the sum of the squared deviations from it.
  private void note(double norm) {
    // BEGIN SOLUTION 07.6 "a running mean and variance" 10 points
    count++;
    double before = norm - mean;
    mean += before / count;
    squares += before * (norm - mean);
    // STUB // TODO 07.6 — 4 lines. Without keeping the norms (Welford 1962): the new mean follows from
    // STUB // the old one, and Σ(xᵢ − mean)² grows by the product of the deviations from the old and
    // STUB // from the new mean. Why not Σx² − n·mean², which looks simpler?
    // STUB throw new Todo("07.6", "note");
    // END SOLUTION
  }
}
