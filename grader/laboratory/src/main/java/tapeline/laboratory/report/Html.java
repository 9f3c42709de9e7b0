package tapeline.laboratory.report;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tapeline.bench.compare.SpeedVerdict;

/// Paragraphs, figures and tables of a page.
final class Html {
  private final StringBuilder text = new StringBuilder();

  /// Adds what is HTML already.
  Html raw(String html) {
    text.append(html).append('\n');
    return this;
  }

  void paragraph(@Nullable String kind, String words) {
    raw((kind == null ? "<p>" : "<p class=\"" + kind + "\">") + escape(words) + "</p>");
  }

  void figure(@Nullable String title, String svg, String caption) {
    if (title != null) {
      raw("<h3>" + title + "</h3>");
    }
    raw("<figure>" + svg + "<figcaption>" + escape(caption) + "</figcaption></figure>");
  }

  /// A table whose cells are HTML already; the first of each row is its head.
  void table(String kind, List<String> header, List<String[]> rows) {
    text.append("<div class=\"wide\"><table class=\"").append(kind).append("\">");
    if (!header.isEmpty()) {
      text.append("<thead><tr>");
      header.forEach(h -> text.append("<th>").append(escape(h)).append("</th>"));
      text.append("</tr></thead>");
    }
    for (var row : rows) {
      text.append("<tr><th scope=\"row\">").append(row[0]).append("</th>");
      for (int i = 1; i < row.length; i++) {
        text.append("<td>").append(row[i]).append("</td>");
      }
      text.append("</tr>");
    }
    raw("</table></div>");
  }

  static String word(SpeedVerdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }

  static String escape(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
