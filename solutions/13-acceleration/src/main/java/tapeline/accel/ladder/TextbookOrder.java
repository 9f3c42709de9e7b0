package tapeline.accel.ladder;

/// The textbook's order: a dot product for each element of C. Neighbours in a column of B lie n
/// numbers apart, so each step of the inner loop reads another cache line; and each addition waits
/// for the one before it.
public final class TextbookOrder implements Rung {
  @Override
  public void addProduct(int m, int n, int k, float[] a, float[] b, float[] c) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        float sum = c[i * n + j];
        for (int l = 0; l < k; l++) {
          sum = Math.fma(a[i * k + l], b[l * n + j], sum);
        }
        c[i * n + j] = sum;
      }
    }
  }
}
