package tapeline.accel.math;

import static jdk.incubator.vector.VectorOperators.*;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/// Functions of a vector of floats, lane by lane, in the widest vectors of the machine.
///
/// Each is a polynomial on a short interval, and what carries the other arguments there; only
/// arithmetic that IEEE 754 rounds is used, so results are the same on every machine and at every
/// width. NaN gives NaN. Errors are in units in the last place (ulp), over all 2³² floats.
/// Polynomials: S. Moshier, Cephes, single precision.
public final class VectorFunctions {
  /// The widest vector of floats that this machine has.
  public static final VectorSpecies<Float> S = FloatVector.SPECIES_PREFERRED;

  /// How many floats a vector has.
  public static final int L = S.length();

  private static final float LOG2_E = 1.442695f;
  private static final float LN2_HIGH = 0x1.63p-1f; // few digits: its products are exact
  private static final float LN2_LOW = -2.1219444e-4f;
  private static final float ROUNDING = 12582912f; // 1.5·2²³: a sum with it has no fraction left
  private static final float ROOT_2_OVER_PI = 0.7978846f;
  private static final float GELU_CUBE = 0.044715f;

  private VectorFunctions() {}

  /// L floats of an array.
  public static FloatVector at(float[] a, int i) {
    return FloatVector.fromArray(S, a, i);
  }

  /// The floats of an array where the mask is set, else 0.
  public static FloatVector at(float[] a, int i, VectorMask<Float> some) {
    return FloatVector.fromArray(S, a, i, some);
  }

  /// The lanes that are left from i to n: none when `i ≥ n`.
  public static VectorMask<Float> rest(int i, int n) {
    return S.indexInRange(i, n);
  }

  private static FloatVector all(float value) {
    return FloatVector.broadcast(S, value);
  }

  /// `eˣ`, within 1 ulp, subnormal results too. `x = k·ln 2 + r` with `|r| ≤ ln 2/2`: `eˣ = 2ᵏ·eʳ`.
  public static FloatVector exp(FloatVector x) {
    // Beyond these eˣ is 0, and ∞. A comparison with NaN is false: NaN stays.
    var in = x.blend(-104f, x.compare(LT, -104f)).blend(89f, x.compare(GT, 89f));
    var shifted = in.fma(all(LOG2_E), all(ROUNDING));
    var k = shifted.sub(ROUNDING);
    var r = k.fma(all(-LN2_LOW), k.fma(all(-LN2_HIGH), in));
    var p = r.mul(1.9875691e-4f).add(0.0013981999f);
    p = p.fma(r, all(0.008333452f)).fma(r, all(0.041665796f));
    p = p.fma(r, all(0.16666666f)).fma(r, all(0.5f));
    var y = p.fma(r.mul(r), r).add(1f);
    // 2ᵏ may be no float where 2ᵏ·eʳ is one: two factors, each the bits of its exponent.
    var bits = shifted.reinterpretAsInts().sub(Float.floatToRawIntBits(ROUNDING));
    var half = bits.lanewise(ASHR, 1);
    return y.mul(powerOf2(half)).mul(powerOf2(bits.sub(half)));
  }

  private static FloatVector powerOf2(IntVector k) {
    return k.add(127).lanewise(LSHL, 23).reinterpretAsFloats();
  }

  /// `ln x`, within 1 ulp; −∞ at 0, NaN below. `x = 2ᵏ·m` with `√½ ≤ m < √2`: `ln x = k·ln 2 + ln
  /// m`.
  public static FloatVector log(FloatVector x) {
    var tiny = x.compare(LT, Float.MIN_NORMAL);
    var normal = x.mul(all(1f).blend(0x1p23f, tiny));
    var bits = normal.reinterpretAsInts();
    var above = bits.sub(0x3f3504f3); // the bits of √½
    var exponent = above.lanewise(ASHR, 23);
    var m = bits.sub(exponent.lanewise(LSHL, 23)).reinterpretAsFloats().sub(1f);
    var k = ((FloatVector) exponent.convert(I2F, 0)).sub(all(0f).blend(23f, tiny));
    var p = m.mul(0.070376836f).add(-0.1151461f);
    p = p.fma(m, all(0.116769984f)).fma(m, all(-0.12420141f));
    p = p.fma(m, all(0.14249323f)).fma(m, all(-0.16668057f));
    p = p.fma(m, all(0.20000714f)).fma(m, all(-0.24999994f));
    p = p.fma(m, all(0.3333333f));
    var square = m.mul(m);
    var y = k.fma(all(LN2_LOW), p.mul(square.mul(m)));
    y = k.fma(all(LN2_HIGH), square.fma(all(-0.5f), y).add(m));
    y = y.blend(Float.NEGATIVE_INFINITY, x.compare(EQ, 0f));
    var isLog = x.compare(GE, 0f).and(x.compare(LT, Float.POSITIVE_INFINITY));
    var other = x.blend(Float.NaN, x.compare(LT, 0f)); // ∞ and NaN are their own
    return other.blend(y, isLog);
  }

