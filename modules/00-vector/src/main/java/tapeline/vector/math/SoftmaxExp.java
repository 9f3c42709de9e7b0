package tapeline.vector.math;

import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/// `eˣ` for x ≤ 0, all that a softmax asks for once its largest number is subtracted: the steps of
/// [VectorFunctions#exp] without those that only large and subnormal results need.
///
/// Within 1.02 ulp from −87.68 on, and 0 below, where eˣ is subnormal. NaN gives NaN.
/*
 * Constants are vectors of ints: those of floats are read from memory again after each float that a
 * loop writes, as the compiler must assume that it may be one of theirs.
 */
final class SoftmaxExp {
  // spotless:off
  private static final float LEAST_X = -88, LOG2_E = 1.442695f;
  private static final float ROUNDING = 12582912f + 127; // 1.5·2²³ and the bias of exponents
  private static final float MINUS_LN2_HIGH = -0x1.63p-1f, MINUS_LN2_LOW = 2.1219444e-4f;
  private static final float C2 = 0.5f, C3 = 0.16666666f, C4 = 0.041665796f, C5 = 0.008333452f, C6 = 0.0013981999f, C7 = 1.9875691e-4f;
  private static final IntVector LEAST_XS = bits(LEAST_X), LOG2_ES = bits(LOG2_E), ROUNDINGS = bits(ROUNDING), ONES = bits(1);
  private static final IntVector MINUS_LN2_HIGHS = bits(MINUS_LN2_HIGH), MINUS_LN2_LOWS = bits(MINUS_LN2_LOW);
  private static final IntVector C2S = bits(C2), C3S = bits(C3), C4S = bits(C4), C5S = bits(C5), C6S = bits(C6), C7S = bits(C7);
  // spotless:on

  private SoftmaxExp() {}

  private static IntVector bits(float constant) {
    return IntVector.broadcast(IntVector.SPECIES_PREFERRED, Float.floatToRawIntBits(constant));
  }

  private static FloatVector floats(IntVector bits) {
    return bits.reinterpretAsFloats();
  }

  /// Returns the power of each lane.
  static FloatVector exp(FloatVector x) {
    var in = x.blend(floats(LEAST_XS), x.compare(LT, floats(LEAST_XS)));
    var shifted = in.fma(floats(LOG2_ES), floats(ROUNDINGS));
    var k = shifted.sub(floats(ROUNDINGS));
    var r = k.fma(floats(MINUS_LN2_LOWS), k.fma(floats(MINUS_LN2_HIGHS), in));
    var p = r.fma(floats(C7S), floats(C6S));
    p = p.fma(r, floats(C5S)).fma(r, floats(C4S));
    p = p.fma(r, floats(C3S)).fma(r, floats(C2S));
    var y = p.fma(r.mul(r), r).add(floats(ONES));
    return y.mul(shifted.reinterpretAsInts().lanewise(LSHL, 23).reinterpretAsFloats());
  }

  /// Returns the power of one number, by the same steps: the same bits.
  static float exp(float x) {
    float in = x < LEAST_X ? LEAST_X : x;
    float shifted = Math.fma(in, LOG2_E, ROUNDING);
    float k = shifted - ROUNDING;
    float r = Math.fma(k, MINUS_LN2_LOW, Math.fma(k, MINUS_LN2_HIGH, in));
    float p = Math.fma(r, C7, C6);
    p = Math.fma(Math.fma(p, r, C5), r, C4);
    p = Math.fma(Math.fma(p, r, C3), r, C2);
    float y = Math.fma(p, r * r, r) + 1;
    return y * Float.intBitsToFloat(Float.floatToRawIntBits(shifted) << 23);
  }
}
