package tapeline.grader.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntBiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A place where a learner's text is not the reference's: tokens that stand there, and those that
/// the reference has in their place, with the learner's names for its variables.
///
/// @param start where the replaced text begins in the learner's
/// @param end behind the replaced text; `start` where something is missing
/// @param first the first line that it is on, from 0
/// @param last the last line that it is on, from 0
/// @param text the tokens that are replaced, with a blank around each; empty for none
/// @param instead the tokens in their place, written likewise
record Hunk(int start, int end, int first, int last, String text, String instead) {
  private static final int OPENING = 3; // what it costs to begin a hunk: few long ones are better

  /// The differences between a learner's text and the reference's, in the learner's order.
  ///
  /// The tokens are aligned like the letters of two words that are nearly the same, with a price
  /// for each gap (Gotoh 1982). O(mn) time and memory for m and n tokens.
  static List<Hunk> between(String learner, String reference) {
    var mine = Token.of(learner);
    var theirs = Token.of(reference);
    var names = names(mine, theirs);
    return hunks(mine, theirs, names);
  }

  /// The place from a token to another, with other text.
  static Hunk of(Token from, Token to, String instead) {
    return new Hunk(
        from.start(), to.end(), from.line(), to.line(), from.text(), ' ' + instead + ' ');
  }

  /// The text of a learner's from `start` to `end`, with another one in its place.
  static Hunk of(String learner, int start, int end, String instead) {
    int first = (int) learner.substring(0, start).chars().filter(c -> c == '\n').count();
    int last = (int) learner.substring(0, end).chars().filter(c -> c == '\n').count();
    var text = text(Token.of(learner.substring(start, end)));
    return new Hunk(start, end, first, last, text, ' ' + instead + ' ');
  }

  /// The learner's text with these hunks as in the reference.
  static String apply(String learner, Collection<Hunk> hunks) {
    var text = new StringBuilder();
    int at = 0;
    for (var h : hunks.stream().sorted(Comparator.comparingInt(Hunk::start)).toList()) {
      text.append(learner, at, h.start).append(h.instead);
      at = h.end;
    }
    return text.append(learner, at, learner.length()).toString();
  }

  /// Returns the learner's names of the reference's variables: for each the name that is most often
  /// in its place.
  static Map<String, String> names(List<Token> mine, List<Token> theirs) {
    var own = Token.declared(mine);
    var others = Token.declared(theirs);
    var pairs = new HashMap<List<String>, Integer>();
    for (var match :
        matches(
            mine,
            theirs,
            (a, b) -> {
              boolean variables = own.contains(a.text()) && others.contains(b.text());
              return a.text().equals(b.text()) ? weight(a) : variables ? 2 : 0;
            })) {
      var a = mine.get(match[0]).text();
      var b = theirs.get(match[1]).text();
      if (own.contains(a) && others.contains(b)) {
        pairs.merge(List.of(b, a), 1, Integer::sum);
      }
    }
    var names = new HashMap<String, String>();
    var taken = new HashSet<String>();
    pairs.entrySet().stream()
        .sorted(
            Map.Entry.<List<String>, Integer>comparingByValue()
                .reversed()
                .thenComparing(e -> e.getKey().toString()))
        .map(Map.Entry::getKey)
        .forEach(pair -> {
          if (!names.containsKey(pair.get(0)) && taken.add(pair.get(1))) {
            names.put(pair.get(0), pair.get(1));
          }
        });
    return names;
  }

  private static List<Hunk> hunks(List<Token> mine, List<Token> theirs, Map<String, String> names) {
    var renamed = new ArrayList<Token>();
    for (int k = 0; k < theirs.size(); k++) {
      var t = theirs.get(k);
      boolean member =
          (k > 0 && theirs.get(k - 1).text().equals("."))
              || (k + 1 < theirs.size() && theirs.get(k + 1).text().equals("("));
      var name = member ? t.text() : names.getOrDefault(t.text(), t.text());
      renamed.add(new Token(name, t.start(), t.line()));
    }
    var matches =
        new ArrayList<>(
            matches(mine, renamed, (a, b) -> a.text().equals(b.text()) ? weight(a) : 0));
    matches.add(new int[] {mine.size(), theirs.size()});
    var hunks = new ArrayList<Hunk>();
    int i = 0;
    int j = 0;
    for (var match : matches) {
      if (i < match[0] || j < match[1]) {
        hunks.add(hunk(mine, i, match[0], text(renamed.subList(j, match[1]))));
      }
      i = match[0] + 1;
      j = match[1] + 1;
    }
    return hunks;
  }

