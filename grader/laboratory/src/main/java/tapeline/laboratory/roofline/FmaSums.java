package tapeline.laboratory.roofline;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// The peak of a core: twelve sums, each of which takes a fused multiply–add a round, `s ← s +
/// m·c`. They stay in registers, and none waits for another one.
///
/// The processor's instruction writes over one operand, and Java's compiler lets it be the summand.
/// So a sum needs no copy, as x in `x ← x·m + c` does, and memory has no part in it: this is as
/// fast as the same in C, where a loop over an array ([tapeline.roofline.machine.FmaChain]) goes by
/// its addresses, too.
enum FmaSums {
  SCALAR,
  VECTOR;

  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int SUMS = 12;
  private static final float M = 0x1p-10f;
  private static final float C = 0x1p-7f;

  /// The FLOPs of so many rounds, 2 for a multiply–add of each lane.
  double flops(int count) {
    int lanes = this == SCALAR ? 1 : SPECIES.length();
    return 2.0 * SUMS * lanes * count;
  }

  /// Does so many rounds; what all sums are at the end, together.
  double run(int count) {
    return this == SCALAR ? scalar(count) : vector(count);
  }

  private static double scalar(int count) {
    float a = 0;
    float b = 1;
    float c = 2;
    float d = 3;
    float e = 4;
    float f = 5;
    float g = 6;
    float h = 7;
    float i = 8;
    float j = 9;
    float k = 10;
    float l = 11;
    for (int round = 0; round < count; round++) {
      a = Math.fma(M, C, a);
      b = Math.fma(M, C, b);
      c = Math.fma(M, C, c);
      d = Math.fma(M, C, d);
      e = Math.fma(M, C, e);
      f = Math.fma(M, C, f);
      g = Math.fma(M, C, g);
      h = Math.fma(M, C, h);
      i = Math.fma(M, C, i);
      j = Math.fma(M, C, j);
      k = Math.fma(M, C, k);
      l = Math.fma(M, C, l);
    }
    return a + b + c + d + e + f + g + h + i + j + k + l;
  }

  private static double vector(int count) {
    var m = FloatVector.broadcast(SPECIES, M);
    var x = FloatVector.broadcast(SPECIES, C);
    var a = FloatVector.zero(SPECIES);
    var b = a.add(1);
    var c = a.add(2);
    var d = a.add(3);
    var e = a.add(4);
    var f = a.add(5);
    var g = a.add(6);
    var h = a.add(7);
    var i = a.add(8);
    var j = a.add(9);
    var k = a.add(10);
    var l = a.add(11);
    for (int round = 0; round < count; round++) {
      a = m.fma(x, a);
      b = m.fma(x, b);
      c = m.fma(x, c);
      d = m.fma(x, d);
      e = m.fma(x, e);
      f = m.fma(x, f);
      g = m.fma(x, g);
      h = m.fma(x, h);
      i = m.fma(x, i);
      j = m.fma(x, j);
      k = m.fma(x, k);
      l = m.fma(x, l);
    }
    var sum = a.add(b).add(c).add(d).add(e).add(f).add(g).add(h).add(i).add(j).add(k).add(l);
    return sum.reduceLanes(VectorOperators.ADD);
  }
}
