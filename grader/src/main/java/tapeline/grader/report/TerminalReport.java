package tapeline.grader.report;

import java.util.ArrayList;
import java.util.List;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;

/// The report in a terminal: one screen, with the first failure in full.
///
/// ```text
/// 03-tape-reuse: your files on the reference solutions of 01 to 02
///
///   ✓ 03.1  growth by doubling       passed       6/6 tests   10/10
///   ✗ 03.2  requires-grad filtering  failed       4/6 tests    0/20
///
/// ✗ 03.2 constants are folded, not recorded
///     expected: 0
///      but was: 1
///   at modules/03-tape-reuse/src/main/java/tapeline/reuse/FlatTape.java:57
///       57 │ record(op, a, b);
///   hint: mvn -pl grader test -Dhint=03.2
///
/// ██████░░░░░░░░░░░░░░ 10/30 points   0.4 s, seed 42
/// next: 03.2 in modules/03-tape-reuse/src/main/java/tapeline/reuse/FlatTape.java:57
///       mvn -pl grader test -Dmodule=3
/// ```
public final class TerminalReport {
  /// Lines that a report of one module with up to nine exercises, or of twenty modules, stays
  /// within on a terminal of [#WIDE] columns or more. No line is wider than the terminal, but for a
  /// file's name or a command, which must stay whole.
  static final int HEIGHT = 40;

  /// Columns below which texts get more rows.
  static final int WIDE = 100;

  private static final int BAR = 20;

  private final Grades grades;
  private final TerminalOptions options;

  private TerminalReport(Grades grades, TerminalOptions options) {
    this.grades = grades;
    this.options = options;
  }

  /// The report's lines, each ended by `\n`.
  public static String render(Grades grades, TerminalOptions options) {
    return new TerminalReport(grades, options).render();
  }

  /// The line of the first failure's mistake, as the report has it; none when nothing failed.
  public static List<String> line(Grades grades, TerminalOptions options) {
    var failure = Focus.failure(grades);
    return failure == null ? List.of() : new FailureBlock(grades, failure, options).mistake();
  }

  private String render() {
    var lines = new ArrayList<String>();
    var table = new Columns();
    if (grades.modules().size() == 1) {
      var module = grades.modules().getFirst();
      heading(lines, module.module().name() + ": " + module.graded());
      for (var e : module.exercises()) {
        addExercise(table, e);
      }
    } else {
      heading(lines, Words.count(grades.modules().size(), "module"));
      for (var m : grades.modules()) {
        addModule(table, m);
      }
    }
    for (var m : grades.modules()) {
      if (!m.note().isEmpty()) {
        lines.addAll(Lines.wrap(m.note(), options.width()));
      }
    }
    lines.add("");
    table.addTo(lines, options);
    lines.add("");
    var end = end();
    var failure = Focus.failure(grades);
    if (failure != null) {
      int height = HEIGHT * Math.max(WIDE, options.width()) / options.width();
      int room = height - lines.size() - end.size() - 1;
      lines.addAll(new FailureBlock(grades, failure, options).lines(room));
      lines.add("");
    }
    lines.addAll(end);
    var out = new StringBuilder(4096);
    for (var line : lines) {
      out.append(line).append('\n');
    }
    return out.toString();
  }

  private void heading(List<String> lines, String text) {
    Lines.rows(text, options.width())
        .forEach(row -> lines.add(Tone.STRONG.paint(row, options.colour())));
  }

  private void addExercise(Columns table, ExerciseResult e) {
    table.add(
        e.verdict(),
        e.exercise().id().toString(),
        e.exercise().title(),
        e.verdict().toString(),
        Words.tests(e),
        Words.of(e.earned(), e.exercise().points()));
  }

  private void addModule(Columns table, ModuleResult m) {
    int passed = 0;
    for (var e : m.exercises()) {
      passed += Tone.of(e.verdict()) == Tone.GOOD ? 1 : 0;
    }
    var verdict = Tone.of(m);
    table.add(
        verdict,
        "",
        m.module().name(),
        verdict.toString(),
        Words.of(passed, m.exercises().size()) + " exercises",
        Words.of(m.earned(), m.points()));
  }

  private List<String> end() {
    int earned = 0;
    int points = 0;
    double seconds = 0;
    for (var m : grades.modules()) {
      earned += m.earned();
      points += m.points();
      seconds += m.seconds();
    }
    var total = new StringBuilder(bar(earned, points)).append(' ');
    total.append(Words.of(earned, points)).append(" points");
    var how = new StringBuilder("   ").append(Words.seconds(seconds));
    how.append(", seed ").append(grades.seed());
    total.append(Tone.QUIET.paint(how.toString(), options.colour()));
    var end = new ArrayList<String>();
    end.add(total.toString());
    addNext(end);
    return end;
  }

  private String bar(int earned, int points) {
    int full = points == 0 ? 0 : (int) ((long) earned * BAR / points);
    full = earned > 0 ? Math.max(1, full) : full;
    var done = (options.utf8() ? "█" : "#").repeat(full);
    var open = (options.utf8() ? "░" : ".").repeat(BAR - full);
    return Tone.GOOD.paint(done, options.colour()) + open;
  }

  private void addNext(List<String> end) {
    var next = Focus.next(grades);
    if (next != null) {
      var id = next.exercise().exercise().id().toString();
      addIn(end, id, next.place());
      var note = next.exercise().note();
      if (note != null && Tone.of(next.exercise().verdict()) == Tone.QUIET) {
        Lines.fit("note: " + note, options.width() - 6, options.utf8())
            .forEach(line -> end.add("      " + line));
      }
      if (!options.watched()) {
        end.add("      " + options.front().grade(next.module().module().number()));
      }
      return;
    }
    for (var m : grades.modules()) {
      var following = Focus.following(m);
      if (following != null) {
        var id = following.id().toString();
        addIn(end, id, Words.file(m.module(), following));
        return;
      }
    }
    end.add("Everything that was graded passed.");
  }

  private void addIn(List<String> end, String id, String place) {
    end.addAll(Lines.wrap("next: " + id + " in " + place, options.width()));
  }
}
