package tapeline.optim;

import java.util.List;
import tapeline.nn.Parameter;
import tapeline.toolkit.Todo;

/// Clips to what is usual for this model: the mean of the norms so far plus two standard
/// deviations.
///
/// A clipped norm counts as the limit that it was clipped to: an outlier must not raise the limit
/// for the next one.
public final class AdaptiveClipping {
  private static final int DEVIATIONS = 2;

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

  /// Clips the gradients if need be, see [Clipping#byGlobalNorm], and returns their norm before.
  public double clip(List<Parameter> parameters) {
    double limit = limit();
    double norm = Clipping.byGlobalNorm(parameters, limit);
    note(Math.min(norm, limit));
    return norm;
  }

  /// The limit for the next gradients: ∞ during the warm-up, and while all norms are the same.
  public double limit() {
    return count < warmup || squares == 0
        ? Double.POSITIVE_INFINITY
        : mean + DEVIATIONS * Math.sqrt(squares / (count - 1));
  }

  /// Takes one more norm into `count`, the `mean`, and `squares`, which is Σ(xᵢ − mean)².
  private void note(double norm) {
    // BEGIN EXERCISE 07.6
    // TODO 07.6 — 4 lines. Without keeping the norms (Welford 1962): the new mean is the
    // old one moved by 1/count of the way to `norm`, and `squares` grows by the deviation
    // of `norm` from the old mean times that from the new. Why not Σx² − count·mean²?
    throw new Todo("07.6", "a running mean and variance");
    // END EXERCISE 07.6
  }
}
