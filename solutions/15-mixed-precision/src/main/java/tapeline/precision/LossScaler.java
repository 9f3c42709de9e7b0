package tapeline.precision;

import java.util.List;
import tapeline.nn.Parameter;

/// Dynamic loss scaling: gradients are computed from a loss that is multiplied by a power of two,
/// so that small ones do not become 0 in float16, and divided by it before the step (Micikevicius
/// et al. 2018, §3.2).
///
/// When a gradient has become ∞ or NaN, the step is left out and the scale is halved; after so many
/// good steps in a row it is doubled. So it stays near the largest that does not overflow.
public final class LossScaler {
  private static final float FIRST = 65_536;
  private static final int INTERVAL = 2000;

  private final int interval;
  private float scale;
  private int good; // steps since the scale was changed, or one was left out
  private int skipped;

  /// 65,536 at first, doubled after 2,000 good steps.
  public LossScaler() {
    this(FIRST, INTERVAL);
  }

  /// @param first the scale at first
  /// @param interval after how many good steps in a row it is doubled
  /// @throws IllegalArgumentException unless 1 ≤ first < ∞ and interval ≥ 1
  public LossScaler(float first, int interval) {
    if (!(first >= 1 && first < Float.POSITIVE_INFINITY) || interval < 1) {
      throw new IllegalArgumentException(
          "a loss scale is from 1 to below ∞, and an interval at least 1, got %s and %d"
              .formatted(first, interval));
    }
    this.scale = first;
    this.interval = interval;
  }

  /// None: a scale of 1. A step whose gradients overflow is an error then.
  public static LossScaler none() {
    return new LossScaler(1, Integer.MAX_VALUE);
  }

  /// The factor of the loss in the next step.
  public float scale() {
    return scale;
  }

  /// How many steps were left out.
  public int skipped() {
    return skipped;
  }

  /// Divides all gradients by the scale, and says whether all of them are finite. Where one is not,
  /// the step must be left out.
  public boolean unscale(List<Parameter> parameters) {
    // BEGIN SOLUTION 15.7 "unscale and check" 10 points, core
    boolean finite = true;
    for (var p : parameters) {
      p.setGradient(p.gradient().div(scale));
      for (float g : p.gradient().toArray()) {
        finite &= Float.isFinite(g);
      }
    }
    return finite;
    // STUB // TODO 15.7 — 8 lines. p.setGradient(…) replaces the gradient of a parameter, and
    // STUB // p.gradient().toArray() has its numbers. ∞ divided by the scale is ∞ still. Is it
    // STUB // enough to look at the sum, or at the largest, and what does > say of NaN?
    // STUB throw new Todo("15.7", "unscale and check");
    // END SOLUTION
  }

  /// The scale after a step whose gradients were finite, or were not and which was left out.
  ///
  /// @throws IllegalStateException when the scale would fall below 1 or rise to ∞
  public void update(boolean finite) {
    float next = scale;
    // BEGIN SOLUTION 15.8 "halve and grow back" 15 points, core
    if (finite) {
      good++;
    } else {
      next = scale / 2;
      good = 0;
      skipped++;
    }
    if (good == interval) {
      next = scale * 2;
      good = 0;
    }
    // STUB // TODO 15.8 — 11 lines. What becomes of `next`, the scale, and of the counts `good` and
    // STUB // `skipped`: after a good step, after the interval-th in a row, after one that was left
    // STUB // out? When does the count of good steps begin anew?
    // STUB if (next > 0) throw new Todo("15.8", "halve and grow back");
    // END SOLUTION
    if (next < 1) {
      throw new IllegalStateException(
          "a loss scale is at least 1, got %s: gradients are not finite without any scaling, so it"
                  .formatted(next)
              + " is no overflow that a scale helps against; look at the data, and at the rate");
    }
    if (next == Float.POSITIVE_INFINITY) {
      throw new IllegalStateException(
          "a loss scale is finite, got %s after %s: no gradient overflows, so all of them are 0"
              .formatted(next, scale));
    }
    scale = next;
  }
}
