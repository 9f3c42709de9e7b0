package tapeline.grader.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Brief;
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
  private static final int MOST_CODE = 3;
  private static final int MOST_NOTE = 3;

  /// Characters of a known mistake, behind the word that calls it a guess.
  private static final int MOST_MISTAKE = Brief.LONGEST_MESSAGE + 20;

  private final TerminalOptions options;
  private final Focus focus;
  private final ExerciseResult exercise;
  private final @Nullable Problem problem;
  private final Excerpt text;
  private final Excerpt output;
  private final List<String> others;
  private int othersShown;
  private int noteRows = MOST_NOTE;

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
    out.addAll(title());
    text.addTo(out);
    out.addAll(tail());
    if (output.size() > 0) {
      out.add(quiet("  your code printed"));
      output.addTo(out);
    }
    if (othersShown > 0) {
      out.add("");
      int shown = othersShown == others.size() ? othersShown : othersShown - 1;
      others.subList(0, shown).forEach(other -> out.addAll(rows(other)));
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
    while (over(room) > 0 && othersShown > 3) {
      othersShown--;
    }
    text.shrink(over(room), 6);
    if (over(room) > 0) {
      noteRows = 1;
    }
    if (over(room) > 0) {
      output.shrink(output.size(), 0);
    }
    text.shrink(over(room), 2);
  }

  private int over(int room) {
    int headings = title().size() + (output.size() > 0 ? 1 : 0) + (othersShown > 0 ? 1 : 0);
    int other = others.stream().limit(othersShown).mapToInt(o -> rows(o).size()).sum();
    return headings + text.size() + tail().size() + output.size() + other - room;
  }

  private List<String> title() {
    var what = new StringBuilder(Words.symbol(exercise.verdict(), options.utf8()));
    what.append(' ').append(exercise.exercise().id().toString()).append(' ');
    var failed = exercise.firstFailure();
    if (exercise.problem() == null && failed != null) {
      what.append(failed.property());
    } else {
      what.append(exercise.exercise().title()).append(' ').append(exercise.verdict());
    }
    var rows = rows(what.toString());
    if (options.colour()) {
      var tone = Tone.of(exercise.verdict());
      rows.replaceAll(row -> Tone.STRONG.paint(tone.paint(row, true), true));
    }
    return rows;
  }

  /// The place to look at, and what is likely wrong there.
  List<String> mistake() {
    var out = new ArrayList<String>();
    var at = problem == null ? null : problem.at();
    if (at != null && exercise.verdict() != Verdict.DOES_NOT_COMPILE) {
      addPlace(out, at);
    }
    var mistake = exercise.likelyMistake();
    if (mistake != null) {
      var text = Lines.clip(mistake, MOST_MISTAKE, options.utf8());
      addRemark(out, "likely mistake: " + text, MOST_MISTAKE);
    }
    return out;
  }

  private List<String> tail() {
    var out = new ArrayList<>(mistake());
    if (exercise.note() != null) {
      addRemark(out, "note: " + exercise.note(), noteRows);
    }
    var rule = Words.rule(exercise);
    if (rule != null) {
      addRemark(out, "points: " + rule, MOST_NOTE);
    }
    if (focus.hintHelps()) {
      var id = exercise.exercise().id().toString();
      var key = "h, then Enter";
      out.add("  hint: " + (options.watched() ? key : options.front().command("hint", id)));
    }
    return out;
  }

  private void addPlace(List<String> out, SourceLine at) {
    out.addAll(Lines.wrap("  at " + Words.place(at), options.width(), 2));
    if (at.code() != null) {
      var number = Lines.padLeft(String.valueOf(at.line()), 8);
      var bar = options.utf8() ? " │ " : " | ";
      int width = options.width() - number.length() - bar.length();
      var rows = Lines.rows(Chars.printable(at.code()), width);
      for (var row : Lines.first(MOST_CODE, rows, width, options.utf8())) {
        out.add(number + bar + row);
        number = " ".repeat(number.length());
      }
    }
  }

  private void addRemark(List<String> out, String remark, int most) {
    int width = options.width() - 4;
    var rows = Lines.fit(remark, width, MOST_MISTAKE, options.utf8());
    Lines.first(most, rows, width, options.utf8()).forEach(row -> out.add("  " + row));
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
      out.add(
          Lines.clip(
              line.toString(), Math.max(TerminalReport.WIDE, options.width()), options.utf8()));
    }
    if (!same.isEmpty()) {
      out.addFirst("  the same stops " + same);
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

  private List<String> rows(String line) {
    return Lines.rows(line, options.width());
  }

  private String quiet(String line) {
    return Tone.QUIET.paint(line, options.colour());
  }
}
