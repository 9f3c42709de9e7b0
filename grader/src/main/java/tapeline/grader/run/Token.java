package tapeline.grader.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// A word, a number, a string or a sign of a source text; comments and white space are none.
///
/// @param text the token itself
/// @param start where it begins in the source
/// @param line on which line of the source, from 0
record Token(String text, int start, int line) {
  private static final Pattern NEXT =
      Pattern.compile(
          "(?<skip>\\s+|//[^\\n]*|/\\*(?s:.*?)(?:\\*/|\\z))"
              + "|\"\"\"(?s:.*?)(?:\"\"\"|\\z)"
              + "|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\"|'[^'\\\\\\n]*+(?:\\\\.[^'\\\\\\n]*+)*+'"
              + "|\\d[\\w.]*(?:(?<=[eE])[+-]\\d+)?|[\\p{L}_$][\\p{L}\\p{N}_$]*"
              + "|->|::|\\+\\+|--|&&|\\|\\||<<=?|>>>?=?|[-+*/%&|^!=<>]=|(?s:.)");

  private static final Set<String> NO_TYPES =
      Set.of("return", "new", "throw", "case", "else", "instanceof", "yield", "continue", "break");

  /// The tokens of a source, in its order. O(length).
  static List<Token> of(String source) {
    var tokens = new ArrayList<Token>();
    var m = NEXT.matcher(source);
    int line = 0;
    while (m.find()) {
      if (m.group("skip") == null) {
        tokens.add(new Token(m.group(), m.start(), line));
      }
      line += (int) m.group().chars().filter(c -> c == '\n').count();
    }
    return tokens;
  }

  /// Returns the brackets of a source that have no partner, such as `}{`, and behind them what
  /// opens a comment or a text block that does not end.
  static String unmatched(String source) {
    var open = new StringBuilder();
    for (var m = NEXT.matcher(source); m.find(); ) {
      var text = m.group();
      int bracket = text.length() == 1 ? "([{)]}".indexOf(text) : -1;
      if (bracket >= 3
          && !open.isEmpty()
          && open.charAt(open.length() - 1) == "([{".charAt(bracket - 3)) {
        open.setLength(open.length() - 1);
      } else if (bracket >= 0) {
        open.append(text);
      } else if (text.startsWith("/*") && !text.substring(2).endsWith("*/")) {
        open.append("/*");
      } else if (text.startsWith("\"\"\"") && !text.substring(3).endsWith("\"\"\"")) {
        open.append("\"\"\"");
      }
    }
    return open.toString();
  }

  /// Returns its end in the source.
  int end() {
    return start + text.length();
  }

  boolean isWord() {
    return Character.isJavaIdentifierStart(text.charAt(0));
  }

  /// The names of variables that these tokens declare: those of locals, parameters and lambdas.
  static Set<String> declared(List<Token> tokens) {
    var names = new LinkedHashSet<String>();
    for (int i = 0; i + 1 < tokens.size(); i++) {
      var token = tokens.get(i);
      var next = tokens.get(i + 1).text;
      if (!token.isWord()) {
        continue;
      }
      if (next.equals("->")) {
        names.add(token.text);
      } else if (i > 0 && Set.of("=", ";", ":", ",", ")").contains(next)) {
        var before = tokens.get(i - 1);
        boolean type =
            (before.isWord() && !NO_TYPES.contains(before.text))
                || (before.text.equals("]") && !next.equals(")") && !next.equals(","))
                || (before.text.startsWith(">") && next.equals("="));
        if (type) {
          names.add(token.text);
        }
      }
    }
    return names;
  }
}