  /// `ln(1 + x)` for 0 ≤ x ≤ 1: the logarithm of `u = 1 + x`, and what the rounding of u took away.
  private static FloatVector log1p(FloatVector x) {
    var u = x.add(1f);
    return log(u).add(x.sub(u.sub(1f)).div(u));
  }

  /// `tanh x`, within 2 ulp: an odd polynomial to 0.625, beyond `1 − 2/(e^2|x| + 1)` with x's sign.
  public static FloatVector tanh(FloatVector x) {
    var size = x.abs();
    var z = x.mul(x);
    var p = z.mul(-0.0057049887f).add(0.020639088f);
    p = p.fma(z, all(-0.053739715f)).fma(z, all(0.13331442f));
    p = p.fma(z, all(-0.3333328f)).mul(z).fma(x, x);
    var far = all(1f).sub(all(2f).div(exp(size.add(size)).add(1f)));
    far = far.blend(far.neg(), x.compare(LT, 0f));
    return far.blend(p, size.compare(LT, 0.625f));
  }

  /// `1/(1 + e⁻ˣ)`, within 3 ulp. With `e = e^−|x|` it is `1/(1 + e)`, or `e/(1 + e)` below 0.
  public static FloatVector sigmoid(FloatVector x) {
    var e = exp(x.abs().neg());
    return all(1f).blend(e, x.compare(LT, 0f)).div(e.add(1f));
  }

  /// `ln(1 + eˣ) = max(x, 0) + ln(1 + e^−|x|)`, within 3 ulp.
  public static FloatVector softplus(FloatVector x) {
    return x.blend(0f, x.compare(LT, 0f)).add(log1p(exp(x.abs().neg())));
  }

  /// `x/2·(1 + tanh u) = x·sigmoid(2u)` with `u = √(2/π)·(x + 0.044715 x³)`: the right form loses
  /// no digit below 0.
  public static FloatVector gelu(FloatVector x) {
    // Where sigmoid(2u) is 0 already, a larger |x| changes nothing, and −∞·0 would be NaN.
    var in = x.blend(-15f, x.compare(LT, -15f));
    return in.mul(sigmoid(twiceU(in)));
  }

  /// GELU's slope: `s + x·s·(1 − s)·(2u)′` with `s = sigmoid(2u)`.
  public static FloatVector geluSlope(FloatVector x) {
    var in = x.blend(-15f, x.compare(LT, -15f)).blend(15f, x.compare(GT, 15f));
    var s = sigmoid(twiceU(in));
    var du = in.mul(in).fma(all(6 * ROOT_2_OVER_PI * GELU_CUBE), all(2 * ROOT_2_OVER_PI));
    return in.mul(s).mul(all(1f).sub(s)).fma(du, s);
  }

  private static FloatVector twiceU(FloatVector x) {
    var inner = x.mul(x).fma(all(2 * ROOT_2_OVER_PI * GELU_CUBE), all(2 * ROOT_2_OVER_PI));
    return inner.mul(x);
  }

  /// `x` where it is above 0, else 0; NaN stays.
  public static FloatVector relu(FloatVector x) {
    return x.blend(0f, x.compare(LE, 0f));
  }

  /// −1, 0 or 1; NaN for NaN.
  public static FloatVector sign(FloatVector x) {
    return x.blend(1f, x.compare(GT, 0f)).blend(-1f, x.compare(LT, 0f));
  }
}
