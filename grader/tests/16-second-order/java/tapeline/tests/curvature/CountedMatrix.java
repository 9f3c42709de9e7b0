package tapeline.tests.curvature;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.QRDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import tapeline.curvature.Curvature;

/// A matrix that is written down, and counts how often it was multiplied.
final class CountedMatrix implements Curvature {
  private final RealMatrix matrix;
  private int products;

  CountedMatrix(RealMatrix matrix) {
    this.matrix = matrix;
  }

  CountedMatrix(double[]... rows) {
    this(new Array2DRowRealMatrix(rows));
  }

  /// Makes `Q·diag(eigenvalues)·Qᵀ` with a random Q.
  static CountedMatrix of(Random random, double... eigenvalues) {
    int n = eigenvalues.length;
    var q = new QRDecomposition(random(random, n, n)).getQ();
    var a = q.multiply(MatrixUtils.createRealDiagonalMatrix(eigenvalues)).multiply(q.transpose());
    return new CountedMatrix(a.add(a.transpose()).scalarMultiply(0.5));
  }

  static RealMatrix random(Random random, int rows, int columns) {
    var a = MatrixUtils.createRealMatrix(rows, columns);
    for (int i = 0; i < rows; i++) {
      a.setRow(i, DoubleStream.generate(random::nextGaussian).limit(columns).toArray());
    }
    return a;
  }

  static RealVector vector(Random random, int size) {
    return random(random, 1, size).getRowVector(0);
  }

  RealMatrix written() {
    return matrix;
  }

  int products() {
    return products;
  }

  @Override
  public int size() {
    return matrix.getRowDimension();
  }

  @Override
  public RealVector times(RealVector v) {
    products++;
    return matrix.operate(v);
  }
}
