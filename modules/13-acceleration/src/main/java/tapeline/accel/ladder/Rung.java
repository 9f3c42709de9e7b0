package tapeline.accel.ladder;

/// One way to compute `C += A·B` on row-major float32: A (m,k), B (k,n), C (m,n). 2mkn FLOPs.
public interface Rung {
  void addProduct(int m, int n, int k, float[] a, float[] b, float[] c);
}
