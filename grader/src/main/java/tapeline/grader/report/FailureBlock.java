package tapeline.grader.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Problem;
import tapeline.grader.result.SourceLine;
import tapeline.grader.result.Verdict;

/// The first failure in full and the others in a line each, cut to the room there is.
final class FailureBlock {
  private static final int MOST_TEXT = 12;
  private static final int MOST_OUTPUT = 8;
  private static final int WIDTH = TerminalReport.WIDTH - 4;

  private final TerminalOptions options;
  private final Focus focus;
  private final ExerciseResult exercise;
  private final @Nullable Problem problem;
  private final Excerpt text;
  private final Excerpt output;
  private final List<String> others;
  private int othersShown;
  private int remarkRows = 3;

  FailureBlock(Grades grades, Focus focus, TerminalOptions options) {
    this.options = options;
    this.focus = focus;
    exercise = focus.exercise();
    problem = exercise.firstProblem();
    text = new Excerpt(problem == null ? "" : problem.told(), MOST_TEXT, options);
    var failed = exercise.firstFailure();
    output = new Excerpt(failed == null ? "" : failed.output(), MOST_OUTPUT, options);
    others = grades.modules().size() == 1 ? others(grades.modules().getFirst()) : List.of();
    othersShown = others.size();
  }

  /// At most `room` lines where that is possible.
  List<String> lines(int room) {
    shrink(room);
    var out = new ArrayList<String>();
    out.add(title());
    text.addTo(out);
    out.addAll(tail());
    if (output.size() > 0) {
      out.add(quiet("  your code printed"));
      output.addTo(out);
    }
    if (othersShown > 0) {
      out.add("");
      int shown = othersShown == others.size() ? othersShown : othersShown - 1;
      out.addAll(others.subList(0, shown));
      if (shown < others.size()) {
        var more = Excerpt.more(others.size() - shown, "failure", options.utf8());
        out.add(quiet("  " + more));
      }
    }
    return out;
  }

  /// Shortens the least helpful parts first.
  private void shrink(int room) {
    output.shrink(over(room), 2);
    othersShown -= Math.max(0, Math.min(over(room), othersShown - 3));
    text.shrink(over(room), 6);
    if (over(room) > 0) {
      remarkRows = 1;
      output.shrink(output.size(), 0);
    }
  }

  private int over(int room) {
    int headings = 1 + (output.size() > 0 ? 1 : 0) + (othersShown > 0 ? 1 : 0);
    return headings + text.size() + tail().size() + output.size() + othersShown - room;
  }

  private String title() {
    var what = new StringBuilder(Words.symbol(exercise.verdict(), options.utf8()));
    what.append(' ').append(exercise.exercise().id().toString()).append(' ');
    var failed = exercise.firstFailure();
    if (exercise.problem() == null && failed != null) {
      what.append(failed.property());
    } else {
      what.append(exercise.exercise().title()).append(' ').append(exercise.verdict());
    }
    var line = clip(what.toString());
    if (options.colour()) {
      return Tone.STRONG.paint(Tone.of(exercise.verdict()).paint(line, true), true);
    }
    return line;
  }

  /// The place to look at, and what is likely wrong there.
  List<String> mistake() {
    var out = new ArrayList<String>();
    var at = problem == null ? null : problem.at();
    if (at != null && exercise.verdict() != Verdict.DOES_NOT_COMPILE) {
      addPlace(out, at);
    }
    addRemark(out, "likely mistake: ", exercise.likelyMistake());
    return out;
  }

  private List<String> tail() {
    var out = new ArrayList<>(mistake());
    addRemark(out, "note: ", exercise.note());
    addRemark(out, "points: ", Words.rule(exercise));
    if (focus.hintHelps()) {
      var id = exercise.exercise().id().toString();
      out.add("  hint: " + options.front().command("hint", id));
    }
    return out;
  }

  private void addPlace(List<String> out, SourceLine at) {
    out.add("  at " + Words.place(at));
    if (at.code() != null) {
      var code = new StringBuilder("  ");
      code.append(Lines.padLeft(String.valueOf(at.line()), 6));
      code.append(options.utf8() ? " │ " : " | ").append(Chars.printable(at.code()));
      out.add(clip(code.toString()));
    }
  }

  private void addRemark(List<String> out, String label, @Nullable String remark) {
    if (remark == null) {
      return;
    }
    var lines = Lines.fit(label + remark, WIDTH, options.utf8());
    int rows = Math.min(remarkRows, lines.size());
    for (int i = 0; i < rows; i++) {
      boolean cut = i == rows - 1 && rows < lines.size();
      var line = cut ? lines.get(i) + Lines.ellipsis(options.utf8()) : lines.get(i);
      out.add("  " + Lines.clip(line, WIDTH, options.utf8()));
    }
  }

  private List<String> others(ModuleResult module) {
    var out = new ArrayList<String>();
    var same = new StringBuilder();
    for (var e : module.exercises()) {
      var tone = Tone.of(e.verdict());
      if (focus.is(e) || tone == Tone.GOOD || tone == Tone.QUIET) {
        continue;
      }
      var id = e.exercise().id().toString();
      if (focus.sameProblem(e)) {
        same.append(same.isEmpty() ? "" : ", ").append(id);
        continue;
      }
      var line = new StringBuilder(Words.symbol(e.verdict(), options.utf8()));
      line.append(' ').append(id).append(' ').append(reason(e));
      out.add(clip(line.toString()));
    }
    if (!same.isEmpty()) {
      out.addFirst(clip("  the same stops " + same));
    }
    return out;
  }

  /// In one line: what did not hold, else what the problem says.
  private static String reason(ExerciseResult e) {
    var failed = e.firstFailure();
    var why = "";
    if (e.problem() != null) {
      why = Chars.printable(e.problem().headline());
    } else if (failed != null) {
      why = failed.property();
    }
    if (why.isEmpty()) {
      return e.verdict().toString();
    }
    return e.verdict() == Verdict.FAILED ? why : e.verdict() + ": " + why;
  }

  private String clip(String line) {
    return Lines.clip(line, TerminalReport.WIDTH, options.utf8());
  }

  private String quiet(String line) {
    return Tone.QUIET.paint(line, options.colour());
  }
}
