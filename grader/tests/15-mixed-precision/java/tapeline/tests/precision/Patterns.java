package tapeline.tests.precision;

import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/// The results of a conversion for the floats around the numbers of a format.
///
/// Rounding never falls, so it is right for all floats when it is right in the middle between any
/// two neighbours, and for the floats next to that middle: what lies between is held fast by those.
final class Patterns {
  private Patterns() {}

  /// The first pattern that is wrong, as text, or `none`.
  static String first(int from, int to, IntPredicate wrong) {
    for (int code = from; code < to; code++) {
      if (wrong.test(code)) {
        return "0x%04X".formatted(code);
      }
    }
    return "none";
  }

  /// Whether the float with these bits, or that with its sign changed, gets another code than it is
  /// to get.
  static boolean wrong(IntUnaryOperator encode, int floatBits, int sign, int wanted) {
    return (encode.applyAsInt(floatBits) & 0xFFFF) != wanted
        || (encode.applyAsInt(floatBits | (1 << 31)) & 0xFFFF) != (wanted | sign);
  }

  /// The first bfloat16 for which a float at it, in the middle to the next or beside that goes
  /// wrong, as text, or `none`.
  static String firstBFloat16(IntUnaryOperator encode) {
    return first(
        0,
        0x7F80,
        c ->
            wrong(encode, c << 16, 0x8000, c)
                || wrong(encode, (c << 16) | 0x7FFF, 0x8000, c)
                || wrong(encode, (c << 16) | 0x8000, 0x8000, c + (c & 1))
                || wrong(encode, (c << 16) | 0x8001, 0x8000, c + 1));
  }
}
