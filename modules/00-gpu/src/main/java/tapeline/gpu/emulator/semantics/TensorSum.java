package tapeline.gpu.emulator.semantics;

/// Adds up as tensor cores do: the terms are cut off at 25 binary places behind the first one of
/// the largest, and added without an error; as a float the sum is cut off too.
///
/// NVIDIA does not document it. It is so on an H200, bit for bit in 350,000 sums of up to 17 terms
/// from f16 and bf16 (2026-11-26); M. Fasi et al., *Numerical behavior of NVIDIA tensor cores*
/// (PeerJ Computer Science, 2021), found the same of older cards, with fewer places, which cut off
/// after 4 or 8 products. Sums from tf32 are taken for the same, and have not been tried. A product
/// counts as from 1 to 4: its exponent is the sum of those of its factors, and subnormal factors
/// have that of the smallest normal one.
public final class TensorSum {
  private static final int PLACES = 25;

  private final int lowest;
  private final double[] terms;
  private int n;
  private int largest;

  /// @param factors their format
  /// @param most how many products a sum has at most
  public TensorSum(HalfFormat factors, int most) {
    lowest = factors.lowestExponent();
    terms = new double[most + 1];
  }

  /// Begins a sum with a term.
  public void from(float term) {
    n = 0;
    largest = Integer.MIN_VALUE;
    put(term, Math.getExponent(term));
  }

  /// Adds the product of two numbers of 16 bits, or of tf32.
  public void add(float a, float b) {
    put((double) a * b, exponent(a) + exponent(b));
  }

  private int exponent(float factor) {
    return Math.max(Math.getExponent(factor), lowest);
  }

  private void put(double term, int exponent) {
    terms[n++] = term;
    if (term != 0) {
      largest = Math.max(largest, exponent);
    }
  }

  /// The bits of the sum as a float, or rounded to the nearest number of half precision. Zeros are
  /// +0, and a sum that is too large is infinite.
  public long bits(boolean half) {
    double sum = value();
    if (half) {
      int nearest = HalfFormat.F16.nearest(sum);
      return (nearest & 0x7fff) == 0 ? 0 : nearest;
    }
    boolean fits = Math.abs(sum) < 0x1p128;
    return LaneFunction.bits(fits ? Rounding.ZERO.round(sum, 0) : (float) sum);
  }

  private double value() {
    double exact = 0;
    for (int i = 0; i < n; i++) {
      exact += terms[i];
    }
    if (!Double.isFinite(exact) || largest == Integer.MIN_VALUE) {
      return exact;
    }
    long sum = 0;
    for (int i = 0; i < n; i++) {
      sum += (long) Math.scalb(terms[i], PLACES - largest);
    }
    return Math.scalb((double) sum, largest - PLACES);
  }
}
