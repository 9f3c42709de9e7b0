package tapeline.curvature;

import java.util.Locale;
import java.util.Optional;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealVector;
import tapeline.toolkit.Todo;

/// `A·x = b` for a positive definite A, by products with A alone (Hestenes and Stiefel 1952).
///
/// After k products, x is the best one in the space of b, A·b, … Aᵏ⁻¹·b, measured by `½xᵀAx − bᵀx`.
/// In exact arithmetic that is the solution after as many products as A has different eigenvalues.
///
/// @param tolerance ends when `‖b − A·x‖ ≤ tolerance·‖b‖`
/// @param most ends after so many products
public record ConjugateGradients(double tolerance, int most) {

  public ConjugateGradients {
    if (!(tolerance > 0 && tolerance < 1) || most < 1) {
      throw new IllegalArgumentException(
          "conjugate gradients need a tolerance between 0 and 1 and at least one product, got %s, %d"
              .formatted(tolerance, most));
    }
  }

  /// A direction p along which A is not positive.
  ///
  /// @param value `pᵀAp / pᵀp`, 0 or negative: A's smallest eigenvalue is not above it
  public record NegativeCurvature(RealVector direction, double value) {}

  /// The result of a search.
  ///
  /// @param x the last point; 0 when the first direction has no positive curvature
  /// @param products with A
  /// @param residual `‖b − A·x‖ / ‖b‖`; 0 for b = 0
  /// @param negative the direction that ended the search, if A is not positive definite
  public record Solution(
      RealVector x, int products, double residual, Optional<NegativeCurvature> negative) {

    /// Returns the solution, if no direction of the search had a curvature of 0 or less.
    ///
    /// @throws IllegalStateException when one had, with the value
    public RealVector definite() {
      negative.ifPresent(n -> {
        throw new IllegalStateException(
            String.format(
                Locale.ROOT,
                "conjugate gradients need a positive definite matrix, got pᵀAp = %.3g·pᵀp in"
                    + " product %d: it is indefinite; a damping above %.3g would do along p",
                n.value(),
                products,
                -n.value()));
      });
      return x;
    }
  }

  /// Solves from x = 0, and stops at a direction without positive curvature.
  public Solution solve(Curvature a, RealVector b) {
    Curvature.require(a.size(), b);
    RealVector x = new ArrayRealVector(a.size());
    var r = b.copy(); // b − A·x
    var p = r;
    double rr = r.dotProduct(r);
    double goal = tolerance * b.getNorm();
    int products = 0;
    while (products < most && Math.sqrt(rr) > goal) {
      var ap = a.times(p);
      products++;
      double pap = p.dotProduct(ap);
      if (!(pap > 0)) {
        var negative = new NegativeCurvature(p, pap / p.dotProduct(p));
        return new Solution(x, products, Math.sqrt(rr) / b.getNorm(), Optional.of(negative));
      }
      // BEGIN EXERCISE 16.7
      // TODO 16.7 — 6 lines. Go from x along p to the lowest point of ½xᵀAx − bᵀx: the step
      // is rr/pap. How does the residual r = b − A·x change then, without another product?
      // The next direction is the new r plus so much of p that the two are conjugate,
      // pᵀA·(next p) = 0: the factor is the new r·r over the old one, rr.
      if (pap > 0) throw new Todo("16.7", "conjugate directions");
      // END EXERCISE 16.7
    }
    return new Solution(x, products, rr == 0 ? 0 : Math.sqrt(rr) / b.getNorm(), Optional.empty());
  }
}
