package lanes;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;
import tapeline.competition.Contestant;

/// `C = A·B` in tiles of four rows and two vectors of columns, which stay in registers while the
/// tile's row of A and column of B go by.
public final class Lanes implements Contestant {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_PREFERRED;
  private static final int WIDE = 2 * S.length();
  private static final int HIGH = 4;

  @Override
  public float[] answer(float[][] input) {
    int m = (int) input[0][0];
    int k = (int) input[0][1];
    int n = (int) input[0][2];
    var c = new float[m * n];
    int rows = m - m % HIGH;
    int columns = n - n % WIDE;
    for (int j = 0; j < columns; j += WIDE) {
      for (int i = 0; i < rows; i += HIGH) {
        tile(input[1], input[2], c, i, j, k, n);
      }
    }
    rest(input[1], input[2], c, 0, rows, columns, k, n);
    rest(input[1], input[2], c, rows, m, 0, k, n);
    return c;
  }

  private static void tile(float[] a, float[] b, float[] c, int i, int j, int k, int n) {
    var zero = FloatVector.zero(S);
    FloatVector c00 = zero;
    FloatVector c01 = zero;
    FloatVector c10 = zero;
    FloatVector c11 = zero;
    FloatVector c20 = zero;
    FloatVector c21 = zero;
    FloatVector c30 = zero;
    FloatVector c31 = zero;
    for (int l = 0; l < k; l++) {
      var b0 = FloatVector.fromArray(S, b, l * n + j);
      var b1 = FloatVector.fromArray(S, b, l * n + j + S.length());
      var a0 = FloatVector.broadcast(S, a[i * k + l]);
      var a1 = FloatVector.broadcast(S, a[(i + 1) * k + l]);
      var a2 = FloatVector.broadcast(S, a[(i + 2) * k + l]);
      var a3 = FloatVector.broadcast(S, a[(i + 3) * k + l]);
      c00 = a0.fma(b0, c00);
      c01 = a0.fma(b1, c01);
      c10 = a1.fma(b0, c10);
      c11 = a1.fma(b1, c11);
      c20 = a2.fma(b0, c20);
      c21 = a2.fma(b1, c21);
      c30 = a3.fma(b0, c30);
      c31 = a3.fma(b1, c31);
    }
    int at = i * n + j;
    c00.intoArray(c, at);
    c01.intoArray(c, at + S.length());
    c10.intoArray(c, at + n);
    c11.intoArray(c, at + n + S.length());
    c20.intoArray(c, at + 2 * n);
    c21.intoArray(c, at + 2 * n + S.length());
    c30.intoArray(c, at + 3 * n);
    c31.intoArray(c, at + 3 * n + S.length());
  }

  /// The rows from `i0` to `i1` from column `j0` on, without vectors.
  private static void rest(
      float[] a, float[] b, float[] c, int i0, int i1, int j0, int k, int n) {
    for (int i = i0; i < i1; i++) {
      for (int l = 0; l < k; l++) {
        float x = a[i * k + l];
        for (int j = j0; j < n; j++) {
          c[i * n + j] += x * b[l * n + j];
        }
      }
    }
  }
}
