package tapeline.notebook;

import java.util.List;
import java.util.Locale;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import tapeline.grader.report.Fragment;
import tapeline.grader.report.Html;

/// The output of a command, in the making: as HTML and as plain text side by side.
final class MagicOutput {
  private final Html html = new Html();
  private final StringBuilder text = new StringBuilder();

  /// How good a line's news is; its class in the page.
  enum Tone {
    GOOD,
    BAD,
    PLAIN,
    QUIET
  }

  /// A paragraph; what stands in backticks is code.
  MagicOutput line(Tone tone, String line) {
    html.raw("<p class=\"").raw(tone.name().toLowerCase(Locale.ROOT)).raw("\">");
    html.prose(line).raw("</p>\n");
    text.append(line).append('\n');
    return this;
  }

  /// Lines as they are, each character under the one above.
  MagicOutput lines(List<String> lines) {
    html.element("pre", String.join("\n", lines)).raw("\n");
    lines.forEach(l -> text.append("    ").append(l).append('\n'));
    return this;
  }

  /// Adds a part that each of the two forms says in its own way.
  MagicOutput add(String markup, String plain) {
    html.raw(markup);
    text.append(plain);
    return this;
  }

  /// Says which cells to run again.
  MagicOutput lost(List<String> variables) {
    return variables.isEmpty()
        ? this
        : line(
            Tone.PLAIN,
            "Run again the cells that set %s: their classes are new."
                .formatted(String.join(", ", variables)));
  }

  DisplayData data() {
    var data = new DisplayData(text.toString().stripTrailing());
    data.putHTML(Fragment.of(html));
    return data;
  }
}
