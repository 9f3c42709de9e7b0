package tapeline.instructor.board.page;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Manifest;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardText;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.judge.verdict.Judgement;

/// An entry's words about itself, beside the judge's findings, and how it was made: its work log.
///
/// @param first its judgement beside the baseline; null when there is none
record ManifestSection(Html html, Manifest manifest, @Nullable Judgement first) {

  void write() {
    sides();
    log();
  }

  private void sides() {
    var claim = manifest.claim();
    var score = first == null ? null : first.score();
    var env = manifest.environment();
    var m = first == null ? null : first.machine();
    html.raw(
        "<h2>Measured, and claimed</h2>\n"
            + "<table class=\"stack sides\"><caption>What the judge found beside");
    html.raw(" what the manifest says; only the first is ranked.</caption><thead><tr>");
    html.raw("<th scope=\"col\"><span class=\"hidden\">Of what</span></th>");
    html.raw("<th scope=\"col\">Judge</th><th scope=\"col\">Manifest</th></tr></thead><tbody>\n");
    side(
        "Ratio",
        score == null ? "–" : RatioAxis.words(score),
        claim == null
            ? "–"
            : "%s, between %s and %s"
                .formatted(
                    BoardWords.ratio(claim.speedUp()),
                    BoardWords.ratio(claim.low()),
                    BoardWords.ratio(claim.high())));
    side(
        "Processor",
        m == null ? "–" : "%s, %d cores".formatted(m.processor(), m.cores()),
        "%s, %d cores".formatted(env.processor(), env.cores()));
    side("System", m == null ? "–" : m.system(), env.system());
    side("JVM", m == null ? "–" : m.jvm(), "JDK " + env.jdk());
    side("Flags", "–", env.flags().isEmpty() ? "–" : String.join(" ", env.flags()));
    if (m != null) {
      side("Caches", m.caches(), "–");
      var warnings = m.warnings();
      side("Beware", warnings.isEmpty() ? "nothing known" : String.join("; ", warnings), "–");
    }
    if (first != null) {
      side("When", BoardWords.moment(first.when()), "–");
      side("Judged in", String.format(Locale.ROOT, "%.1f s", first.seconds()), "–");
    }
    html.raw("</tbody></table>\n");
  }

  private void side(String name, String judge, String said) {
    html.raw("<tr>").element("th scope=\"row\"", name);
    html.element("td data-of=\"judge\"", BoardText.line(judge, 300));
    html.element("td data-of=\"manifest\"", BoardText.line(said, 300));
    html.raw("</tr>\n");
  }

  private void log() {
    if (manifest.log().isEmpty()) {
      return;
    }
    html.raw("<h2>Work log</h2>\n<ol class=\"log\">");
    for (var step : manifest.log()) {
      html.raw("<li><div>");
      step("Expected", step.hypothesis());
      step("Changed", step.change());
      step("Measured", step.measurement());
      html.raw("</div></li>\n");
    }
    html.raw("</ol>\n");
  }

  private void step(String name, String text) {
    html.raw("<p>").element("span class=\"meta\"", name);
    html.text(BoardText.clean(text)).raw("</p>");
  }
}
