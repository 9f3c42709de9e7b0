package tapeline.gpu.emulator.execute;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Floating-point numbers as C prints them: the exact value, rounded to the nearest, a tie to the
/// even digit.
final class FloatText {
  private static final int USUAL = 6;

  private FloatText() {}

  /// @param kind `f`, `e`, `g` or `a`
  /// @param value finite and not negative
  /// @param precision −1 where none is given
  /// @param whole whether `g` keeps zeros at the end
  static String of(char kind, double value, int precision, boolean whole) {
    int digits = precision < 0 ? USUAL : precision;
    return switch (kind) {
      case 'f' -> plain(value, digits);
      case 'e' -> scientific(value, digits);
      case 'g' -> shortest(value, Math.max(1, digits), whole);
      default -> hexadecimal(value);
    };
  }

  private static String plain(double value, int digits) {
    return new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
  }

  private static String scientific(double value, int digits) {
    var rounded = new BigDecimal(value).round(new MathContext(digits + 1, RoundingMode.HALF_EVEN));
    int exponent = value == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    String text = rounded.unscaledValue().toString();
    text += "0".repeat(Math.max(0, digits + 1 - text.length()));
    String mantissa = digits == 0 ? text : text.charAt(0) + "." + text.substring(1);
    return "%s%s%02d".formatted(mantissa, exponent < 0 ? "e-" : "e+", Math.abs(exponent));
  }

  /// The shorter form; the exponent is that of the rounded value.
  private static String shortest(double value, int digits, boolean whole) {
    String wide = scientific(value, digits - 1);
    int exponent = Integer.parseInt(wide.substring(wide.indexOf('e') + 1));
    String text = exponent < -4 || exponent >= digits ? wide : plain(value, digits - 1 - exponent);
    return whole || !text.contains(".") ? text : text.replaceFirst("\\.?0+(e|$)", "$1");
  }

  private static String hexadecimal(double value) {
    String text = Double.toHexString(value).replace(".0p", "p");
    return text.contains("p-") ? text : text.replace("p", "p+");
  }
}
