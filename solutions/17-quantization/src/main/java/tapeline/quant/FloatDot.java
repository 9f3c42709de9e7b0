package tapeline.quant;

import static jdk.incubator.vector.VectorOperators.ADD;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// `Σ aₖ·bₖ` in float32 on vectors, four sums at a time: what products of bytes are compared with.
/// Needs the Vector API.
public final class FloatDot {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_PREFERRED;
  private static final int L = S.length();

  private FloatDot() {}

  /// The sum over n products, from `a[a0]` and `b[b0]` on.
  public static float of(float[] a, int a0, float[] b, int b0, int n) {
    var s0 = FloatVector.zero(S);
    var s1 = FloatVector.zero(S);
    var s2 = FloatVector.zero(S);
    var s3 = FloatVector.zero(S);
    int end = n - n % (4 * L);
    for (int k = 0; k < end; k += 4 * L) {
      s0 = part(a, a0 + k, b, b0 + k, s0);
      s1 = part(a, a0 + k + L, b, b0 + k + L, s1);
      s2 = part(a, a0 + k + 2 * L, b, b0 + k + 2 * L, s2);
      s3 = part(a, a0 + k + 3 * L, b, b0 + k + 3 * L, s3);
    }
    float sum = s0.add(s1).add(s2.add(s3)).reduceLanes(ADD);
    for (int k = end; k < n; k++) {
      sum += a[a0 + k] * b[b0 + k];
    }
    return sum;
  }

  private static FloatVector part(float[] a, int a0, float[] b, int b0, FloatVector sum) {
    return FloatVector.fromArray(S, a, a0).fma(FloatVector.fromArray(S, b, b0), sum);
  }
}
