package tapeline.gpu.emulator.execute;

import java.util.function.LongFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// C's `printf` formats. The values lie one after another, each aligned to its own size.
final class PrintFormat {
  /// Reads the `size` bytes at an offset.
  @FunctionalInterface
  interface Values {
    long at(int offset, int size);
  }

  private static final Pattern PLACE =
      Pattern.compile(
          "%([-+ #0]*)(\\d+|\\*)?(?:\\.(\\d*|\\*))?(hh|h|ll|l|z|t|j)?([diuoxXcfFeEgGaAsp%])");
  private static final int WIDEST = 4096;
  private final String format;
  private final Values values;
  private final LongFunction<String> strings;
  private int offset;

  PrintFormat(String format, Values values, LongFunction<String> strings) {
    this.format = format;
    this.values = values;
    this.strings = strings;
  }

  String text() {
    return PLACE.matcher(format).replaceAll(place -> Matcher.quoteReplacement(value(place)));
  }

  private String value(MatchResult place) {
    String flags = place.group(1);
    int width = number(place.group(2), 0);
    int precision = number(place.group(3), -1);
    if (width < 0) { // from a `*`
      flags += "-";
      width = -width;
    }
    String length = place.group(4) == null ? "" : place.group(4);
    char kind = place.group(5).charAt(0);
    return switch (kind) {
      case '%' -> "%";
      case 'c' -> padded("", String.valueOf((char) (next(4) & 0xff)), flags, width, false);
      case 's' -> {
        String text = strings.apply(next(8));
        int kept = precision < 0 ? text.length() : Math.min(precision, text.length());
        yield padded("", text.substring(0, kept), flags, width, false);
      }
      case 'p' -> padded("", "0x" + Long.toHexString(next(8)), flags, width, false);
      case 'd', 'i' -> {
        long v = whole(length, true);
        String sign = sign(v < 0, flags);
        yield padded(
            sign,
            digits(Long.toUnsignedString(Math.abs(v)), precision),
            flags,
            width,
            precision < 0);
      }
      case 'u', 'o', 'x', 'X' -> {
        long v = whole(length, false);
        int base = kind == 'u' ? 10 : kind == 'o' ? 8 : 16;
        String text = digits(Long.toUnsignedString(v, base), precision);
        String prefix =
            !flags.contains("#") || v == 0 || kind == 'u' ? "" : kind == 'o' ? "0" : "0x";
        text = padded(prefix, text, flags, width, precision < 0);
        yield kind == 'X' ? text.toUpperCase(java.util.Locale.ROOT) : text;
      }
      default -> {
        double v = Double.longBitsToDouble(next(8));
        boolean finite = Double.isFinite(v);
        boolean negative = !Double.isNaN(v) && Math.copySign(1, v) < 0;
        String text =
            finite
                ? FloatText.of(
                    Character.toLowerCase(kind), Math.abs(v), precision, flags.contains("#"))
                : Double.isNaN(v) ? "nan" : "inf";
        text = padded(sign(negative, flags), text, flags, width, finite);
        yield Character.isUpperCase(kind) ? text.toUpperCase(java.util.Locale.ROOT) : text;
      }
    };
  }

  /// A width or a precision, 4096 at most; `*` takes it from the values.
  private int number(String text, int otherwise) {
    if (text == null || text.isEmpty()) {
      return text == null ? otherwise : 0;
    }
    long asked =
        text.equals("*") ? (int) next(4) : text.length() > 9 ? WIDEST : Long.parseLong(text);
    return Math.clamp(asked, -WIDEST, WIDEST);
  }

  private long whole(String length, boolean signed) {
    long v = "ll z t j".contains(length) && !length.isEmpty() ? next(8) : next(4);
    return switch (length) {
      case "hh" -> signed ? (byte) v : v & 0xff;
      case "h" -> signed ? (short) v : v & 0xffff;
      case "" -> signed ? (int) v : v & 0xffffffffL;
      default -> v;
    };
  }

  private static String sign(boolean negative, String flags) {
    return negative ? "-" : flags.contains("+") ? "+" : flags.contains(" ") ? " " : "";
  }

  private static String digits(String text, int least) {
    return least == 0 && text.equals("0")
        ? ""
        : "0".repeat(Math.max(0, least - text.length())) + text;
  }

  /// @param zeros whether the flag `0` fills with zeros; `-` is stronger
  private static String padded(String sign, String text, String flags, int width, boolean zeros) {
    int missing = Math.max(0, width - sign.length() - text.length());
    return flags.contains("-")
        ? sign + text + " ".repeat(missing)
        : zeros && flags.contains("0")
            ? sign + "0".repeat(missing) + text
            : " ".repeat(missing) + sign + text;
  }

  private long next(int size) {
    offset = (offset + size - 1) / size * size;
    long value = values.at(offset, size);
    offset += size;
    return value;
  }
}
