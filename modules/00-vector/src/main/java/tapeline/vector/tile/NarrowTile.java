package tapeline.vector.tile;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// A tile of 5 rows and 2 vectors for processors with 16 vector registers, such as those with AVX2:
/// 10 sums, 2 vectors of B and up to 4 numbers of A. 10 multiply–adds a step cover the latency of
/// each of them.
/*
 * With 6 rows the registers would do as well, but C2 loads two numbers of A at a time, in whatever
 * order they stand here, and one of 12 sums then goes through memory in each step: some 0.8 of the speed.
 */
public final class NarrowTile implements TileKernel {
  private static final VectorSpecies<Float> S = FloatVector.SPECIES_PREFERRED;
  private static final int L = S.length();
  private static final int ROWS = 5;
  private static final int COLUMNS = 2 * L;
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
    var c00 = FloatVector.zero(S); var c01 = FloatVector.zero(S);
    var c10 = FloatVector.zero(S); var c11 = FloatVector.zero(S);
    var c20 = FloatVector.zero(S); var c21 = FloatVector.zero(S);
    var c30 = FloatVector.zero(S); var c31 = FloatVector.zero(S);
    var c40 = FloatVector.zero(S); var c41 = FloatVector.zero(S);
    for (int k = 0; k < depth; k++) {
      int p = a0 + k * ROWS; // of k alone: the compiler then tests the arrays' ends before the loop
      long q = (long) k * COLUMNS * Float.BYTES;
      var x0 = FloatVector.fromMemorySegment(S, b, q, ORDER);
      var x1 = FloatVector.fromMemorySegment(S, b, q + BYTES, ORDER);
      var s0 = FloatVector.broadcast(S, a[p]); c00 = s0.fma(x0, c00); c01 = s0.fma(x1, c01);
      var s1 = FloatVector.broadcast(S, a[p + 1]); c10 = s1.fma(x0, c10); c11 = s1.fma(x1, c11);
      var s2 = FloatVector.broadcast(S, a[p + 2]); c20 = s2.fma(x0, c20); c21 = s2.fma(x1, c21);
      var s3 = FloatVector.broadcast(S, a[p + 3]); c30 = s3.fma(x0, c30); c31 = s3.fma(x1, c31);
      var s4 = FloatVector.broadcast(S, a[p + 4]); c40 = s4.fma(x0, c40); c41 = s4.fma(x1, c41);
    }
    int r1 = c0 + step; int r2 = r1 + step; int r3 = r2 + step; int r4 = r3 + step;
    if (adds) {
      c00 = c00.add(FloatVector.fromArray(S, c, c0)); c01 = c01.add(FloatVector.fromArray(S, c, c0 + L));
      c10 = c10.add(FloatVector.fromArray(S, c, r1)); c11 = c11.add(FloatVector.fromArray(S, c, r1 + L));
      c20 = c20.add(FloatVector.fromArray(S, c, r2)); c21 = c21.add(FloatVector.fromArray(S, c, r2 + L));
      c30 = c30.add(FloatVector.fromArray(S, c, r3)); c31 = c31.add(FloatVector.fromArray(S, c, r3 + L));
      c40 = c40.add(FloatVector.fromArray(S, c, r4)); c41 = c41.add(FloatVector.fromArray(S, c, r4 + L));
    }
    c00.intoArray(c, c0); c01.intoArray(c, c0 + L);
    c10.intoArray(c, r1); c11.intoArray(c, r1 + L);
    c20.intoArray(c, r2); c21.intoArray(c, r2 + L);
    c30.intoArray(c, r3); c31.intoArray(c, r3 + L);
    c40.intoArray(c, r4); c41.intoArray(c, r4 + L);
  }
  // spotless:on
}
