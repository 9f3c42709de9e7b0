package tapeline.competition;

import java.util.Arrays;

/// An entry for the matrix product: 16 rows of B at a time, which stay in the nearest cache.
///
/// The input is the sizes m, k, n, then A (m,k) and B (k,n), row by row; the answer is `C = A·B`
/// (m,n). 2mkn flops. The baseline goes through all of B for each row of C, and B is larger than
/// the nearest cache; here a strip of B meets every row of C before the next one comes.
/*
 * Rows are arrays of their own, as in module 04: the compiler makes vectors of y[j] += x·b[j], and
 * none of y[j] += x·b[b0 + j]. They are kept from answer to answer.
 */
public final class MatmulEntry implements Contestant {
  private static final int STRIP = 16;

  private float[][] rows = new float[0][]; // of B
  private float[][] sums = new float[0][]; // rows of C

  @Override
  public float[] answer(float[][] input) {
    int m = (int) input[0][0];
    int k = (int) input[0][1];
    int n = (int) input[0][2];
    float[] a = input[1];
    float[] b = input[2];
    rows = shaped(rows, k, n);
    sums = shaped(sums, m, n);
    var c = new float[m * n];
    // BEGIN SOLUTION 20.9 "the matrix product in strips" 15 points
    for (int l = 0; l < k; l++) {
      System.arraycopy(b, l * n, rows[l], 0, n);
    }
    for (float[] sum : sums) {
      Arrays.fill(sum, 0);
    }
    for (int from = 0; from < k; from += STRIP) {
      int to = Math.min(k, from + STRIP);
      for (int i = 0; i < m; i++) {
        int l = from;
        for (; l + 4 <= to; l += 4) {
          addFour(a, i * k + l, rows, l, sums[i]);
        }
        for (; l < to; l++) {
          addOne(a[i * k + l], rows[l], sums[i]);
        }
      }
    }
    for (int i = 0; i < m; i++) {
      System.arraycopy(sums[i], 0, c, i * n, n);
    }
    return c;
    // STUB // TODO 20.9 — 22 lines. Copy B into `rows` and clear `sums`; for each strip of STRIP
    // STUB // rows of B, for each row i of A, add a[i,l]·rows[l] to sums[i]; copy the sums into c.
    // STUB // addOne(x, row, y) is y += x·row; addFour(a, at, rows, l, y) takes four rows at once,
    // STUB // rows l … l + 3 times a[at …]: which rows of a strip does it leave? What is in `sums`
    // STUB // when the second input comes?
    // STUB throw new Todo("20.9", "the matrix product in strips");
    // END SOLUTION
  }

  /// These arrays if they have this shape, else new ones.
  private static float[][] shaped(float[][] old, int height, int width) {
    boolean same = old.length == height && height > 0 && old[0].length == width;
    return same ? old : new float[height][width];
  }

  /// `y += x·row`.
  private static void addOne(float x, float[] row, float[] y) {
    for (int j = 0; j < y.length; j++) {
      y[j] = Math.fma(x, row[j], y[j]);
    }
  }

  /// `y += a[at]·rows[l] + a[at + 1]·rows[l + 1] + a[at + 2]·rows[l + 2] + a[at + 3]·rows[l + 3]`.
  private static void addFour(float[] a, int at, float[][] rows, int l, float[] y) {
    float a0 = a[at];
    float a1 = a[at + 1];
    float a2 = a[at + 2];
    float a3 = a[at + 3];
    float[] r0 = rows[l];
    float[] r1 = rows[l + 1];
    float[] r2 = rows[l + 2];
    float[] r3 = rows[l + 3];
    for (int j = 0; j < y.length; j++) {
      float two = Math.fma(a1, r1[j], Math.fma(a0, r0[j], y[j]));
      y[j] = Math.fma(a3, r3[j], Math.fma(a2, r2[j], two));
    }
  }
}
