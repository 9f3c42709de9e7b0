package tapeline.quant;

import java.util.Arrays;

/// The rule by which the code of a layer's inputs follows from a sample of them.
///
/// A wide range has large steps, a narrow one cuts off what is beyond it.
public sealed interface Calibration {

  /// The code for numbers such as these.
  ///
  /// @throws IllegalArgumentException when there are none
  Affine of(float... samples);

  /// The range from the least to the greatest sample: nothing is cut off.
  record MinMax() implements Calibration {
    @Override
    public Affine of(float... samples) {
      return new Percentile(1).of(samples);
    }
  }

  /// The range without the share `(1 − kept)/2` of the samples at either end.
  ///
  /// @param kept the share in the middle, above 0 to 1
  record Percentile(double kept) implements Calibration {
    public Percentile {
      if (!(kept > 0 && kept <= 1)) {
        throw new IllegalArgumentException("a share that is kept is above 0 to 1, got " + kept);
      }
    }

    /// O(n log n).
    @Override
    public Affine of(float... samples) {
      var sorted = sorted(samples);
      int cut = (int) (sorted.length * (1 - kept) / 2);
      return Affine.covering(sorted[cut], sorted[sorted.length - 1 - cut]);
    }
  }

  /// The range whose code has the least squared error, of the ranges `part·(least to greatest)`,
  /// part = 1/steps, 2/steps, …, 1; of equals the widest.
  record SquaredError(int steps) implements Calibration {
    public SquaredError {
      if (steps < 1) {
        throw new IllegalArgumentException("a search has at least 1 step, got " + steps);
      }
    }

    /// O(steps·n).
    @Override
    public Affine of(float... samples) {
      var sorted = sorted(samples);
      float low = sorted[0];
      float high = sorted[sorted.length - 1];
      var best = Affine.covering(low, high);
      // BEGIN SOLUTION 17.2 "the range that costs least" 15 points
      double least = best.squaredError(sorted);
      for (int k = steps - 1; k > 0; k--) {
        float part = (float) k / steps;
        var code = Affine.covering(part * low, part * high);
        double error = code.squaredError(sorted);
        if (error < least) {
          best = code;
          least = error;
        }
      }
      return best;
      // STUB // TODO 17.2 — 11 lines. `best` is the code of the whole range: part = 1. Try the
      // STUB // parts k/steps with k from steps − 1 down to 1: Affine.covering(…), and its
      // STUB // squaredError(sorted). What becomes of the error of a large sample that is cut off,
      // STUB // and of the others, when the range shrinks?
      // STUB throw new Todo("17.2", "the range that costs least");
      // END SOLUTION
    }
  }

  private static float[] sorted(float... samples) {
    if (samples.length == 0) {
      throw new IllegalArgumentException("a calibration needs at least one sample, got none");
    }
    var sorted = samples.clone();
    Arrays.sort(sorted);
    return sorted;
  }
}
