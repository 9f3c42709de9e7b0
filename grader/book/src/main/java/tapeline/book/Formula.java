package tapeline.book;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import uk.ac.ed.ph.snuggletex.SnuggleEngine;
import uk.ac.ed.ph.snuggletex.SnuggleInput;
import uk.ac.ed.ph.snuggletex.XMLStringOutputOptions;

/// LaTeX as MathML, by SnuggleTeX.
final class Formula {
  /// Commands of LaTeX and AMS that SnuggleTeX lacks.
  private static final String COMMANDS =
      """
      \\newcommand{\\text}[1]{\\mbox{#1}}
      \\newcommand{\\mathrel}[1]{#1}
      \\newcommand{\\dots}{\\ldots}
      \\newcommand{\\to}{\\rightarrow}
      """;

  /// LaTeX takes one sign for an argument, SnuggleTeX only braces.
  private static final Pattern SHORT_FRACTION = Pattern.compile("\\\\frac ?(\\w)\\s*(\\w)");

  private static final Pattern PRIMES = Pattern.compile("'+");

  private final SnuggleEngine engine = new SnuggleEngine();

  /// The `math` element.
  ///
  /// @param display whether it stands on a line of its own
  /// @throws IllegalArgumentException when the text is not understood
  String mathMl(String latex, boolean display) {
    var session = engine.createSession();
    var options = new XMLStringOutputOptions();
    options.setEncoding("UTF-8");
    try {
      session.parseInput(new SnuggleInput(COMMANDS));
      var text = SHORT_FRACTION.matcher(latex).replaceAll("\\\\frac{$1}{$2}");
      text =
          PRIMES
              .matcher(text)
              .replaceAll(m -> "\\\\mbox{%s}".formatted("′".repeat(m.group().length())));
      session.parseInput(new SnuggleInput(display ? "\\[" + text + "\\]" : "$" + text + "$"));
      var xml = session.buildXMLString(options);
      if (xml == null || !session.getErrors().isEmpty()) {
        throw new IllegalArgumentException(
            "the formula %s is not understood: %s".formatted(latex, session.getErrors()));
      }
      return fenced(xml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// MathML Core, which browsers show, has no `mfenced` and no upright style: brackets become
  /// elements, and the letters of a word one name. A hyphen becomes a minus.
  private static String fenced(String xml) {
    var math = Jsoup.parseBodyFragment(xml).body();
    for (var sign : math.select("mo, mn")) {
      sign.text(sign.text().replace('-', '−'));
    }
    for (var style : math.select("mstyle[mathvariant=normal]")) {
      if (style.children().stream().allMatch(letter -> letter.normalName().equals("mi"))) {
        style.replaceWith(new Element("mi").attr("mathvariant", "normal").text(style.wholeText()));
      }
    }
    for (var name : math.select("mi")) {
      var parent = name.parent();
      var power = parent != null && parent.normalName().equals("msup") ? parent : null;
      if (name.text().length() > 1 && (power == null || name.siblingIndex() == 0)) {
        space(power == null ? name : power);
      }
    }
    for (var old : math.select("mfenced")) {
      var row = new Element("mrow");
      row.appendElement("mo").text(old.attr("open"));
      for (var part : old.children()) {
        if (row.childrenSize() > 1) {
          row.appendElement("mo").attr("separator", "true").text(",");
        }
        row.appendChild(part);
      }
      row.appendElement("mo").text(old.attr("close"));
      old.replaceWith(row);
    }
    return math.html();
  }

  /// A thin space between the name of a function, or its power, and an argument without brackets.
  private static void space(Element name) {
    var next = name.nextElementSibling();
    if (next != null && next.is("mi, mn, msub, msup, mfrac")) {
      name.after("<mspace width='0.167em'></mspace>");
    }
  }
}