  /// Returns the hunk in which the tokens from `from` to `to` are replaced.
  private static Hunk hunk(List<Token> mine, int from, int to, String instead) {
    if (from < to) {
      var first = mine.get(from);
      var last = mine.get(to - 1);
      var text = text(mine.subList(from, to));
      return new Hunk(first.start(), last.end(), first.line(), last.line(), text, instead);
    }
    if (from == 0) {
      return new Hunk(0, 0, 0, 0, "", instead);
    }
    var before = mine.get(from - 1);
    boolean step = instead.endsWith("; ") || instead.endsWith("} ");
    if (step && to < mine.size()) {
      var behind = mine.get(to);
      return new Hunk(behind.start(), behind.start(), behind.line(), behind.line(), "", instead);
    }
    return new Hunk(before.end(), before.end(), before.line(), before.line(), "", instead);
  }

  /// Returns this difference twice: with only its first, and with only its last token corrected.
  /// None where as many tokens stand there as in the reference.
  Stream<Hunk> ends() {
    var mine = Token.of(text);
    var theirs = Token.of(instead);
    if (mine.isEmpty() || theirs.isEmpty() || mine.size() == theirs.size()) {
      return Stream.empty();
    }
    var a = mine.getFirst().text();
    var z = mine.getLast().text();
    var head = " " + theirs.getFirst().text() + " ";
    var tail = " " + theirs.getLast().text() + " ";
    return Stream.of(
        new Hunk(start, start + a.length(), first, first, a, head),
        new Hunk(end - z.length(), end, last, last, z, tail));
  }

  private static String text(List<Token> tokens) {
    return tokens.isEmpty()
        ? ""
        : tokens.stream().map(Token::text).collect(Collectors.joining(" ", " ", " "));
  }

  /// Returns whether its text is missing at `other`.
  boolean isMovedTo(Hunk other) {
    return !text.isBlank() && other.instead.contains(text);
  }

  /// Returns the weight of a pair of equal tokens: words have most, commas least.
  private static int weight(Token token) {
    char c = token.text().charAt(0);
    if (token.isWord() || Character.isDigit(c) || c == '"') {
      return 4;
    }
    return "(),.[]".indexOf(c) < 0 ? 3 : 1;
  }

  /// The pairs of indices of the best alignment, in order.
  private static List<int[]> matches(
      List<Token> a, List<Token> b, ToIntBiFunction<Token, Token> weight) {
    int m = a.size();
    int n = b.size();
    var matched = new int[m + 1][n + 1]; // the best in which the last two tokens are a pair
    var best = new int[m + 1][n + 1];
    for (int i = 1; i <= m; i++) {
      for (int j = 1; j <= n; j++) {
        int w = weight.applyAsInt(a.get(i - 1), b.get(j - 1));
        matched[i][j] =
            w == 0
                ? Integer.MIN_VALUE / 2
                : w + Math.max(continued(matched, i, j), best[i - 1][j - 1] - OPENING);
        best[i][j] = Math.max(matched[i][j], Math.max(best[i - 1][j], best[i][j - 1]));
      }
    }
    var pairs = new ArrayList<int[]>();
    int i = m;
    int j = n;
    boolean pair = false;
    while (i > 0 && j > 0) {
      if (pair || best[i][j] == matched[i][j]) {
        pairs.add(new int[] {i - 1, j - 1});
        pair = continued(matched, i, j) >= best[i - 1][j - 1] - OPENING;
        i--;
        j--;
      } else if (best[i][j] == best[i - 1][j]) {
        i--;
      } else {
        j--;
      }
    }
    return pairs.reversed();
  }

  /// The score before the pair at `i` and `j` when no gap is there; 0 at the beginning of both.
  private static int continued(int[][] matched, int i, int j) {
    return i == 1 && j == 1 ? 0 : i == 1 || j == 1 ? Integer.MIN_VALUE / 2 : matched[i - 1][j - 1];
  }
}
