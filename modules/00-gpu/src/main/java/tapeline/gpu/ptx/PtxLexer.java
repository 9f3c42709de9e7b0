package tapeline.gpu.ptx;

import java.util.ArrayList;
import java.util.List;

/// Cuts PTX text into tokens: words (`ld.global.f32`, `%r1`, `$L__BB0_2`, `-4`), directives
/// (`.reg`, also in `.reg.b32`), strings and single signs.
final class PtxLexer {
  record Token(String text, int line) {}

  private static final String WORD_SIGNS = "_$%.";
  private final String text;
  private int at;
  private int line = 1;

  PtxLexer(String text) {
    this.text = text;
  }

  List<Token> tokens() {
    var tokens = new ArrayList<Token>();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        line++;
        at++;
      } else if (Character.isWhitespace(c) || c == 0) {
        at++;
      } else if (text.startsWith("//", at)) {
        skipTo("\n");
      } else if (text.startsWith("/*", at)) {
        skipTo("*/");
        at += 2;
      } else {
        int start = at;
        int startLine = line;
        end(c);
        tokens.add(new Token(text.substring(start, at), startLine));
      }
    }
    return tokens;
  }

  private void end(char c) {
    at++;
    if (c == '"') {
      while (at < text.length() && text.charAt(at) != '"') {
        at += text.charAt(at) == '\\' ? 2 : 1;
      }
      at++;
    } else if (isWord(c)
        || (c == '-' && at < text.length() && Character.isDigit(text.charAt(at)))) {
      while (at < text.length()) {
        if (isWord(text.charAt(at)) && (c != '.' || text.charAt(at) != '.')) {
          at++;
        } else if (text.startsWith("::", at)) {
          at += 2;
        } else {
          return;
        }
      }
    }
  }

  private void skipTo(String mark) {
    while (at < text.length() && !text.startsWith(mark, at)) {
      if (text.charAt(at) == '\n') {
        line++;
      }
      at++;
    }
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || WORD_SIGNS.indexOf(c) >= 0;
  }
}
