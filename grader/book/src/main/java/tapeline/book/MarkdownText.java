package tapeline.book;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jsoup.nodes.Element;

/// Markdown with tables and LaTeX, as HTML whose links still lead to files of the course.
final class MarkdownText {
  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder().extensions(EXTENSIONS).build();

  /// Code, in which a dollar is a dollar, or a formula between one dollar or two.
  private static final Pattern MATH =
      Pattern.compile("(?s)```.*?```|`[^`]*`|\\$\\$(?<display>.+?)\\$\\$|\\$(?<inline>[^$]+?)\\$");

  /// Takes a formula's place until Markdown is done, and means nothing to it.
  private static final String MARK = "\uE000%d\uE001";

  private final Formula formula = new Formula();

  /// The elements of the text in a `div`.
  ///
  /// @param mathematics whether dollars enclose formulas, as in notebooks
  /// @throws IllegalArgumentException when a formula is not understood
  Element html(String markdown, boolean mathematics) {
    var formulas = new ArrayList<String>();
    var text =
        mathematics ? MATH.matcher(markdown).replaceAll(m -> replacement(m, formulas)) : markdown;
    var html = RENDERER.render(PARSER.parse(text));
    for (int i = 0; i < formulas.size(); i++) {
      html = html.replace(MARK.formatted(i), formulas.get(i));
    }
    var body = new Element("div").html(html);
    body.select("pre > code").forEach(MarkdownText::colour);
    body.select("table").forEach(MarkdownText::scroll);
    body.select("math[display=block]").forEach(m -> scroll(m, "formula"));
    return body;
  }

  private String replacement(MatchResult found, List<String> formulas) {
    var display = found.group("display");
    var inline = found.group("inline");
    if (display == null && inline == null) {
      return Matcher.quoteReplacement(found.group());
    }
    formulas.add(
        display == null ? formula.mathMl(inline + "", false) : formula.mathMl(display, true));
    return MARK.formatted(formulas.size() - 1);
  }

  private static void colour(Element code) {
    var language = code.className().replace("language-", "");
    var pre = code.parent();
    if (pre != null) {
      pre.replaceWith(SourceColours.block(code.wholeText(), language));
    }
  }

  /// Lets an element that is too wide scroll within itself, by keyboard too.
  private static void scroll(Element wide, String name) {
    wide.wrap(
        "<div class='scroll' tabindex='0' role='group' aria-label='%s'></div>".formatted(name));
  }

  /// Lets a table that is too wide scroll within itself, and turns empty head cells into plain
  /// cells.
  static void scroll(Element table) {
    scroll(table, "table");
    for (var empty : table.select("th")) {
      if (!empty.hasText()) {
        empty.tagName("td");
      }
    }
  }

  /// Lets an element stand behind the title, or first where there is none.
  static void behindTitle(Element body, Element what) {
    var h1 = body.selectFirst("h1");
    if (h1 == null) {
      body.prependChild(what);
    } else {
      h1.after(what);
    }
  }

  /// The title that a text has in its first `h1`.
  static String title(Element body, String otherwise) {
    var h1 = body.selectFirst("h1");
    return h1 == null ? otherwise : h1.text();
  }
}
