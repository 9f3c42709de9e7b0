package tapeline.book;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/// Colours source text when the book is made: each word that has a colour becomes a `span`.
final class SourceColours {
  private static final Set<String> SLASHES = Set.of("java", "cu", "c", "h", "cpp", "js", "mjs");
  private static final Set<String> HASHES = Set.of("sh", "yml", "yaml", "properties");

  private static final String WORDS =
      "abstract|assert|boolean|break|byte|case|catch|char|class|const|continue|default|do|double"
          + "|else|enum|extends|final|finally|float|for|if|implements|import|in|instanceof|int"
          + "|interface|long|native|new|null|package|permits|private|protected|public|record|return"
          + "|sealed|short|static|super|switch|synchronized|this|throw|throws|true|false|try|var"
          + "|void|volatile|when|while|yield|unsigned|__global__|__shared__|__device__"
          + "|__restrict__|__syncthreads";

  private static final String REST =
      "|(?<string>\"\"\"(?s:.*?)\"\"\"|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\""
          + "|'[^'\\\\\\n]*+(?:\\\\.[^'\\\\\\n]*+)*+')"
          + "|(?<note>@\\w+|(?m:^%%?\\w+.*))"
          + "|(?<number>\\b\\d[\\w.]*)"
          + ("|(?<word>\\b(?:" + WORDS + ")\\b)")
          + "|(?<type>\\b[A-Z]\\w*)";

  private static final Pattern JAVA =
      Pattern.compile("(?<doc>///[^\\n]*)|(?<comment>//[^\\n]*|/\\*(?s:.*?)\\*/|(?m:^#.*))" + REST);
  private static final Pattern SHELL =
      Pattern.compile(
          "(?<comment>(?<!\\S)#[^\\n]*)|(?<string>\"[^\"\\n]*\"|'[^'\\n]*')"
              + "|(?<doc>(?!))|(?<note>(?!))|(?<number>(?!))|(?<word>(?!))|(?<type>(?!))");
  private static final List<String> KINDS =
      List.of("doc", "comment", "string", "note", "number", "word", "type");

  private SourceColours() {}

  /// Appends the text to `code`, coloured where the language is known.
  ///
  /// @param language as behind the three quotes of Markdown, or a file name's ending
  static void append(Element code, String text, String language) {
    var pattern = SLASHES.contains(language) ? JAVA : HASHES.contains(language) ? SHELL : null;
    if (pattern == null) {
      code.appendText(text);
      return;
    }
    var found = pattern.matcher(text);
    int done = 0;
    while (found.find()) {
      code.appendText(text.substring(done, found.start()));
      var kind = KINDS.stream().filter(k -> found.group(k) != null).findFirst().orElseThrow();
      code.appendElement("span").addClass("c-" + kind).appendText(found.group());
      done = found.end();
    }
    code.appendText(text.substring(done));
  }

  /// A block of code that scrolls within itself, by keyboard too.
  static Element block(String text, String language) {
    var pre = new Element("pre").attr("tabindex", "0").addClass("code");
    append(pre.appendElement("code"), text.stripTrailing(), language);
    return pre;
  }
}
