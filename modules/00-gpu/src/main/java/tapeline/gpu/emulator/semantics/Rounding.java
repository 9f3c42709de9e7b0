package tapeline.gpu.emulator.semantics;

import java.math.BigDecimal;
import tapeline.gpu.ptx.Instruction;

/// The four ways to round: to nearest (`.rn`), to zero (`.rz`), down (`.rm`) and up (`.rp`).
///
/// Java rounds to nearest. The other three need to know on which side of the exact value that lies;
/// what is left over says it for floats, exact decimals, slow and rare, for doubles.
enum Rounding {
  NEAREST,
  ZERO,
  DOWN,
  UP;

  static Rounding of(Instruction in) {
    return in.has("rz") ? ZERO : in.has("rm") ? DOWN : in.has("rp") ? UP : NEAREST;
  }

  /// To an integer, as `.rni`, `.rzi`, `.rmi` and `.rpi` ask.
  static Rounding toInteger(Instruction in) {
    return in.has("rni") ? NEAREST : in.has("rmi") ? DOWN : in.has("rpi") ? UP : ZERO;
  }

  double integer(double value) {
    return switch (this) {
      case NEAREST -> Math.rint(value);
      case ZERO -> value < 0 ? Math.ceil(value) : Math.floor(value);
      case DOWN -> Math.floor(value);
      case UP -> Math.ceil(value);
    };
  }

  private boolean isDown(double exact) {
    return this == DOWN || (this == ZERO && exact > 0);
  }

  private boolean isUp(double exact) {
    return this == UP || (this == ZERO && exact < 0);
  }

  /// `value + rest` as a float, where `rest` is far smaller than `value`.
  float round(double value, double rest) {
    float nearest = (float) value;
    boolean above = nearest > value || (nearest == value && rest < 0);
    boolean below = nearest < value || (nearest == value && rest > 0);
    return above && isDown(value)
        ? Math.nextDown(nearest)
        : below && isUp(value) ? Math.nextUp(nearest) : nearest;
  }

  /// An integer as a float.
  float toFloat(long value) {
    if (this == NEAREST) {
      return value; // by way of a double it would be rounded twice
    }
    double near = (double) value;
    return round(
        near, near == 0x1p63 ? -1 : (double) (value - (long) near)); // (long) 2⁶³ is less by one
  }

  /// `a·b + c`, rounded once.
  float fma(float a, float b, float c) {
    double product = (double) a * b; // exact: 24 + 24 bits fit into 53
    double sum = product + c;
    if (sum == 0) {
      return (float) zero(product, c);
    }
    double part = sum - product;
    double lost = product - (sum - part) + (c - part); // what the sum's own rounding dropped
    return round(sum, lost);
  }

  /// The sum of two numbers that is 0: −0 when rounded down, unless both are +0.
  private double zero(double a, double b) {
    return this == DOWN && !(1 / a > 0 && 1 / b > 0) ? -0.0 : a + b;
  }

  float divide(float a, float b) {
    double quotient = (double) a / b;
    return round(quotient, Math.fma(-quotient, b, a) * Math.signum(b));
  }

  float root(float a) {
    double root = Math.sqrt(a);
    return round(root, Math.fma(-root, root, a));
  }

  double fma(double a, double b, double c) {
    double nearest = Math.fma(a, b, c);
    if (this == NEAREST || !Double.isFinite(a) || !Double.isFinite(b) || !Double.isFinite(c)) {
      return nearest;
    }
    var exact = new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(c));
    return exact.signum() == 0 ? zero(a * b, c) : beside(nearest, exact);
  }

  double multiply(double a, double b) {
    double nearest = a * b;
    return this == NEAREST || !Double.isFinite(a) || !Double.isFinite(b)
        ? nearest
        : beside(nearest, new BigDecimal(a).multiply(new BigDecimal(b)));
  }

  double divide(double a, double b) {
    double nearest = a / b;
    if (this == NEAREST || !Double.isFinite(a) || !Double.isFinite(b) || a == 0 || b == 0) {
      return nearest;
    }
    double sign = Math.signum(a) * Math.signum(b);
    var product =
        Double.isInfinite(nearest) ? null : new BigDecimal(nearest).multiply(new BigDecimal(b));
    int side = product == null ? (int) sign : product.compareTo(new BigDecimal(a));
    return beside(nearest, product == null || b > 0 ? side : -side, sign);
  }

  double root(double a) {
    double nearest = Math.sqrt(a);
    return this == NEAREST || !(nearest > 0 && nearest < Double.POSITIVE_INFINITY)
        ? nearest
        : beside(nearest, new BigDecimal(nearest).pow(2).compareTo(new BigDecimal(a)), 1);
  }

  /// An integer as a double.
  double toDouble(long value) {
    double nearest = (double) value;
    return this == NEAREST ? nearest : beside(nearest, new BigDecimal(value));
  }

  private double beside(double nearest, BigDecimal exact) {
    int side =
        Double.isInfinite(nearest)
            ? (int) Math.signum(nearest)
            : new BigDecimal(nearest).compareTo(exact);
    return beside(nearest, side, exact.signum());
  }

  /// @param side 1 if `nearest` lies above the exact value, −1 if below
  private double beside(double nearest, int side, double exact) {
    return side > 0 && isDown(exact)
        ? Math.nextDown(nearest)
        : side < 0 && isUp(exact) ? Math.nextUp(nearest) : nearest;
  }
}
