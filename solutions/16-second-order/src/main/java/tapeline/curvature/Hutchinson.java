package tapeline.curvature;

import java.util.random.RandomGenerator;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/// The diagonal and the trace of a [Curvature] from products with random signs (Hutchinson 1990;
/// Bekas, Kokiopoulou and Saad 2007).
///
/// Each number of z is 1 or −1 with the same probability, so `E[zᵢ·zⱼ]` is 0 but for i = j. Then
/// `z·(A·z)`, element by element, is the diagonal in the mean, with the variance `Σⱼ aᵢⱼ²`, j ≠ i;
/// and its sum, `zᵀ·A·z`, is the trace, with the variance `2·Σ aᵢⱼ²` over all i ≠ j.
///
/// @param diagonal the mean over the samples
/// @param diagonalError the standard error of each number of it, estimated from the samples
/// @param trace the sum of the diagonal
/// @param traceError its standard error
/// @param samples how many products it took
public record Hutchinson(
    RealVector diagonal, RealVector diagonalError, double trace, double traceError, int samples) {

  /// Estimates the diagonal and the trace by `samples` products.
  ///
  /// @throws IllegalArgumentException when there are fewer than two samples, which have no error
  public static Hutchinson of(Curvature a, int samples, RandomGenerator random) {
    if (samples < 2) {
      throw new IllegalArgumentException("an estimate takes at least 2 samples, got " + samples);
    }
    var diagonals = new Samples(a.size());
    var traces = new SummaryStatistics();
    for (int k = 0; k < samples; k++) {
      // BEGIN SOLUTION 16.6 "a diagonal from random signs" 10 points
      var z = new ArrayRealVector(a.size());
      for (int i = 0; i < a.size(); i++) {
        z.setEntry(i, random.nextBoolean() ? 1 : -1);
      }
      var az = a.times(z);
      diagonals.add(z.ebeMultiply(az));
      traces.addValue(z.dotProduct(az));
      // STUB // TODO 16.6 — 7 lines. Draw z: random.nextBoolean() ? 1 : -1 for each number. Then
      // STUB // diagonals.add(…) takes a sample of the diagonal, z·(A·z) element by element, which
      // STUB // v.ebeMultiply(w) is for two vectors; and traces.addValue(…) one of the trace, its
      // STUB // sum, z.dotProduct(…). A product costs more than all the rest: how many of them does
      // STUB // a sample need?
      // STUB throw new Todo("16.6", "a diagonal from random signs");
      // END SOLUTION
    }
    double traceError = traces.getStandardDeviation() / Math.sqrt(samples);
    return new Hutchinson(diagonals.mean, diagonals.error(), traces.getMean(), traceError, samples);
  }

  /// Vectors, of which the mean and the spread are known after each (Welford 1962).
  private static final class Samples {
    private RealVector mean;
    private RealVector squares; // the sum of the squared distances from the mean
    private int count;

    Samples(int size) {
      mean = new ArrayRealVector(size);
      squares = new ArrayRealVector(size);
    }

    void add(RealVector sample) {
      count++;
      var before = sample.subtract(mean);
      mean = mean.add(before.mapDivide(count));
      squares = squares.add(before.ebeMultiply(sample.subtract(mean)));
    }

    /// Returns the standard error of the mean.
    RealVector error() {
      return squares.mapDivide((double) (count - 1) * count).map(Math::sqrt);
    }
  }
}
