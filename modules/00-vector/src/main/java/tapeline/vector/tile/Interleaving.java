package tapeline.vector.tile;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/// Interleaves six rows by permutations of vectors of 64 bytes: 18 of them for 96 numbers, which
/// take half the time that 96 reads and writes do.
///
/// Each permutation takes its lanes from two vectors. The first ones put the numbers of two rows
/// side by side; such a pair is one lane of 64 bits, and the others interleave three vectors of
/// pairs.
final class Interleaving {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_512;
  private static final int L = 16; // numbers of a vector
  private static final IntVector LEFT =
      ints(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  private static final IntVector RIGHT = LEFT.add(L / 2);

  // Where pairs p, q and r of eight columns go, a vector each: p0 q0 r0 p1 q1 r1 p2 q2 ·
  // r2 p3 q3 r3 p4 q4 r4 p5 · q5 r5 p6 q6 r6 p7 q7 r7. First those of p and of q (8 to 15), then
  // r's (8 to 15) among them.
  private static final LongVector PQ0 = longs(0, 8, 0, 1, 9, 0, 2, 10);
  private static final LongVector ALL0 = longs(0, 1, 8, 3, 4, 9, 6, 7);
  private static final LongVector PQ1 = longs(0, 3, 11, 0, 4, 12, 0, 5);
  private static final LongVector ALL1 = longs(10, 1, 2, 11, 4, 5, 12, 7);
  private static final LongVector PQ2 = longs(13, 0, 6, 14, 0, 7, 15, 0);
  private static final LongVector ALL2 = longs(0, 13, 2, 3, 14, 5, 6, 15);

  private Interleaving() {}

  private static IntVector ints(int... lanes) {
    return IntVector.fromArray(IntVector.SPECIES_512, lanes, 0);
  }

  private static LongVector longs(long... lanes) {
    return LongVector.fromArray(LongVector.SPECIES_512, lanes, 0);
  }

  // spotless:off
  /// Computes `to[at + 6k + i] = from[start + k + i·step]` for i < 6 and each k below the largest
  /// multiple of 16 that is at most `depth`, which it returns.
  static int six(float[] from, int start, int step, int depth, float[] to, int at) {
    int end = depth / L * L;
    for (int k = 0; k < end; k += L) {
      int x = start + k;
      int y = at + 6 * k;
      var x0 = FloatVector.fromArray(FLOATS, from, x).reinterpretAsInts(); var x1 = FloatVector.fromArray(FLOATS, from, x + step).reinterpretAsInts();
      var x2 = FloatVector.fromArray(FLOATS, from, x + 2 * step).reinterpretAsInts(); var x3 = FloatVector.fromArray(FLOATS, from, x + 3 * step).reinterpretAsInts();
      var x4 = FloatVector.fromArray(FLOATS, from, x + 4 * step).reinterpretAsInts(); var x5 = FloatVector.fromArray(FLOATS, from, x + 5 * step).reinterpretAsInts();
      var p = LEFT.selectFrom(x0, x1).reinterpretAsLongs(); var q = LEFT.selectFrom(x2, x3).reinterpretAsLongs(); var r = LEFT.selectFrom(x4, x5).reinterpretAsLongs();
      ALL0.selectFrom(PQ0.selectFrom(p, q), r).reinterpretAsFloats().intoArray(to, y);
      ALL1.selectFrom(PQ1.selectFrom(p, q), r).reinterpretAsFloats().intoArray(to, y + L);
      ALL2.selectFrom(PQ2.selectFrom(p, q), r).reinterpretAsFloats().intoArray(to, y + 2 * L);
      p = RIGHT.selectFrom(x0, x1).reinterpretAsLongs(); q = RIGHT.selectFrom(x2, x3).reinterpretAsLongs(); r = RIGHT.selectFrom(x4, x5).reinterpretAsLongs();
      ALL0.selectFrom(PQ0.selectFrom(p, q), r).reinterpretAsFloats().intoArray(to, y + 3 * L);
      ALL1.selectFrom(PQ1.selectFrom(p, q), r).reinterpretAsFloats().intoArray(to, y + 4 * L);
      ALL2.selectFrom(PQ2.selectFrom(p, q), r).reinterpretAsFloats().intoArray(to, y + 5 * L);
    }
    return end;
  }
  // spotless:on
}
