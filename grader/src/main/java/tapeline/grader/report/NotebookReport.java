package tapeline.grader.report;

import tapeline.grader.course.Front;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;

/// A grading as a notebook shows it: a line an exercise, the first failure in full, and what comes
/// next.
public final class NotebookReport {
  private final Grades grades;
  private final Html html = new Html();
  private final HtmlExercise exercise = new HtmlExercise(html, Front.NOTEBOOK);

  private NotebookReport(Grades grades) {
    this.grades = grades;
  }

  /// The report as a fragment of HTML.
  public static String render(Grades grades) {
    return Fragment.of(new NotebookReport(grades).body());
  }

  private Html body() {
    grades.modules().forEach(this::module);
    var failure = Focus.failure(grades);
    if (failure != null) {
      exercise.first(failure);
      exercise.printed(failure.exercise().firstFailure());
    }
    next();
    return html;
  }

  private void module(ModuleResult m) {
    html.raw("<p>").element("strong", m.module().name());
    html.raw(" <span class=\"meta\">")
        .text(m.graded())
        .raw(", ")
        .text(Words.seconds(m.seconds()))
        .raw(" ")
        .text(m.note());
    html.raw("</span></p>\n<table>\n");
    m.exercises().forEach(this::row);
    html.raw("<tr><th colspan=\"3\">together</th><th class=\"n\">");
    html.text(Words.of(m.earned(), m.points())).raw(" points</th></tr>\n</table>\n");
  }

  private void row(ExerciseResult e) {
    html.raw("<tr><td>");
    exercise.link(e);
    html.raw("</td><td>");
    exercise.verdict(e.verdict());
    html.raw("</td><td class=\"n meta\">").text(Words.tests(e));
    html.raw("</td><td class=\"n\">").text(Words.of(e.earned(), e.exercise().points()));
    html.raw("</td></tr>\n");
  }

  private void next() {
    html.raw("<p>");
    var next = Focus.next(grades);
    var following = grades.modules().isEmpty() ? null : Focus.following(grades.modules().getLast());
    if (next != null) {
      html.raw("Next: ");
      exercise.link(next.exercise());
      html.raw(" in ").element("code", next.place());
      var note = next.exercise().note();
      if (note != null && Tone.of(next.exercise().verdict()) == Tone.QUIET) {
        html.prose(". Note: " + note);
      }
    } else if (following != null) {
      html.raw("Next: <span class=\"id\">").text(following.id().toString()).raw("</span> ");
      html.text(following.title());
    } else {
      html.raw("Everything that was graded passed.");
    }
    html.raw("</p>\n");
  }
}
