package tapeline.compress;

import java.util.Locale;
import java.util.random.RandomGenerator;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;
import tapeline.tensor.Tensor;

/// The largest singular values of a matrix and their vectors: `A ≈ U·diag(σ)·Vᵀ`, of all matrices
/// of this rank the nearest to A (Eckart and Young 1936).
///
/// @param u (m,r)
/// @param values σ₁ ≥ σ₂ ≥ …, r of them
/// @param vt (r,n)
/// @param squares `Σ aᵢⱼ²` of the whole matrix, which is the sum of all its σ²
public record TruncatedSvd(Tensor u, double[] values, Tensor vt, double squares) {
  private static final int MORE = 8; // columns than are asked for
  private static final int POWERS = 2;

  /// Decomposes A by random projections (Halko, Martinsson and Tropp 2011, arXiv 0909.4061): Q
  /// spans what A reaches, and the small matrix `QᵀA` is decomposed exactly. O(m·n·r) instead of
  /// O(m·n²).
  ///
  /// @param a (m,n)
  /// @throws IllegalArgumentException unless 1 ≤ rank ≤ min(m,n)
  public static TruncatedSvd of(Tensor a, int rank, RandomGenerator random) {
    int most = Math.min(a.shape().length(0), a.shape().length(1));
    if (a.shape().rank() != 2 || rank < 1 || rank > most) {
      throw new IllegalArgumentException(
          "a rank is from 1 to %d for %s, got %d".formatted(most, a.shape(), rank));
    }
    var q = range(a, Math.min(rank + MORE, most), POWERS, random);
    var exact = new SingularValueDecomposition(matrix(q.transpose().matmul(a)));
    var u = q.matmul(tensor(exact.getU()).slice(1, 0, rank));
    var values = new double[rank];
    System.arraycopy(exact.getSingularValues(), 0, values, 0, rank);
    double squares = 0;
    for (float x : a.toArray()) {
      squares += (double) x * x;
    }
    return new TruncatedSvd(u, values, tensor(exact.getVT()).slice(0, 0, rank), squares);
  }

  /// Returns orthonormal columns that span nearly what the largest singular vectors of A do.
  ///
  /// @param powers how often A·Aᵀ is applied besides: each time multiplies the ratio of a large σ
  ///   to a small one by its square once more
  public static Tensor range(Tensor a, int columns, int powers, RandomGenerator random) {
    var probes = Tensor.normal(random, a.shape().length(1), columns);
    // BEGIN SOLUTION 18.4 "what a matrix reaches" 15 points
    var q = Orthonormal.columns(a.matmul(probes));
    for (int i = 0; i < powers; i++) {
      var back = Orthonormal.columns(a.transpose().matmul(q));
      q = Orthonormal.columns(a.matmul(back));
    }
    return q;
    // STUB // TODO 18.4 — 6 lines. A·probes are random mixtures of A's columns, and the large σ are
    // STUB // the loudest in them: Orthonormal.columns(…) of that is Q. Then, `powers` times, Q by
    // STUB // way of Aᵀ·Q and A·(…), made orthonormal each time. What would become of the columns
    // STUB // if they were multiplied by A·Aᵀ often, and not made orthonormal between?
    // STUB throw new Todo("18.4", "what a matrix reaches");
    // END SOLUTION
  }

  /// Returns the fewest singular values with this share of the whole matrix's squares, its
  /// *energy*: the rest is the square of the error.
  ///
  /// @throws IllegalArgumentException when the known ones have less
  public int rankFor(double energy) {
    double sum = 0;
    for (int r = 0; r < values.length; r++) {
      sum += values[r] * values[r];
      if (sum >= energy * squares * (1 - 1e-6)) { // of float32's rounding
        return r + 1;
      }
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "%d singular values have %.4f of the energy, asked for %s",
            values.length,
            sum / squares,
            energy));
  }

  /// Returns `U·diag(σ)·Vᵀ`, (m,n).
  public Tensor product() {
    return scaled(u).matmul(vt);
  }

  /// Returns `U·diag(σ)` of the first columns of U.
  Tensor scaled(Tensor columns) {
    var scaled = columns.copy();
    for (int i = 0; i < scaled.shape().length(0); i++) {
      for (int c = 0; c < scaled.shape().length(1); c++) {
        scaled.set((float) (columns.at(i, c) * values[c]), i, c);
      }
    }
    return scaled;
  }

  private static RealMatrix matrix(Tensor t) {
    var m = new Array2DRowRealMatrix(t.shape().length(0), t.shape().length(1));
    for (int i = 0; i < m.getRowDimension(); i++) {
      for (int j = 0; j < m.getColumnDimension(); j++) {
        m.setEntry(i, j, t.at(i, j));
      }
    }
    return m;
  }

  private static Tensor tensor(RealMatrix m) {
    var t = Tensor.zeros(m.getRowDimension(), m.getColumnDimension());
    for (int i = 0; i < m.getRowDimension(); i++) {
      for (int j = 0; j < m.getColumnDimension(); j++) {
        t.set((float) m.getEntry(i, j), i, j);
      }
    }
    return t;
  }
}
