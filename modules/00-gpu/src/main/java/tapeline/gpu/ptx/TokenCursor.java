package tapeline.gpu.ptx;

import java.util.ArrayList;
import java.util.List;

/// Reads tokens one after another.
final class TokenCursor {
  private final List<PtxLexer.Token> tokens;
  private int at;

  TokenCursor(List<PtxLexer.Token> tokens) {
    this.tokens = tokens;
  }

  boolean atEnd() {
    return at >= tokens.size();
  }

  String peek() {
    return peek(0);
  }

  String peek(int ahead) {
    return at + ahead < tokens.size() ? tokens.get(at + ahead).text() : "";
  }

  int line() {
    return tokens.get(Math.min(at, tokens.size() - 1)).line();
  }

  String next() {
    if (atEnd()) {
      throw new PtxException(line(), "the text ends in the middle of a statement");
    }
    return tokens.get(at++).text();
  }

  boolean accept(String text) {
    if (peek().equals(text)) {
      at++;
      return true;
    }
    return false;
  }

  void expect(String text) {
    int line = line();
    String found = next();
    if (!found.equals(text)) {
      throw new PtxException(line, "expected '%s', found '%s'".formatted(text, found));
    }
  }

  /// The rest of the current line of text: directives such as `.loc` end with the line.
  List<String> restOfLine() {
    var rest = new ArrayList<String>();
    int line = at == 0 ? 0 : tokens.get(at - 1).line();
    while (!atEnd() && tokens.get(at).line() == line) {
      rest.add(next());
    }
    return rest;
  }

  /// Everything up to `end`, which is consumed, as text.
  String textUpTo(int from, int upTo) {
    var text = new StringBuilder();
    for (int i = from; i < upTo; i++) {
      String token = tokens.get(i).text();
      boolean tight =
          text.isEmpty()
              || ",;)]+|".contains(token)
              || "([!@+|".indexOf(text.charAt(text.length() - 1)) >= 0;
      text.append(tight ? "" : " ").append(token);
    }
    return text.toString();
  }

  int position() {
    return at;
  }

  /// Goes to the end of the braces that open at `start`.
  void skipBody(int start) {
    at = start;
    int depth = 0;
    do {
      String token = next();
      depth += token.equals("{") ? 1 : token.equals("}") ? -1 : 0;
    } while (depth > 0);
  }

  void skipTo(String text) {
    while (!next().equals(text)) {
      // what stands before it is of no interest
    }
  }
}
