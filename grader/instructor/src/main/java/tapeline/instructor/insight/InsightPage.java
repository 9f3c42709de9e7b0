package tapeline.instructor.insight;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.HeatMapChart;
import tapeline.grader.report.Html;
import tapeline.instructor.board.BoardWords;
import tapeline.instructor.board.page.PageParts;
import tapeline.instructor.board.page.SiteFrame;
import tapeline.instructor.insight.ExerciseInsight.Mistake;
import tapeline.toolkit.Charts;
import tech.tablesaw.api.Table;

/// The page of a class's insights.
final class InsightPage {
  private InsightPage() {}

  /// @param stops the exercises at which most stop
  /// @param map null where no module is broken down
  static String render(Insights insights, Table stops, @Nullable HeatMapChart map) {
    return SiteFrame.forStranger(
        "What the class does not understand",
        html -> {
          html.element(
                  "p class=\"lead\"",
                  "Counts by exercise, without a name. Groups smaller than three are not broken down.")
              .raw("\n");
          stops(html, insights, stops);
          if (map != null) {
            figure(html, map);
          }
          insights.modules().forEach(m -> module(html, m));
          notes(html);
        });
  }

  private static void stops(Html html, Insights insights, Table stops) {
    if (stops.isEmpty()) {
      return;
    }
    html.raw("<h2>Where most stop</h2>\n<ol class=\"log\">");
    for (var row : stops) {
      var id = row.getString("exercise");
      html.raw("<li><div><strong>").text(id + " " + row.getString("title")).raw("</strong>");
      html.element(
          "p class=\"meta\"",
          "%d of %d end here".formatted(row.getInt("stopped"), row.getInt("works")));
      insights.all().stream()
          .filter(e -> e.exercise().id().toString().equals(id))
          .flatMap(e -> e.mistakes().stream())
          .filter(m -> !m.name().equals(Insights.OTHERS))
          .findFirst()
          .ifPresent(m -> html.element("p class=\"meta\"", "most of all: " + said(m)));
      html.raw("</div></li>\n");
    }
    html.raw("</ol>\n");
  }

  private static void figure(Html html, HeatMapChart map) {
    html.raw("<h2>By module and exercise</h2>\n<figure class=\"map\" tabindex=\"0\">");
    html.raw("<div role=\"img\" aria-label=\"Heat map; the tables below have its numbers\">");
    html.raw(Charts.svg(map)).raw("</div>");
    html.element("figcaption", "The darker, the more have not passed: not started, or failed.");
    html.raw("</figure>\n");
  }

  private static void module(Html html, ModuleInsight module) {
    html.element("h2", module.module().name()).raw("\n");
    if (module.exercises().isEmpty()) {
      html.element("p", counted(module) + ": fewer than three are not broken down.").raw("\n");
      return;
    }
    PageParts.head(
        html,
        "stack sides insights",
        counted(module),
        List.of("Exercise", "Not started", "Failed", "Passed", "Time to pass", "Mistakes"));
    module.exercises().forEach(e -> row(html, e));
    html.raw("</tbody></table>\n");
  }

  private static String counted(ModuleInsight module) {
    var works =
        module.isShared()
            ? BoardWords.count(module.works(), "learner", "learners") + " shared progress"
            : BoardWords.count(module.works(), "hand-in", "hand-ins") + " graded";
    return works
        + (module.refused() == 0 ? "" : ", %d refused".formatted(module.refused()))
        + (module.missing() == 0 ? "" : ", %d handed in nothing".formatted(module.missing()));
  }

  private static void row(Html html, ExerciseInsight e) {
    html.raw("<tr>").element("th scope=\"row\"", e.name());
    html.element("td data-of=\"not started\"", "" + e.notStarted());
    html.element("td data-of=\"failed\"", "" + e.failed());
    html.element("td data-of=\"passed\"", "" + e.passed());
    html.element("td data-of=\"time to pass\"", time(e));
    html.element("td data-of=\"mistakes\"", mistakes(e)).raw("</tr>\n");
  }

  private static String time(ExerciseInsight e) {
    return e.minutes().isPresent()
        ? "%d min, of %d".formatted(e.minutes().getAsLong(), e.timed())
        : "not known";
  }

  private static String mistakes(ExerciseInsight e) {
    if (e.mistakes().isEmpty()) {
      return e.failed() == 0 ? "–" : "fewer than three failed";
    }
    return e.mistakes().stream().map(InsightPage::said).collect(Collectors.joining("; "));
  }

  private static String said(Mistake m) {
    return "%s (%d%s)"
        .formatted(
            m.name(),
            m.count(),
            m.guessed() == 0 ? "" : ", %d of them guessed".formatted(m.guessed()));
  }

  private static void notes(Html html) {
    html.raw(
        """
        <details><summary>How it is counted</summary>
        <p>Passed: the exercise earned its points. Not started: it is as it was given. Failed: all
        else, also what does not compile or runs too long.</p>
        <p>A hand-in ends at the exercise behind the last one that it passed, in the order of the
        module’s notebook; one that passed the last exercise, or
        has not begun, ends nowhere.</p>
        <p>A mistake has the name that the exercise’s tests know it by. Where the failures are like
        a known mistake’s in part only, it is a guess.</p>
        <p>Time to pass: the median of the time from the first grading of an answer to the first
        that passed, pauses included, of learners who shared their progress; not known where fewer
        than three did.</p></details>
        """);
  }
}
