package tapeline.gpu.emulator.execute;

import java.util.Locale;
import java.util.function.LongFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// C's `printf` formats. The values lie one after another, each aligned to its own size.
final class PrintFormat {
  /// Reads the `size` bytes at an offset.
  @FunctionalInterface
  interface Values {
    long at(int offset, int size);
  }

  private static final Pattern PLACE =
      Pattern.compile("%([-+ #0]*\\d*)(\\.\\d+)?(hh|h|ll|l|z|t|j)?([diuoxXcfFeEgGaAsp%])");
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
    return PLACE
        .matcher(format)
        .replaceAll(place -> java.util.regex.Matcher.quoteReplacement(value(place)));
  }

  private String value(MatchResult place) {
    String width = place.group(1);
    String precision = place.group(2) == null ? "" : place.group(2);
    boolean wide = place.group(3) != null && "ll z t j".contains(place.group(3));
    char kind = place.group(4).charAt(0);
    return switch (kind) {
      case '%' -> "%";
      case 'd', 'i' -> format(width + "d", next(wide ? 8 : 4));
      case 'u' -> format(width + "s", Long.toUnsignedString(unsigned(wide)));
      case 'o', 'x', 'X' -> format(width + kind, unsigned(wide));
      case 'c' -> format(width + "c", (char) next(4));
      case 's' -> format(width + precision + "s", strings.apply(next(8)));
      case 'p' -> format(width + "s", "0x" + Long.toHexString(next(8)));
      case 'g', 'G' -> shortest(width, precision, Double.longBitsToDouble(next(8)));
      default ->
          format(width + precision + Character.toLowerCase(kind), Double.longBitsToDouble(next(8)));
    };
  }

  private static String format(String how, Object value) {
    return String.format(Locale.ROOT, "%" + how, value);
  }

  /// `%g`: six significant digits, with an exponent only where it is very small or large, no zeros
  /// at the end.
  private static String shortest(String width, String precision, double value) {
    int digits = precision.isEmpty() ? 6 : Math.max(1, Integer.parseInt(precision.substring(1)));
    int exponent = value == 0 ? 0 : (int) Math.floor(Math.log10(Math.abs(value)));
    boolean plain = exponent >= -4 && exponent < digits;
    String text =
        plain
            ? format("." + Math.max(0, digits - 1 - exponent) + "f", value)
            : format("." + (digits - 1) + "e", value);
    String trimmed = text.contains(".") ? text.replaceFirst("\\.?0+(e|$)", "$1") : text;
    return format(width.replace("0", "").isEmpty() ? "s" : width + "s", trimmed);
  }

  private long unsigned(boolean wide) {
    return wide ? next(8) : next(4) & 0xffffffffL;
  }

  private long next(int size) {
    offset = (offset + size - 1) / size * size;
    long value = values.at(offset, size);
    offset += size;
    return value;
  }
}
