package tapeline.laboratory.study;

import java.util.List;

/// A claim of TenfloweRS's performance guide about a measure, as a factor: so many times fewer
/// bytes, or so many times as fast. The guide names no conditions; the studies ask where it holds.
///
/// @param said in words
/// @param factor that is claimed
record PublishedClaim(String said, double factor) {
  static final PublishedClaim NONE = new PublishedClaim("–", 0);

  /// Reports whether a factor in this interval bears it out; a count has an interval without width.
  String verdict(double low, double high) {
    if (factor == NONE.factor) {
      return "–";
    }
    return low >= factor ? "held" : high < factor ? "did not hold" : "undecided";
  }

  /// Returns whether a study is to have the small size.
  ///
  /// @param words none for the full size
  /// @throws IllegalArgumentException unless it is one word, `small`
  static boolean small(String... words) {
    if (words.length == 0) {
      return false;
    }
    if (words.length > 1 || !words[0].equals("small")) {
      throw new IllegalArgumentException(
          "a case study takes the word small, or none for its full size, got " + List.of(words));
    }
    return true;
  }
}
