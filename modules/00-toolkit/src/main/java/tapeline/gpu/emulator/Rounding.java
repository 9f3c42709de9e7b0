package tapeline.gpu.emulator;

import java.math.BigDecimal;
import tapeline.gpu.ptx.Instruction;

/// The four ways to round: to nearest (`.rn`), to zero (`.rz`), down (`.rm`) and up (`.rp`).
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

  /// `value + rest` as a float, where `rest` is far smaller than `value`.
  float round(double value, double rest) {
    float nearest = (float) value;
    boolean above = nearest > value || (nearest == value && rest < 0);
    boolean below = nearest < value || (nearest == value && rest > 0);
    return switch (this) {
      case NEAREST -> nearest;
      case DOWN -> above ? Math.nextDown(nearest) : nearest;
      case UP -> below ? Math.nextUp(nearest) : nearest;
      case ZERO ->
          value > 0
              ? above ? Math.nextDown(nearest) : nearest
              : below ? Math.nextUp(nearest) : nearest;
    };
  }

  /// `a·b + c`, rounded once.
  float fma(float a, float b, float c) {
    double product = (double) a * b; // exact: 24 + 24 bits fit into 53
    double sum = product + c;
    double part = sum - product;
    double lost = product - (sum - part) + (c - part); // what the sum's own rounding dropped
    return round(sum, lost);
  }

  /// `a·b + c` in double: exact decimals, slow and rare.
  double fma(double a, double b, double c) {
    double nearest = Math.fma(a, b, c);
    if (this == NEAREST || !Double.isFinite(nearest)) {
      return nearest;
    }
    int side =
        new BigDecimal(nearest)
            .compareTo(new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(c)));
    boolean down = this == DOWN || (this == ZERO && nearest > 0);
    if (side > 0 && down) {
      return Math.nextDown(nearest);
    }
    return side < 0 && !down ? Math.nextUp(nearest) : nearest;
  }
}
