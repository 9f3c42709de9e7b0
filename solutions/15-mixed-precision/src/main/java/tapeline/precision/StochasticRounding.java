package tapeline.precision;

import java.util.random.RandomGenerator;

/// Rounding up or down by chance, so that the mean is the number itself: what is lost in one step
/// comes back in another (Croci et al. 2022, Royal Society Open Science 9:211631).
///
/// Between neighbours l ≤ x ≤ u it gives u with the probability `(x − l)/(u − l)`. Rounding to the
/// nearest, a weight of 1 to which 10⁻³ is added in bfloat16 stays 1 for ever.
public final class StochasticRounding {
  private final RandomGenerator random;

  public StochasticRounding(RandomGenerator random) {
    this.random = random;
  }

  /// Returns a bfloat16 next to `x`, or x where it is one.
  public short bits(float x) {
    return bits(x, random.nextInt(1 << 16));
  }

  /// Returns `x` rounded by a given draw: of the 65,536 draws, as many lead to the neighbour that
  /// is further from 0 as x is 65,536ths of the distance to it.
  ///
  /// @param draw 0 to 65,535, each as likely
  /// @throws IllegalArgumentException when it is not
  public static short bits(float x, int draw) {
    if (draw < 0 || draw > 0xFFFF) {
      throw new IllegalArgumentException("a draw is from 0 to 65535, got " + draw);
    }
    // BEGIN SOLUTION 15.3 "round by chance" 10 points
    if (!Float.isFinite(x)) {
      return BFloat16.bits(x);
    }
    return (short) ((Float.floatToRawIntBits(x) + draw) >>> 16);
    // STUB // TODO 15.3 — 4 lines. As in 15.1, an addition to the lower half of the bits may carry
    // STUB // into the upper one. With the lower half h, for how many draws from 0 to 0xFFFF does
    // STUB // h + draw carry? NaN and the infinities have no neighbours: BFloat16.bits has them.
    // STUB throw new Todo("15.3", "round by chance");
    // END SOLUTION
  }

  /// A bfloat16 next to `x`, as a float.
  public float round(float x) {
    return BFloat16.value(bits(x));
  }
}
