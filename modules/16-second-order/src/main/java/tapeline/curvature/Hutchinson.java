package tapeline.curvature;

import java.util.random.RandomGenerator;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import tapeline.toolkit.Todo;

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

  /// An estimate from so many products.
  ///
  /// @throws IllegalArgumentException when there are fewer than two samples, which have no error
  public static Hutchinson of(Curvature a, int samples, RandomGenerator random) {
    if (samples < 2) {
      throw new IllegalArgumentException("an estimate takes at least 2 samples, got " + samples);
    }
    var numbers = new SummaryStatistics[a.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = new SummaryStatistics();
    }
    var traces = new SummaryStatistics();
    for (int k = 0; k < samples; k++) {
      // BEGIN EXERCISE 16.6
      // TODO 16.6 — 8 lines. Draw z: random.nextBoolean() ? 1 : -1 for each number. Then
      // numbers[i].addValue(…) takes number i of a sample of the diagonal, and
      // traces.addValue(…) a sample of the trace. A product costs more than all the rest:
      // how many of them does a sample need? z.dotProduct(az) is the sum of all zᵢ·azᵢ.
      throw new Todo("16.6", "a diagonal from random signs");
      // END EXERCISE 16.6
    }
    var diagonal = new ArrayRealVector(a.size());
    var errors = new ArrayRealVector(a.size());
    for (int i = 0; i < numbers.length; i++) {
      diagonal.setEntry(i, numbers[i].getMean());
      errors.setEntry(i, error(numbers[i]));
    }
    return new Hutchinson(diagonal, errors, traces.getMean(), error(traces), samples);
  }

  private static double error(SummaryStatistics sample) {
    return sample.getStandardDeviation() / Math.sqrt(sample.getN());
  }
}
