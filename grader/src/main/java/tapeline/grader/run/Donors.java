package tapeline.grader.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The reference's expressions in the places of a learner's, which resemble them: an answer that
/// goes another way has the same formulas in other lines.
final class Donors {
  private static final int MOST = 200;
  private static final int EACH = 6; // for an expression of the learner's, at least
  private static final double LEAST = 0.25; // of the tokens are to be the same
  private static final int SHORT = 5; // tokens of what stands in the place of a variable
  private static final int MOST_TOKENS = 30;

  private final String learner;
  private final Set<List<String>> donors = new LinkedHashSet<>();
  private final Set<List<String>> steps = new LinkedHashSet<>();

  /// @param expressions where the reference's expressions begin and end in it
  /// @param statements where its statements do
  Donors(String learner, String reference, List<int[]> expressions, List<int[]> statements) {
    this.learner = learner;
    var mine = Token.of(learner);
    var theirs = Token.of(reference);
    var names = Hunk.names(mine, theirs);
    var declared = Token.declared(theirs);
    var values = values(theirs, declared);
    for (var e : expressions) {
      var tokens = Token.of(reference.substring(e[0], e[1]));
      // In the learner's words, and by the values alone: a name may be taken for another one's.
      Stream.of(names, Map.<String, String>of())
          .map(some -> renamed(tokens, some, declared, values, 3))
          .filter(Objects::nonNull)
          .filter(d -> d.size() > 2 && d.size() <= MOST_TOKENS)
          .filter(d -> !(d.getFirst().equals("(") && d.getLast().equals(")")))
          .forEach(donors::add);
    }
    for (var s : statements) {
      var step = renamed(Token.of(reference.substring(s[0], s[1])), names, declared, values, 3);
      if (step != null && step.size() <= MOST_TOKENS && step.getLast().equals(";")) {
        steps.add(step);
      }
    }
  }

  /// The initial values of variables that are assigned once.
  private static Map<String, List<Token>> values(List<Token> tokens, Set<String> declared) {
    var values = new HashMap<String, List<Token>>();
    var changed = new ArrayList<String>();
    for (int i = 0; i + 1 < tokens.size(); i++) {
      var name = tokens.get(i).text();
      var next = tokens.get(i + 1).text();
      if (!declared.contains(name)) {
        continue;
      }
      if (next.equals("=") && i > 0 && tokens.get(i - 1).isWord() && !values.containsKey(name)) {
        int end = i + 2;
        while (end < tokens.size() && !tokens.get(end).text().equals(";")) {
          end++;
        }
        values.put(name, tokens.subList(i + 2, end));
      } else if ((next.endsWith("=") && !"!<>=".contains(next.substring(0, 1)))
          || next.equals("=")
          || next.equals("++")
          || next.equals("--")) {
        changed.add(name);
      }
    }
    changed.forEach(values::remove);
    return values;
  }

  /// With the learner's names, or the values, of its variables; null where it has others.
  private static @Nullable List<String> renamed(
      List<Token> tokens,
      Map<String, String> names,
      Set<String> declared,
      Map<String, List<Token>> values,
      int depth) {
    var out = new ArrayList<String>();
    for (int i = 0; i < tokens.size(); i++) {
      var t = tokens.get(i).text();
      boolean member =
          (i > 0 && tokens.get(i - 1).text().equals("."))
              || (i + 1 < tokens.size() && tokens.get(i + 1).text().equals("("));
      if (member || !declared.contains(t)) {
        out.add(t);
      } else if (names.containsKey(t)) {
        out.add(names.getOrDefault(t, t));
      } else if (depth > 0 && values.containsKey(t)) {
        var value = renamed(values.getOrDefault(t, List.of()), names, declared, values, depth - 1);
        if (value == null) {
          return null;
        }
        out.add("(");
        out.addAll(value);
        out.add(")");
      } else {
        return null;
      }
    }
    return out;
  }

  /// The most alike first.
  ///
  /// @param expressions where the learner's expressions begin and end in the answer
  Stream<Hunk> hunks(List<int[]> expressions) {
    record Pair(double alike, int[] place, List<String> donor) {}
    int each = Math.max(EACH, MOST / Math.max(1, expressions.size()));
    return expressions.stream()
        .flatMap(e -> {
          var mine = Token.of(learner.substring(e[0], e[1])).stream().map(Token::text).toList();
          return mine.isEmpty() || mine.size() > MOST_TOKENS
              ? Stream.<Pair>empty()
              : donors.stream()
                  .filter(d -> !d.equals(mine))
                  .map(d -> new Pair(alike(mine, d), e, d))
                  .filter(p -> p.alike() >= (mine.size() == 1 ? 0 : LEAST))
                  .sorted(Comparator.comparingDouble(Pair::alike).reversed())
                  .limit(each);
        })
        .sorted(Comparator.comparingDouble(Pair::alike).reversed())
        .limit(MOST)
        .map(p ->
            Hunk.of(learner, p.place()[0], p.place()[1], "(" + String.join(" ", p.donor()) + ")"));
  }

  /// The reference's statements behind the learner's, of which one may be missing.
  ///
  /// @param statements where the learner's statements begin and end in the answer
  Stream<Hunk> steps(List<int[]> statements) {
    return statements.stream()
        .flatMap(
            s -> steps.stream().map(step -> Hunk.of(learner, s[1], s[1], String.join(" ", step))));
  }

  /// The share of equal tokens (Dice 1945).
  private static double alike(List<String> a, List<String> b) {
    if (a.size() == 1) {
      return b.size() <= SHORT && Character.isJavaIdentifierStart(a.getFirst().charAt(0)) ? 0 : -1;
    }
    if (2.0 * Math.min(a.size(), b.size()) < LEAST * (a.size() + b.size())) {
      return 0;
    }
    var left = new ArrayList<>(b);
    long same = a.stream().filter(left::remove).count();
    return 2.0 * same / (a.size() + b.size());
  }
}
