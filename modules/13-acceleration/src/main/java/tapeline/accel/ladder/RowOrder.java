package tapeline.accel.ladder;

/// The loops over j and l exchanged: the inner one walks along a row of B and a row of C, whose
/// numbers are neighbours and wait for nothing. Every number of C is read and written k times.
public final class RowOrder implements Rung {
  @Override
  public void addProduct(int m, int n, int k, float[] a, float[] b, float[] c) {
    for (int i = 0; i < m; i++) {
      for (int l = 0; l < k; l++) {
        float x = a[i * k + l];
        for (int j = 0; j < n; j++) {
          c[i * n + j] = Math.fma(x, b[l * n + j], c[i * n + j]);
        }
      }
    }
  }
}
