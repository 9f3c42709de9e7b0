package tapeline.competition;

/// From which rank to which an entry may be, as far as the comparisons say.
///
/// @param best 1 plus the number of entries that are shown to be better
/// @param worst the number of entries less those that are shown to be worse
public record RankInterval(String name, int best, int worst) {
  /// `3`, or `1–4`.
  @Override
  public String toString() {
    return best == worst ? Integer.toString(best) : best + "–" + worst;
  }
}
