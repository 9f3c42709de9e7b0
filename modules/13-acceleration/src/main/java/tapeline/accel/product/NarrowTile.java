package tapeline.accel.product;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// A tile of 12 rows and a vector for processors with 16 vector registers, such as those with AVX2:
/// 12 sums, a vector of B and a number of A.
/*
 * 6 rows and 2 vectors would read less, and are slower in C2's order of loads and sums: in another
 * order (-XX:-OptoRegScheduling) they are not.
 */
public final class NarrowTile implements TileKernel {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_PREFERRED;
  private static final int L = S.length();
  private static final int ROWS = 12;

  @Override
  public int height() {
    return ROWS;
  }

  @Override
  public int width() {
    return L;
  }

  // spotless:off
  @Override
  public void add(int depth, float[] a, int a0, float[] b, int b0, float[] c, int c0, int step) {
    var s0 = FloatVector.zero(S); var s1 = FloatVector.zero(S); var s2 = FloatVector.zero(S); var s3 = FloatVector.zero(S);
    var s4 = FloatVector.zero(S); var s5 = FloatVector.zero(S); var s6 = FloatVector.zero(S); var s7 = FloatVector.zero(S);
    var s8 = FloatVector.zero(S); var s9 = FloatVector.zero(S); var s10 = FloatVector.zero(S); var s11 = FloatVector.zero(S);
    for (int l = 0; l < depth; l++) {
      int p = a0 + l * ROWS; // of l alone: the compiler then tests the arrays' ends before the loop
      var x = FloatVector.fromArray(S, b, b0 + l * L);
      s0 = FloatVector.broadcast(S, a[p]).fma(x, s0);
      s1 = FloatVector.broadcast(S, a[p + 1]).fma(x, s1);
      s2 = FloatVector.broadcast(S, a[p + 2]).fma(x, s2);
      s3 = FloatVector.broadcast(S, a[p + 3]).fma(x, s3);
      s4 = FloatVector.broadcast(S, a[p + 4]).fma(x, s4);
      s5 = FloatVector.broadcast(S, a[p + 5]).fma(x, s5);
      s6 = FloatVector.broadcast(S, a[p + 6]).fma(x, s6);
      s7 = FloatVector.broadcast(S, a[p + 7]).fma(x, s7);
      s8 = FloatVector.broadcast(S, a[p + 8]).fma(x, s8);
      s9 = FloatVector.broadcast(S, a[p + 9]).fma(x, s9);
      s10 = FloatVector.broadcast(S, a[p + 10]).fma(x, s10);
      s11 = FloatVector.broadcast(S, a[p + 11]).fma(x, s11);
    }
    s0.add(FloatVector.fromArray(S, c, c0)).intoArray(c, c0);
    s1.add(FloatVector.fromArray(S, c, c0 + step)).intoArray(c, c0 + step);
    s2.add(FloatVector.fromArray(S, c, c0 + 2 * step)).intoArray(c, c0 + 2 * step);
    s3.add(FloatVector.fromArray(S, c, c0 + 3 * step)).intoArray(c, c0 + 3 * step);
    s4.add(FloatVector.fromArray(S, c, c0 + 4 * step)).intoArray(c, c0 + 4 * step);
    s5.add(FloatVector.fromArray(S, c, c0 + 5 * step)).intoArray(c, c0 + 5 * step);
    s6.add(FloatVector.fromArray(S, c, c0 + 6 * step)).intoArray(c, c0 + 6 * step);
    s7.add(FloatVector.fromArray(S, c, c0 + 7 * step)).intoArray(c, c0 + 7 * step);
    s8.add(FloatVector.fromArray(S, c, c0 + 8 * step)).intoArray(c, c0 + 8 * step);
    s9.add(FloatVector.fromArray(S, c, c0 + 9 * step)).intoArray(c, c0 + 9 * step);
    s10.add(FloatVector.fromArray(S, c, c0 + 10 * step)).intoArray(c, c0 + 10 * step);
    s11.add(FloatVector.fromArray(S, c, c0 + 11 * step)).intoArray(c, c0 + 11 * step);
  }
  // spotless:on
}
