package tapeline.vector.math;

import static jdk.incubator.vector.VectorOperators.*;

import java.util.Locale;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// Functions of a vector of floats, lane by lane, in the widest vectors of the machine.
///
/// Each is a polynomial on a short interval, and what carries the other arguments there; only
/// arithmetic that IEEE 754 rounds is used, so results are the same on every machine and at every
/// width. NaN gives NaN. Errors are in units in the last place (ulp), the largest among all floats:
/// `./tapeline run "UlpError 1"` finds them. Polynomials: S. Moshier, Cephes, single precision.
public final class VectorFunctions {
  /// The widest vector of floats that this machine has.
  public static final VectorSpecies<Float> S = FloatVector.SPECIES_PREFERRED;

  /// How many floats a vector has.
  public static final int L = S.length();

  /// Says whether the processor has 32 vector registers, and not 16.
  public static final boolean MANY_REGISTERS =
      S.vectorBitSize() >= 512
          || System.getProperty("os.arch", "").toLowerCase(Locale.ROOT).startsWith("aarch64");

  // spotless:off
  // Constants are vectors: to make one at each use costs the compiler so much that longer functions
  // are no longer inlined, and vectors become objects.
  private static final FloatVector ZERO = all(0), ONE = all(1), TWO = all(2), HALF = all(0.5f), MINUS_ONE = all(-1), MINUS_HALF = all(-0.5f);
  private static final FloatVector INFINITY = all(Float.POSITIVE_INFINITY), MINUS_INFINITY = all(Float.NEGATIVE_INFINITY), NOT_A_NUMBER = all(Float.NaN);
  private static final FloatVector LEAST_NORMAL = all(Float.MIN_NORMAL), SUBNORMAL = all(0x1p23f), TWENTY_THREE = all(23);
  private static final FloatVector LOG2_E = all(1.442695f);
  private static final FloatVector LN2_HIGH = all(0x1.63p-1f), LN2_LOW = all(-2.1219444e-4f); // few digits in the first: its products are exact
  private static final FloatVector MINUS_LN2_HIGH = LN2_HIGH.neg(), MINUS_LN2_LOW = LN2_LOW.neg();
  private static final FloatVector ROUNDING = all(12582912f); // 1.5·2²³: a sum with it has no fraction left
  private static final IntVector TWO_BIASES = IntVector.broadcast(IntVector.SPECIES_PREFERRED, 2 * 127);
  private static final IntVector ROOT_HALF_BITS = all((float) Math.sqrt(0.5)).reinterpretAsInts();
  private static final FloatVector EXP_LEAST = all(-104), EXP_MOST = all(89);
  private static final FloatVector E3 = all(0.16666666f), E4 = all(0.041665796f), E5 = all(0.008333452f), E6 = all(0.0013981999f), E7 = all(1.9875691e-4f);
  private static final FloatVector L3 = all(0.3333333f), L4 = all(-0.24999994f), L5 = all(0.20000714f), L6 = all(-0.16668057f), L7 = all(0.14249323f);
  private static final FloatVector L8 = all(-0.12420141f), L9 = all(0.116769984f), L10 = all(-0.1151461f), L11 = all(0.070376836f);
  private static final FloatVector T3 = all(-0.3333328f), T5 = all(0.13331442f), T7 = all(-0.053739715f), T9 = all(0.020639088f), T11 = all(-0.0057049887f);
  private static final FloatVector TANH_NEAR = all(0.625f), GELU_LEAST = all(-15), GELU_MOST = all(15);
  private static final FloatVector GELU_X = all(2 * 0.7978846f), GELU_X3 = all(2 * 0.7978846f * 0.044715f), GELU_3X3 = all(6 * 0.7978846f * 0.044715f); // 0.7978846 is √(2/π)
  // spotless:on

  private VectorFunctions() {}

  /// Returns L floats of an array.
  public static FloatVector at(float[] a, int i) {
    return FloatVector.fromArray(S, a, i);
  }

  /// Returns the floats of an array where the mask is set, else 0.
  public static FloatVector at(float[] a, int i, VectorMask<Float> some) {
    return FloatVector.fromArray(S, a, i, some);
  }

  /// Returns the lanes that are left from i to n: none when `i ≥ n`.
  public static VectorMask<Float> rest(int i, int n) {
    return S.indexInRange(i, n);
  }

  /// Returns `x` in the lanes where `mask` is not 0, else 0, also in place of ∞ and NaN.
  public static FloatVector where(FloatVector mask, FloatVector x) {
    return x.blend(ZERO, mask.compare(EQ, ZERO));
  }

  private static FloatVector all(float value) {
    return FloatVector.broadcast(S, value);
  }

  /// Returns `eˣ`, within 1.02 ulp, subnormal results too. `x = k·ln 2 + r` with `|r| ≤ ln 2/2`:
  /// `eˣ = 2ᵏ·eʳ`.
  public static FloatVector exp(FloatVector x) {
    // Beyond these eˣ is 0, and ∞. A comparison with NaN is false: NaN stays.
    var in = x.blend(EXP_LEAST, x.compare(LT, EXP_LEAST)).blend(EXP_MOST, x.compare(GT, EXP_MOST));
    var shifted = in.fma(LOG2_E, ROUNDING);
    var k = shifted.sub(ROUNDING);
    var r = k.fma(MINUS_LN2_LOW, k.fma(MINUS_LN2_HIGH, in));
    var p = r.mul(E7).add(E6);
    p = p.fma(r, E5).fma(r, E4);
    p = p.fma(r, E3).fma(r, HALF);
    var y = p.fma(r.mul(r), r).add(ONE);
    // 2ᵏ may be no float where 2ᵏ·eʳ is one: two factors, each the bits of its exponent. Of the
    // bits of 1.5·2²³ + k those of 1.5·2²³ are shifted out; k is there with both biases.
    var bits = shifted.reinterpretAsInts().add(TWO_BIASES);
    var half = bits.lanewise(ASHR, 1);
    var low = half.lanewise(LSHL, 23).reinterpretAsFloats();
    var high = bits.sub(half).lanewise(LSHL, 23).reinterpretAsFloats();
    return y.mul(low).mul(high);
  }

