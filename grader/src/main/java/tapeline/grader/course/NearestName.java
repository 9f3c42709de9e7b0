package tapeline.grader.course;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Finds which name was meant by one that does not exist.
public final class NearestName {
  /// So many letters more, fewer or exchanged still tell which name was meant, if they are no more
  /// than half of the word's.
  private static final int NEAR = 2;

  private NearestName() {}

  /// The question for a message, as `, did you mean -Dmodule?`; empty when no name is near.
  ///
  /// @param sign stands before each name
  public static String question(String word, Collection<String> names, String sign) {
    var meant = meant(word, names);
    return meant.isEmpty()
        ? ""
        : meant.stream().map(n -> sign + n).collect(joining(" or ", ", did you mean ", "?"));
  }

  /// All names that begin so; else the one with the fewest letters to change, if they are few.
  private static List<String> meant(String word, Collection<String> names) {
    var small = word.toLowerCase(Locale.ROOT);
    var longer = names.stream().filter(n -> n.toLowerCase(Locale.ROOT).startsWith(small)).toList();
    return longer.isEmpty()
        ? names.stream()
            .filter(n -> distance(n, word) <= NEAR && 2 * distance(n, word) <= word.length())
            .min(Comparator.comparingInt(n -> distance(n, word)))
            .stream()
            .toList()
        : longer;
  }

  /// How many letters have to be added, left out or exchanged (Levenshtein).
  private static int distance(String a, String b) {
    var above = new int[b.length() + 1];
    Arrays.setAll(above, j -> j);
    for (int i = 1; i <= a.length(); i++) {
      var row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int exchange = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(exchange, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[b.length()];
  }
}
