package tapeline.gpu.emulator;

import java.math.BigDecimal;

/// Numbers of 16 bits by the definition of IEEE 754, in exact decimals.
enum HalfKind {
  F16(5),
  BF16(8);

  final int exponentBits;
  final int fractionBits;

  HalfKind(int exponentBits) {
    this.exponentBits = exponentBits;
    fractionBits = 15 - exponentBits;
  }

  int infinity() {
    return (0x7fff >> fractionBits) << fractionBits;
  }

  boolean isNan(int bits) {
    return (bits & 0x7fff) > infinity();
  }

  boolean isFinite(int bits) {
    return (bits & 0x7fff) < infinity();
  }

  /// Infinity has the value of the number that would come next.
  double value(int bits) {
    int exponent = (bits & 0x7fff) >> fractionBits;
    int fraction = bits & (1 << fractionBits) - 1;
    int bias = (1 << (exponentBits - 1)) - 1;
    double magnitude =
        exponent == 0
            ? Math.scalb((double) fraction, 1 - bias - fractionBits)
            : Math.scalb((double) (fraction | 1 << fractionBits), exponent - bias - fractionBits);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
  }

  double number(int bits) {
    return isNan(bits)
        ? Double.NaN
        : isFinite(bits) ? value(bits) : (bits & 0x8000) != 0 ? -1 / 0.0 : 1 / 0.0;
  }

  /// The bits of an exact number other than 0.
  int rounded(BigDecimal exact, String mode) {
    var magnitude = exact.abs();
    double near = magnitude.doubleValue(); // at most one number away
    int below = 0;
    for (int bit = 1 << 14; bit > 0; bit >>= 1) {
      int tried = below | bit;
      if (tried < infinity() && value(tried) <= near) {
        below = tried;
      }
    }
    if (new BigDecimal(value(below)).compareTo(magnitude) > 0) {
      below--;
    }
    var lower = new BigDecimal(value(below));
    if (lower.compareTo(magnitude) == 0) {
      return signed(exact, below);
    }
    var upper = new BigDecimal(value(below + 1));
    int nearer = magnitude.subtract(lower).compareTo(upper.subtract(magnitude));
    boolean up =
        switch (mode) {
          case "rn" -> nearer > 0 || (nearer == 0 && below % 2 == 1);
          case "rz" -> false;
          case "rp" -> exact.signum() > 0;
          default -> exact.signum() < 0;
        };
    return signed(exact, up ? below + 1 : below);
  }

  private static int signed(BigDecimal exact, int bits) {
    return exact.signum() < 0 ? bits | 0x8000 : bits;
  }

  int rounded(double exact, String mode) {
    if (Double.isNaN(exact)) {
      return 0x7fff;
    }
    int sign = Math.copySign(1, exact) < 0 ? 0x8000 : 0;
    return exact == 0
        ? sign
        : Double.isInfinite(exact) ? sign | infinity() : rounded(new BigDecimal(exact), mode);
  }
}
