package tapeline.grader.report;

import org.jspecify.annotations.Nullable;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Front;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Problem;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;

/// The parts of an HTML page, or of a notebook's output, that show one exercise.
final class HtmlExercise {
  private final Html html;
  private final Front front;

  HtmlExercise(Html html, Front front) {
    this.html = html;
    this.front = front;
  }

  /// The first failure: its problem and what may help.
  void first(Focus focus) {
    var e = focus.exercise();
    var failed = e.firstFailure();
    html.raw("<p class=\"property\">");
    verdict(e.verdict());
    html.raw(" ");
    link(e);
    if (e.problem() == null && failed != null) {
      html.raw(": ").text(failed.property());
    }
    html.raw("</p>\n");
    problem(e.firstProblem());
    remarks(e);
    if (focus.hintHelps()) {
      var command = front.command("hint", e.exercise().id().toString());
      html.raw("<p>For a hint: ").element("code class=\"command\"", command).raw("</p>\n");
    }
  }

  /// Everything known of an exercise; its tests are folded away unless `open`.
  void article(CourseModule module, ExerciseResult e, boolean open) {
    html.raw("<article id=\"e").text(e.exercise().id().toString()).raw("\" class=\"");
    html.raw(Tone.of(e.verdict()).css()).raw("\">\n<h3><span class=\"id\">");
    html.text(e.exercise().id().toString()).raw("</span> ").text(e.exercise().title()).raw(" ");
    verdict(e.verdict());
    html.raw("</h3>\n<p class=\"meta\">").raw(e.earned()).raw(" of ").raw(e.exercise().points());
    html.raw(" points in ").element("code", Words.file(module, e.exercise())).raw("</p>\n");
    problem(e.problem());
    remarks(e);
    if (!e.tests().isEmpty()) {
      html.raw(open ? "<details open><summary>" : "<details><summary>").raw(e.passed()).raw(" of ");
      html.text(Words.count(e.tests().size(), "test")).raw(" passed</summary>\n<ol>\n");
      e.tests().forEach(this::test);
      html.raw("</ol>\n</details>\n");
    }
    html.raw("</article>\n");
  }

  /// The exercise's number and title, on the page leading to its article.
  void link(ExerciseResult e) {
    var id = e.exercise().id().toString();
    boolean page = front != Front.NOTEBOOK;
    if (page) {
      html.raw("<a href=\"#e").text(id).raw("\">");
    }
    html.raw("<span class=\"id\">").text(id).raw("</span> ").text(e.exercise().title());
    html.raw(page ? "</a>" : "");
  }

  /// Symbol and words.
  void verdict(Verdict verdict) {
    html.raw("<span class=\"verdict ").raw(Tone.of(verdict).css()).raw("\">");
    html.element("span aria-hidden=\"true\"", Words.symbol(verdict, true)).raw(" ");
    html.text(verdict.toString()).raw("</span>");
  }

  private void test(TestResult t) {
    html.raw("<li class=\"").raw(Tone.of(t.verdict()).css()).raw("\"><p class=\"property\">");
    verdict(t.verdict());
    html.raw(" ").text(t.property()).raw(" <span class=\"meta\">").text(t.testClass()).raw(", ");
    html.text(Words.seconds(t.seconds())).raw("</span></p>\n");
    problem(t.problem());
    printed(t);
    html.raw("</li>\n");
  }

  /// The output of the learner's code in the test, folded away.
  void printed(@Nullable TestResult t) {
    if (t != null && !t.output().isEmpty()) {
      html.raw("<details><summary>What your code printed</summary>");
      html.element("pre tabindex=\"0\"", t.output()).raw("</details>\n");
    }
  }

  private void problem(@Nullable Problem problem) {
    if (problem == null) {
      return;
    }
    html.element("pre class=\"problem\" tabindex=\"0\"", problem.told()).raw("\n");
    var at = problem.at();
    if (at != null) {
      html.raw("<p class=\"at\">at ").element("code", Words.place(at)).raw("</p>\n");
      if (at.code() != null) {
        html.raw("<pre class=\"code\" tabindex=\"0\"><span class=\"line\">").raw(at.line());
        html.raw("</span>").text(at.code()).raw("</pre>\n");
      }
    }
    if (!problem.frames().isEmpty()) {
      html.raw("<details><summary>Calls that led there</summary>");
      html.element("pre tabindex=\"0\"", String.join("\n", problem.frames()));
      html.raw("</details>\n");
    }
  }

  private void remarks(ExerciseResult e) {
    remark("Likely mistake", e.likelyMistake());
    remark("Note", e.note());
    remark("Points", Words.rule(e));
  }

  private void remark(String label, @Nullable String text) {
    if (text != null) {
      html.raw("<p class=\"remark\"><strong>").raw(label).raw(":</strong> ").prose(text);
      html.raw("</p>\n");
    }
  }
}
