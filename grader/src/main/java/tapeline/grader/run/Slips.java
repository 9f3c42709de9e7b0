package tapeline.grader.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
          Map.entry("0", List.of("1")),
          Map.entry("1", List.of("0", "2")),
          Map.entry("2", List.of("1")));

  private static final Set<String> JOINS = Set.of("+", "-", "*", "/");

  private final List<Token> tokens;

  Slips(String learner) {
    tokens = Token.of(learner);
  }

  /// Another operator or number, a term less, or two arguments exchanged. O(tokens).
  Stream<Hunk> operators() {
    var slips = new ArrayList<Hunk>();
    for (int i = 0; i < tokens.size(); i++) {
      var token = tokens.get(i);
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
    }
    return slips.stream();
  }

  /// Another of the answer's variables in the place of one. O(tokens · variables).
  Stream<Hunk> variables() {
    var names = Token.declared(tokens);
    return tokens.stream()
        .filter(t -> names.contains(t.text()))
        .flatMap(t -> names.stream().filter(n -> !n.equals(t.text())).map(n -> Hunk.of(t, t, n)));
  }
}
