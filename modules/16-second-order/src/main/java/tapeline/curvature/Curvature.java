package tapeline.curvature;

import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;

/// A symmetric matrix that is known by its products with vectors, such as a [Hessian]: n×n numbers
/// are never written down.
public interface Curvature {

  /// Returns the number of rows, which is that of the columns.
  int size();

  /// Returns `A·v` in a new vector.
  ///
  /// @throws IllegalArgumentException when v has another length, or a number that is not finite
  RealVector times(RealVector v);

  /// Returns `A + damping·I`: every eigenvalue is larger by `damping`.
  ///
  /// @throws IllegalArgumentException when the damping is negative or not finite
  default Curvature damped(double damping) {
    if (!(damping >= 0 && damping < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a damping is 0 or more, got " + damping);
    }
    var plain = this;
    return new Curvature() {
      @Override
      public int size() {
        return plain.size();
      }

      @Override
      public RealVector times(RealVector v) {
        return plain.times(v).add(v.mapMultiply(damping));
      }
    };
  }

  /// Writes the whole matrix down, by n products: for small n.
  default RealMatrix matrix() {
    var all = MatrixUtils.createRealMatrix(size(), size());
    for (int k = 0; k < size(); k++) {
      all.setColumnVector(k, column(k));
    }
    return all;
  }

  /// Computes the diagonal exactly, by n products: for small n. [Hutchinson] estimates it.
  default RealVector diagonal() {
    var diagonal = new ArrayRealVector(size());
    for (int k = 0; k < size(); k++) {
      diagonal.setEntry(k, column(k).getEntry(k));
    }
    return diagonal;
  }

  private RealVector column(int k) {
    var unit = new ArrayRealVector(size());
    unit.setEntry(k, 1);
    return times(unit);
  }

  /// Refuses a vector that does not fit.
  ///
  /// @throws IllegalArgumentException unless `v` has this size and finite numbers
  static void require(int size, RealVector v) {
    if (v.getDimension() != size) {
      throw new IllegalArgumentException(
          "a curvature of size %d takes vectors of as many numbers, got %d"
              .formatted(size, v.getDimension()));
    }
    for (int i = 0; i < size; i++) {
      if (!Double.isFinite(v.getEntry(i))) {
        throw new IllegalArgumentException(
            "a vector has finite numbers, got %s at %d".formatted(v.getEntry(i), i));
      }
    }
  }

  /// Refuses a value that is not finite, of a point where no curvature is known.
  ///
  /// @throws IllegalArgumentException unless `x` is finite
  static void requireFinite(String what, double x) {
    if (!Double.isFinite(x)) {
      throw new IllegalArgumentException(
          "a curvature is known where numbers are finite, and %s is %s here: look at the data first"
              .formatted(what, x));
    }
  }
}
