package tapeline.accel.ladder;

import tapeline.vector.math.RowLoops;

/// The loops over j and l exchanged: the inner one walks along a row of B and a row of C, whose
/// numbers are neighbours and wait for nothing, so it goes by vectors. Every number of C is read
/// and written k times.
/*
 * The vectors are written out: C2 of JDK 25 makes none of the plain loop, as b and c might be one
 * array.
 */
public final class RowOrder implements Rung {
  @Override
  public void addProduct(int m, int n, int k, float[] a, float[] b, float[] c) {
    for (int i = 0; i < m; i++) {
      for (int l = 0; l < k; l++) {
        RowLoops.addScaled(c, i * n, a[i * k + l], b, l * n, n);
      }
    }
  }
}
