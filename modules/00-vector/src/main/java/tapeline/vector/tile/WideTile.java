package tapeline.vector.tile;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// A tile of 6 rows and 4 vectors for processors with 32 vector registers, such as those with
/// AVX-512 or NEON: 24 sums, 4 vectors of B and a number of A. 24 multiply–adds a step cover the
/// latency of each of them.
/*
 * The sums are variables, as an array of vectors would not stay in registers; the species is a
 * constant for the same reason. The method is short enough for the first compiler.
 */
public final class WideTile implements TileKernel {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_PREFERRED;
  private static final int L = S.length();
  private static final int ROWS = 6;
  private static final int COLUMNS = 4 * L;
  private static final int BYTES = L * Float.BYTES; // of a vector
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  @Override
  public int height() {
    return ROWS;
  }

  @Override
  public int width() {
    return COLUMNS;
  }

  // spotless:off
  @Override
  public void run(int depth, float[] a, int a0, MemorySegment b, float[] c, int c0, int step, boolean adds) {
    var c00 = FloatVector.zero(S); var c01 = FloatVector.zero(S); var c02 = FloatVector.zero(S); var c03 = FloatVector.zero(S);
    var c10 = FloatVector.zero(S); var c11 = FloatVector.zero(S); var c12 = FloatVector.zero(S); var c13 = FloatVector.zero(S);
    var c20 = FloatVector.zero(S); var c21 = FloatVector.zero(S); var c22 = FloatVector.zero(S); var c23 = FloatVector.zero(S);
    var c30 = FloatVector.zero(S); var c31 = FloatVector.zero(S); var c32 = FloatVector.zero(S); var c33 = FloatVector.zero(S);
    var c40 = FloatVector.zero(S); var c41 = FloatVector.zero(S); var c42 = FloatVector.zero(S); var c43 = FloatVector.zero(S);
    var c50 = FloatVector.zero(S); var c51 = FloatVector.zero(S); var c52 = FloatVector.zero(S); var c53 = FloatVector.zero(S);
    for (int k = 0; k < depth; k++) {
      int p = a0 + k * ROWS; // of k alone: the compiler then tests the arrays' ends before the loop
      long q = (long) k * COLUMNS * Float.BYTES;
      var x0 = FloatVector.fromMemorySegment(S, b, q, ORDER);
      var x1 = FloatVector.fromMemorySegment(S, b, q + BYTES, ORDER);
      var x2 = FloatVector.fromMemorySegment(S, b, q + 2L * BYTES, ORDER);
      var x3 = FloatVector.fromMemorySegment(S, b, q + 3L * BYTES, ORDER);
      var s0 = FloatVector.broadcast(S, a[p]); c00 = s0.fma(x0, c00); c01 = s0.fma(x1, c01); c02 = s0.fma(x2, c02); c03 = s0.fma(x3, c03);
      var s1 = FloatVector.broadcast(S, a[p + 1]); c10 = s1.fma(x0, c10); c11 = s1.fma(x1, c11); c12 = s1.fma(x2, c12); c13 = s1.fma(x3, c13);
      var s2 = FloatVector.broadcast(S, a[p + 2]); c20 = s2.fma(x0, c20); c21 = s2.fma(x1, c21); c22 = s2.fma(x2, c22); c23 = s2.fma(x3, c23);
      var s3 = FloatVector.broadcast(S, a[p + 3]); c30 = s3.fma(x0, c30); c31 = s3.fma(x1, c31); c32 = s3.fma(x2, c32); c33 = s3.fma(x3, c33);
      var s4 = FloatVector.broadcast(S, a[p + 4]); c40 = s4.fma(x0, c40); c41 = s4.fma(x1, c41); c42 = s4.fma(x2, c42); c43 = s4.fma(x3, c43);
      var s5 = FloatVector.broadcast(S, a[p + 5]); c50 = s5.fma(x0, c50); c51 = s5.fma(x1, c51); c52 = s5.fma(x2, c52); c53 = s5.fma(x3, c53);
    }
    int r1 = c0 + step; int r2 = r1 + step; int r3 = r2 + step; int r4 = r3 + step; int r5 = r4 + step;
    if (adds) {
      c00 = c00.add(FloatVector.fromArray(S, c, c0)); c01 = c01.add(FloatVector.fromArray(S, c, c0 + L)); c02 = c02.add(FloatVector.fromArray(S, c, c0 + 2 * L)); c03 = c03.add(FloatVector.fromArray(S, c, c0 + 3 * L));
      c10 = c10.add(FloatVector.fromArray(S, c, r1)); c11 = c11.add(FloatVector.fromArray(S, c, r1 + L)); c12 = c12.add(FloatVector.fromArray(S, c, r1 + 2 * L)); c13 = c13.add(FloatVector.fromArray(S, c, r1 + 3 * L));
      c20 = c20.add(FloatVector.fromArray(S, c, r2)); c21 = c21.add(FloatVector.fromArray(S, c, r2 + L)); c22 = c22.add(FloatVector.fromArray(S, c, r2 + 2 * L)); c23 = c23.add(FloatVector.fromArray(S, c, r2 + 3 * L));
      c30 = c30.add(FloatVector.fromArray(S, c, r3)); c31 = c31.add(FloatVector.fromArray(S, c, r3 + L)); c32 = c32.add(FloatVector.fromArray(S, c, r3 + 2 * L)); c33 = c33.add(FloatVector.fromArray(S, c, r3 + 3 * L));
      c40 = c40.add(FloatVector.fromArray(S, c, r4)); c41 = c41.add(FloatVector.fromArray(S, c, r4 + L)); c42 = c42.add(FloatVector.fromArray(S, c, r4 + 2 * L)); c43 = c43.add(FloatVector.fromArray(S, c, r4 + 3 * L));
      c50 = c50.add(FloatVector.fromArray(S, c, r5)); c51 = c51.add(FloatVector.fromArray(S, c, r5 + L)); c52 = c52.add(FloatVector.fromArray(S, c, r5 + 2 * L)); c53 = c53.add(FloatVector.fromArray(S, c, r5 + 3 * L));
    }
    c00.intoArray(c, c0); c01.intoArray(c, c0 + L); c02.intoArray(c, c0 + 2 * L); c03.intoArray(c, c0 + 3 * L);
    c10.intoArray(c, r1); c11.intoArray(c, r1 + L); c12.intoArray(c, r1 + 2 * L); c13.intoArray(c, r1 + 3 * L);
    c20.intoArray(c, r2); c21.intoArray(c, r2 + L); c22.intoArray(c, r2 + 2 * L); c23.intoArray(c, r2 + 3 * L);
    c30.intoArray(c, r3); c31.intoArray(c, r3 + L); c32.intoArray(c, r3 + 2 * L); c33.intoArray(c, r3 + 3 * L);
    c40.intoArray(c, r4); c41.intoArray(c, r4 + L); c42.intoArray(c, r4 + 2 * L); c43.intoArray(c, r4 + 3 * L);
    c50.intoArray(c, r5); c51.intoArray(c, r5 + L); c52.intoArray(c, r5 + 2 * L); c53.intoArray(c, r5 + 3 * L);
  }
  // spotless:on
}
