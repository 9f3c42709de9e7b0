package tapeline.grader.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Small changes of a learner's answer that put a slip right, whatever way the answer goes: another
/// operator, one term less, two arguments exchanged, another of its own variables.
final class Slips {
  private static final Map<String, List<String>> OTHERS =
      Map.ofEntries(
          Map.entry("<", List.of("<=")),
          Map.entry("<=", List.of("<")),
          Map.entry(">", List.of(">=")),
          Map.entry(">=", List.of(">")),
          Map.entry("+=", List.of("=", "-=")),
          Map.entry("-=", List.of("+=")),
          Map.entry("*=", List.of("/=", "=")),
          Map.entry("=", List.of("+=")),
          Map.entry("+", List.of("-")),
          Map.entry("-", List.of("+")),
          Map.entry("*", List.of("/")),
          Map.entry("/", List.of("*")),
          Map.entry("&&", List.of("||")),
          Map.entry("||", List.of("&&")),
          Map.entry("==", List.of("!=")),
          Map.entry("!=", List.of("==")),
          Map.entry("break", List.of("continue")),
          Map.entry("continue", List.of("break")),
          Map.entry("min", List.of("max")),
          Map.entry("max", List.of("min")),
          Map.entry("low", List.of("high")),
          Map.entry("high", List.of("low")),
          Map.entry("getMin", List.of("getMax")),
          Map.entry("getMax", List.of("getMin")),
          Map.entry("sin", List.of("cos")),
          Map.entry("cos", List.of("sin")),
          Map.entry("least", List.of("most")),
          Map.entry("most", List.of("least")),
          Map.entry("rows", List.of("columns")),
          Map.entry("columns", List.of("rows")),
          Map.entry("h", List.of("w")),
          Map.entry("w", List.of("h")));

  private static final Pattern WHOLE = Pattern.compile("\\d{1,3}L?");

  private static final Set<String> BINARY =
      Set.of("+", "-", "*", "/", "%", "&&", "||", "<<", ">>", "&", "|");
  private static final Set<String> JOINS = Set.of("+", "-", "*", "/");

  private final List<Token> tokens;

  private final String learner;
  private final Set<String> names;

  /// @param names of variables that the answer can use
  Slips(String learner, Set<String> names) {
    this.learner = learner;
    this.names = names;
    tokens = Token.of(learner);
  }

  /// Another operator or number, a term less, two arguments or two indices exchanged. O(tokens).
  Stream<Hunk> operators() {
    var slips = new ArrayList<Hunk>();
    for (int i = 0; i < tokens.size(); i++) {
      var token = tokens.get(i);
      if (WHOLE.matcher(token.text()).matches()) {
        int n = Integer.parseInt(token.text().replace("L", ""));
        IntStream.of(n - 1, n + 1, 2 * n, n / 2)
            .distinct()
            .filter(other -> other >= 0 && other != n)
            .forEach(other -> slips.add(Hunk.of(token, token, "" + other)));
      }
      for (var other : OTHERS.getOrDefault(token.text(), List.of())) {
        boolean declares = token.text().equals("=") && i > 1 && tokens.get(i - 2).isWord();
        if (!declares) {
          slips.add(Hunk.of(token, token, other));
        }
      }
    }
    for (int i = 0; i + 1 < tokens.size(); i++) {
      if (JOINS.contains(tokens.get(i).text()) && tokens.get(i + 1).isWord()) {
        int end = i + 1;
        while (end + 2 < tokens.size() && tokens.get(end + 1).text().equals(".")) {
          end += 2;
        }
        slips.add(Hunk.of(tokens.get(i), tokens.get(end), ""));
      }
    }
    for (int i = 1; i + 1 < tokens.size(); i++) {
      var a = tokens.get(i - 1);
      var b = tokens.get(i + 1);
      if (tokens.get(i).text().equals(",") && a.isWord() && b.isWord()) {
        slips.add(Hunk.of(a, b, b.text() + ", " + a.text()));
      }
      boolean indices = a.text().equals("]") && tokens.get(i).text().equals("[") && i > 1;
      if (indices && b.isWord() && tokens.get(i - 2).isWord()) {
        var first = tokens.get(i - 2);
        slips.add(Hunk.of(first, b, b.text() + "][" + first.text()));
      }
    }
    return slips.stream();
  }

  /// A statement less. O(statements).
  ///
  /// @param statements where they begin and end
  Stream<List<Hunk>> statements(List<int[]> statements) {
    return statements.stream()
        .filter(s -> !learner.startsWith("return", s[0]))
        .map(s -> List.of(Hunk.of(learner, s[0], s[1], ";")));
  }

  /// Two neighbouring statements exchanged. O(statements).
  ///
  /// @param statements where they begin and end
  Stream<List<Hunk>> exchanges(List<int[]> statements) {
    var slips = new ArrayList<List<Hunk>>();
    for (int i = 0; i + 1 < statements.size(); i++) {
      var s = statements.get(i);
      var next = statements.get(i + 1);
      if (s[1] <= next[0]) {
        var first = learner.substring(s[0], s[1]);
        slips.add(
            List.of(
                Hunk.of(learner, s[0], s[1], learner.substring(next[0], next[1])),
                Hunk.of(learner, next[0], next[1], first)));
      }
    }
    return slips.stream();
  }

  /// Two neighbouring arguments exchanged; brackets around two neighbours; an expression's
  /// reciprocal, with the other sign, negated. O(expressions²).
  ///
  /// @param expressions where they begin and end
  Stream<Hunk> expressions(List<int[]> expressions) {
    var slips = new ArrayList<Hunk>();
    for (var e : expressions) {
      expressions.stream()
          .filter(f -> e[1] < f[0] && learner.substring(e[1], f[0]).strip().equals(","))
          .map(f -> exchanged(e, f))
          .forEach(slips::add);
    }
    for (var e : expressions) {
      int operator = 0;
      while (operator < tokens.size() && tokens.get(operator).start() < e[1]) {
        operator++;
      }
      if (operator + 1 < tokens.size() && BINARY.contains(tokens.get(operator).text())) {
        int next = tokens.get(operator + 1).start();
        expressions.stream()
            .filter(f -> f[0] == next)
            .map(f -> instead(e[0], f[1], "(%s)"))
            .forEach(slips::add);
      }
    }
    for (var e : expressions) {
      if (Token.of(learner.substring(e[0], e[1])).size() > 2) {
        Stream.of("(1 / (%s))", "(-(%s))", "(!(%s))")
            .map(other -> instead(e[0], e[1], other))
            .forEach(slips::add);
      }
    }
    return slips.stream();
  }

  private Hunk exchanged(int[] a, int[] b) {
    var other = learner.substring(b[0], b[1]) + ", " + learner.substring(a[0], a[1]);
    return Hunk.of(learner, a[0], b[1], other);
  }

  private Hunk instead(int start, int end, String form) {
    return Hunk.of(learner, start, end, form.formatted(learner.substring(start, end)));
  }

  /// Another of the answer's variables in the place of one. O(tokens · variables).
  Stream<Hunk> variables() {
    return tokens.stream()
        .filter(t -> names.contains(t.text()))
        .flatMap(t -> names.stream().filter(n -> !n.equals(t.text())).map(n -> Hunk.of(t, t, n)));
  }
}
