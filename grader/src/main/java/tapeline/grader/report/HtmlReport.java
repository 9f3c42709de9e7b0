package tapeline.grader.report;

import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Front;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;

/// A grading as one HTML page: every test with its property, its message, the line it failed at and
/// what the learner's code printed.
///
/// The page needs no script and loads nothing; a policy in it forbids both, so that nothing a
/// learner's code prints can run in an instructor's browser.
public final class HtmlReport {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy"
        content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="color-scheme" content="light dark">
      """;

  private final Grades grades;
  private final Html html = new Html();
  private final HtmlExercise exercise = new HtmlExercise(html, Front.terminal());

  private HtmlReport(Grades grades) {
    this.grades = grades;
  }

  /// The whole page.
  public static String render(Grades grades) {
    return new HtmlReport(grades).page();
  }

  private String page() {
    var title = title();
    html.raw(HEAD).element("title", "Tapeline: " + title).raw("\n<style>\n").raw(Stylesheet.CSS);
    html.raw("</style>\n</head>\n<body>\n<header>\n<p class=\"course\">Tapeline</p>\n");
    html.element("h1", title).raw("\n");
    if (grades.modules().size() == 1) {
      graded(grades.modules().getFirst());
    }
    score();
    next(Focus.next(grades));
    html.raw("</header>\n<main>\n");
    var failure = Focus.failure(grades);
    if (failure != null) {
      html.raw("<section class=\"first\" aria-labelledby=\"first\">\n");
      html.element("h2 id=\"first\"", "Look here first").raw("\n");
      exercise.first(failure);
      html.raw("</section>\n");
    }
    for (var m : grades.modules()) {
      module(m, failure);
    }
    html.raw("</main>\n<footer>\n<p>Graded ");
    var when = grades.when().toString();
    var shown = grades.when().truncatedTo(ChronoUnit.SECONDS).toString();
    html.raw("<time datetime=\"").text(when).raw("\">");
    html.text(shown.replace('T', ' ').replace("Z", " UTC")).raw("</time>");
    html.raw(" on JDK ").text(grades.jdk()).raw(", seed ").text(Long.toString(grades.seed()));
    return html.raw("</p>\n</footer>\n</body>\n</html>\n").toString();
  }

  private String title() {
    return grades.modules().size() == 1
        ? grades.modules().getFirst().module().name()
        : Words.count(grades.modules().size(), "module");
  }

  /// The points in words, and as a tape on which each exercise is as long as it is worth.
  private void score() {
    int earned = 0;
    int points = 0;
    for (var m : grades.modules()) {
      earned += m.earned();
      points += m.points();
    }
    html.raw("<p class=\"score\"><strong>").raw(earned).raw("</strong> of ").raw(points);
    html.raw(" points</p>\n<div class=\"tape\" role=\"img\" aria-label=\"").raw(earned);
    html.raw(" of ").raw(points).raw(" points\">");
    for (var m : grades.modules()) {
      for (var e : m.exercises()) {
        html.raw("<i class=\"").raw(Tone.of(e.verdict()).css()).raw("\" style=\"flex-grow:");
        html.raw(e.exercise().points()).raw("\"></i>");
      }
    }
    html.raw("</div>\n");
  }

  private void next(@Nullable Focus next) {
    if (next == null) {
      html.raw("<p class=\"next\">Everything that was graded passed.</p>\n");
      return;
    }
    html.raw("<p class=\"next\">Next: ");
    exercise.link(next.exercise());
    html.raw("<br>").element("code", next.place());
    var command = Front.terminal().grade(next.module().module().number());
    html.raw("<br>").element("code class=\"command\"", command).raw("</p>\n");
  }

  private void module(ModuleResult m, @Nullable Focus failure) {
    boolean only = grades.modules().size() == 1;
    html.raw("<section>\n").element("h2", only ? "Exercises" : m.module().name()).raw("\n");
    if (!only) {
      graded(m);
    }
    html.raw("<div class=\"scroll\"><table>\n<caption>");
    html.text(Words.of(m.earned(), m.points())).raw(" points");
    if (m.seconds() > 0) {
      html.raw(" in ").text(Words.seconds(m.seconds()));
    }
    html.raw(
        "</caption>\n<thead><tr><th scope=\"col\">Exercise</th><th scope=\"col\">Verdict</th>");
    html.raw("<th scope=\"col\" class=\"n\">Tests</th><th scope=\"col\" class=\"n\">Points</th>");
    html.raw("</tr></thead>\n<tbody>\n");
    for (var e : m.exercises()) {
      row(e);
    }
    html.raw("</tbody>\n</table></div>\n");
    for (var e : m.exercises()) {
      exercise.article(m.module(), e, failure != null && failure.is(e));
    }
    html.raw("</section>\n");
  }

  private void row(ExerciseResult e) {
    html.raw("<tr><th scope=\"row\">");
    exercise.link(e);
    html.raw("</th><td>");
    exercise.verdict(e.verdict());
    int all = e.tests().size();
    html.raw("</td><td class=\"n\">").text(all == 0 ? "none ran" : Words.of(e.passed(), all));
    html.raw("</td><td class=\"n\">").text(Words.of(e.earned(), e.exercise().points()));
    html.raw("</td></tr>\n");
  }

  private void graded(ModuleResult module) {
    html.element("p class=\"graded\"", module.graded()).raw("\n");
    if (!module.note().isEmpty()) {
      html.element("p class=\"graded\"", module.note()).raw("\n");
    }
  }
}
