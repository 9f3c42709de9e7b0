package tapeline.notebook;

import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.report.Fragment;
import tapeline.grader.report.Html;

/// An answer in the making, as HTML and as plain text side by side.
final class Shown {
  private final Html html = new Html();
  private final StringBuilder text = new StringBuilder();

  /// How good a line's news is.
  enum Tone {
    GOOD,
    BAD,
    PLAIN,
    QUIET
  }

  /// A paragraph; what stands in backticks is code.
  Shown line(Tone tone, String line) {
    html.raw("<p class=\"").raw(css(tone)).raw("\">");
    prose(html, line);
    html.raw("</p>\n");
    text.append(line).append('\n');
    return this;
  }

  /// Lines as they are, each character under the one above.
  Shown lines(List<String> lines) {
    html.element("pre", String.join("\n", lines)).raw("\n");
    lines.forEach(l -> text.append("    ").append(l).append('\n'));
    return this;
  }

  /// What each of the two forms says in its own way.
  Shown add(String markup, String plain) {
    html.raw(markup);
    text.append(plain);
    return this;
  }

  DisplayData data() {
    var data = new DisplayData(text.toString().stripTrailing());
    data.putHTML(Fragment.of(html));
    return data;
  }

  /// Text with what stands in backticks as code.
  static Html prose(Html html, String line) {
    var parts = line.split("`", -1);
    for (int i = 0; i < parts.length; i++) {
      if (i % 2 == 1 && i < parts.length - 1) {
        html.element("code", parts[i]);
      } else {
        html.text(i % 2 == 1 ? "`" + parts[i] : parts[i]);
      }
    }
    return html;
  }

  private static String css(Tone tone) {
    return switch (tone) {
      case GOOD -> "good";
      case BAD -> "bad";
      case PLAIN -> "plain";
      case QUIET -> "quiet";
    };
  }
}
