package tapeline.quant;

import tapeline.vector.VectorApi;

/// `Σ aₖ·bₖ` of two pieces of bytes, in int32: exact up to 131,071 products.
@FunctionalInterface
public interface ByteDot {

  /// The sum over n products, from `a[a0]` and `b[b0]` on.
  int of(byte[] a, int a0, byte[] b, int b0, int n);

  /// The one for this JVM: with the Vector API where it is there.
  static ByteDot here() {
    return VectorApi.isThere() ? VectorDot.HERE : ByteDot::plain;
  }

  /// One product after the other.
  static int plain(byte[] a, int a0, byte[] b, int b0, int n) {
    int sum = 0;
    for (int k = 0; k < n; k++) {
      sum += a[a0 + k] * b[b0 + k];
    }
    return sum;
  }
}
