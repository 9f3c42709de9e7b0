package tapeline.curvature;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.RealVector;
import tapeline.toolkit.Todo;

/// The outer eigenvalues of a [Curvature] (Lanczos 1950), from the largest down.
///
/// In a basis of the space of q, A·q, A²·q …, A is a tridiagonal matrix T. Its eigenvalues are near
/// A's largest and smallest ones soon.
///
/// @param values the eigenvalues of T, falling; the first and the last are good first
/// @param errors for each: an eigenvalue of A is as near as that, when products are exact
/// @param largest the vector of the first one, of length 1
public record Lanczos(List<Double> values, List<Double> errors, RealVector largest) {
  private static final double NOTHING = 1e-10;

  public Lanczos {
    values = List.copyOf(values);
    errors = List.copyOf(errors);
  }

  /// Computes the eigenvalues of T by at most `products` products: fewer when the space ends early.
  /// It keeps all vectors, and makes each new one orthogonal to all of them: O(n·products²) besides
  /// the products.
  ///
  /// @throws IllegalArgumentException unless there is at least one product
  public static Lanczos of(Curvature a, int products, RandomGenerator random) {
    if (products < 1) {
      throw new IllegalArgumentException("Lanczos takes at least one product, got " + products);
    }
    var basis = new ArrayList<RealVector>();
    var diagonal = new double[Math.min(products, a.size())];
    var beside = new double[diagonal.length]; // the last one is the error's
    var q = start(a.size(), random);
    double scale = 0;
    int k = 0;
    while (k < diagonal.length) {
      basis.add(q);
      var w = a.times(q);
      // BEGIN EXERCISE 16.8
      // TODO 16.8 — 7 lines. T's number k on the diagonal is qᵀAq, w being A·q. Then take
      // from w its part along each vector of the basis, q among them, and do all of it
      // twice: rounding leaves some the first time. What remains has the next direction,
      // and its length is beside[k].
      if (k >= 0) throw new Todo("16.8", "a tridiagonal matrix");
      // END EXERCISE 16.8
      scale = Math.max(scale, Math.abs(diagonal[k]) + beside[k]);
      q = w.mapDivide(Math.max(beside[k], Double.MIN_NORMAL));
      if (beside[k++] <= NOTHING * scale) {
        break; // A leads nowhere else
      }
    }
    return of(basis, Arrays.copyOf(diagonal, k), Arrays.copyOf(beside, k));
  }

  private static RealVector start(int size, RandomGenerator random) {
    var q = new ArrayRealVector(size);
    for (int i = 0; i < size; i++) {
      q.setEntry(i, random.nextGaussian());
    }
    return q.unitVector();
  }

  /// Decomposes T by commons-math, which sorts eigenvalues from the largest down.
  private static Lanczos of(List<RealVector> basis, double[] diagonal, double... beside) {
    int k = diagonal.length;
    var t = new EigenDecomposition(diagonal, Arrays.copyOf(beside, k - 1));
    var values = new ArrayList<Double>();
    var errors = new ArrayList<Double>();
    for (int i = 0; i < k; i++) {
      values.add(t.getRealEigenvalue(i));
      errors.add(Math.abs(beside[k - 1] * t.getEigenvector(i).getEntry(k - 1)));
    }
    RealVector largest = new ArrayRealVector(basis.getFirst().getDimension());
    for (int j = 0; j < k; j++) {
      largest = largest.add(basis.get(j).mapMultiply(t.getEigenvector(0).getEntry(j)));
    }
    return new Lanczos(values, errors, largest);
  }
}
