package tapeline.gpu.ptx;

/// The numbers of PTX: `-4`, `0x1F`, and floats as their bits, `0f3F800000` and
/// `0d3FF0000000000000`.
final class Literals {
  private Literals() {}

  static boolean isNumber(String word) {
    return Character.isDigit(word.charAt(0)) || word.charAt(0) == '-';
  }

  static long integer(String word) {
    String digits = word.endsWith("U") ? word.substring(0, word.length() - 1) : word;
    if (digits.startsWith("-")) {
      return -integer(digits.substring(1));
    }
    return digits.startsWith("0x") || digits.startsWith("0X")
        ? Long.parseUnsignedLong(digits.substring(2), 16)
        : Long.parseUnsignedLong(digits);
  }

  static long bits(String word) {
    if (word.length() > 2 && word.charAt(0) == '0' && "fFdD".indexOf(word.charAt(1)) >= 0) {
      return Long.parseUnsignedLong(word.substring(2), 16);
    }
    return integer(word);
  }
}
