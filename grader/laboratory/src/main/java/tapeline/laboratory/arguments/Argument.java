package tapeline.laboratory.arguments;

/// An argument of a program. One that breaks its rule is refused by its key, the rule and the
/// value.
///
/// @param key what it is called
/// @param value as it was typed
public record Argument(String key, String value) {

  /// Refuses words beyond the first so many.
  ///
  /// @throws IllegalArgumentException when there are more
  public static void requireAtMost(int most, String... words) {
    if (words.length > most) {
      throw new IllegalArgumentException(
          "words behind the program's name: at most %d, got %d: %s"
              .formatted(most, words.length, String.join(" ", words)));
    }
  }

  /// A number of this range.
  ///
  /// @throws IllegalArgumentException when it is none
  public double number(double low, double high) {
    try {
      double x = Double.parseDouble(value);
      if (low <= x && x <= high) {
        return x;
      }
    } catch (NumberFormatException _) {
      // refused below
    }
    throw refused("a number from %s to %s".formatted(low, high));
  }

  /// A whole number of this range.
  ///
  /// @throws IllegalArgumentException when it is none
  public long whole(long low, long high) {
    try {
      long x = Long.parseLong(value);
      if (low <= x && x <= high) {
        return x;
      }
    } catch (NumberFormatException _) {
      // refused below
    }
    throw refused("a whole number from %d to %d".formatted(low, high));
  }

  private IllegalArgumentException refused(String rule) {
    return new IllegalArgumentException("%s is %s, got %s".formatted(key, rule, value));
  }
}