  /// Returns `ln x`, within 0.83 ulp; −∞ at 0, NaN below. `x = 2ᵏ·m` with `√½ ≤ m < √2`: `ln x =
  /// k·ln 2 + ln m`.
  public static FloatVector log(FloatVector x) {
    var tiny = x.compare(LT, LEAST_NORMAL);
    var normal = x.mul(ONE.blend(SUBNORMAL, tiny));
    var bits = normal.reinterpretAsInts();
    var above = bits.sub(ROOT_HALF_BITS);
    var exponent = above.lanewise(ASHR, 23);
    var m = bits.sub(exponent.lanewise(LSHL, 23)).reinterpretAsFloats().sub(ONE);
    var k = ((FloatVector) exponent.convert(I2F, 0)).sub(ZERO.blend(TWENTY_THREE, tiny));
    var p = m.mul(L11).add(L10);
    p = p.fma(m, L9).fma(m, L8);
    p = p.fma(m, L7).fma(m, L6);
    p = p.fma(m, L5).fma(m, L4);
    p = p.fma(m, L3);
    var square = m.mul(m);
    var y = k.fma(LN2_LOW, p.mul(square.mul(m)));
    y = k.fma(LN2_HIGH, square.fma(MINUS_HALF, y).add(m));
    y = y.blend(MINUS_INFINITY, x.compare(EQ, ZERO));
    var isLog = x.compare(GE, ZERO).and(x.compare(LT, INFINITY));
    var other = x.blend(NOT_A_NUMBER, x.compare(LT, ZERO)); // ∞ and NaN are their own
    return other.blend(y, isLog);
  }

  /// Returns `ln(1 + x)` for 0 ≤ x ≤ 1: the logarithm of `u = 1 + x`, and what the rounding of u
  /// took away.
  private static FloatVector log1p(FloatVector x) {
    var u = x.add(ONE);
    return log(u).add(x.sub(u.sub(ONE)).div(u));
  }

  /// Returns `tanh x`, within 1.34 ulp: an odd polynomial to 0.625, beyond `1 − 2/(e^2|x| + 1)`
  /// with x's sign.
  public static FloatVector tanh(FloatVector x) {
    var size = x.abs();
    var z = x.mul(x);
    var p = z.mul(T11).add(T9);
    p = p.fma(z, T7).fma(z, T5);
    p = p.fma(z, T3).mul(z).fma(x, x);
    var far = ONE.sub(TWO.div(exp(size.add(size)).add(ONE)));
    far = far.blend(far.neg(), x.compare(LT, ZERO));
    return far.blend(p, size.compare(LT, TANH_NEAR));
  }

  /// Returns `1/(1 + e⁻ˣ)`, within 2.41 ulp. With `e = e^−|x|` it is `1/(1 + e)`, or `e/(1 + e)`
  /// below 0.
  public static FloatVector sigmoid(FloatVector x) {
    var e = exp(x.abs().neg());
    return ONE.blend(e, x.compare(LT, ZERO)).div(e.add(ONE));
  }

  /// Returns `ln(1 + eˣ) = max(x, 0) + ln(1 + e^−|x|)`, within 1.99 ulp.
  public static FloatVector softplus(FloatVector x) {
    return x.blend(ZERO, x.compare(LT, ZERO)).add(log1p(exp(x.abs().neg())));
  }

  /// Returns `x/2·(1 + tanh u) = x·sigmoid(2u)` with `u = √(2/π)·(x + 0.044715 x³)`: the right form
  /// loses no digit below 0 by a difference. Within 214 ulp at −10, where it is 10⁻²³: the
  /// exponential makes a relative error of what a rounding of u is.
  public static FloatVector gelu(FloatVector x) {
    // Where sigmoid(2u) is 0 already, a larger |x| changes nothing, and −∞·0 would be NaN.
    var in = x.blend(GELU_LEAST, x.compare(LT, GELU_LEAST));
    return in.mul(sigmoid(twiceU(in)));
  }

  /// Returns GELU's slope: `s + x·s·(1 − s)·(2u)′` with `s = sigmoid(2u)`.
  public static FloatVector geluSlope(FloatVector x) {
    var in =
        x.blend(GELU_LEAST, x.compare(LT, GELU_LEAST)).blend(GELU_MOST, x.compare(GT, GELU_MOST));
    var s = sigmoid(twiceU(in));
    var du = in.mul(in).fma(GELU_3X3, GELU_X);
    return in.mul(s).mul(ONE.sub(s)).fma(du, s);
  }

  private static FloatVector twiceU(FloatVector x) {
    var inner = x.mul(x).fma(GELU_X3, GELU_X);
    return inner.mul(x);
  }

  /// Returns `x` where it is above 0, else 0; NaN stays.
  public static FloatVector relu(FloatVector x) {
    return x.blend(ZERO, x.compare(LE, ZERO));
  }

  /// Returns −1, 0 or 1; NaN for NaN.
  public static FloatVector sign(FloatVector x) {
    return x.blend(ONE, x.compare(GT, ZERO)).blend(MINUS_ONE, x.compare(LT, ZERO));
  }
}
