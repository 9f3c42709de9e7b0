package tapeline.grader;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import tapeline.grader.course.Course;
import tapeline.grader.course.Reason;
import tapeline.grader.course.Selection;
import tapeline.grader.report.TerminalOptions;
import tapeline.grader.report.TerminalReport;
import tapeline.grader.report.TerminalWidth;
import tapeline.grader.report.WorkflowReport;
import tapeline.grader.result.Grades;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;

/// One grading from the options to the terminal, or one after the other with `-Dwatch`.
final class Grading {
  private final Course course;
  private final Options options;
  private final PrintStream out;
  private final InputStream input;
  private final WatchKeys keys;

  /// @param input where letters are typed while files are watched
  Grading(Course course, Options options, PrintStream out, InputStream input) {
    this.course = course;
    this.options = options;
    this.out = out;
    this.input = input;
    this.keys = new WatchKeys(course);
  }

  /// Returns whether everything passed.
  boolean run() {
    var selection = Selection.of(course, options.get(Option.MODULE));
    var handed = handed();
    try (var workers = new Workers(new Jvm(course, options.seed()))) {
      var examiner = new Examiner(course, workers, options.seed(), out::println);
      examiner.prepare(selection.parts().getFirst().module());
      return options.on(Option.WATCH)
          ? watch(examiner, selection, handed)
          : gradeFirst(examiner, selection, handed);
    }
  }

  private boolean gradeFirst(Examiner examiner, Selection selection, Examiner.Handed handed) {
    boolean passed = grade(examiner, selection, handed);
    examiner.train(selection.parts().getLast().module());
    return passed;
  }

  private Examiner.Handed handed() {
    boolean mine = options.mine();
    return options.on(Option.REFERENCE)
        ? Examiner.Handed.REFERENCE
        : mine ? Examiner.Handed.STACK : Examiner.Handed.MODULE;
  }

  private boolean grade(Examiner examiner, Selection selection, Examiner.Handed handed) {
    var grades = examiner.grade(selection, handed);
    return show(examiner, examiner.located(grades, handed, () -> true), handed);
  }

  private boolean show(Examiner examiner, Grades grades, Examiner.Handed handed) {
    out.print(TerminalReport.render(grades, terminal()));
    out.flush();
    inWorkflow(grades);
    examiner.keep(grades, handed);
    keys.graded(grades);
    return grades.passed();
  }

  private void inWorkflow(Grades grades) {
    try {
      WorkflowReport.show(grades, System.getenv(), out);
    } catch (IOException e) {
      out.println("the workflow's summary is not written: " + e);
    }
  }

  private TerminalOptions terminal() {
    TerminalWidth.measure(); // it may have changed while files are watched
    var html = Examiner.REPORTS + "/grades.html";
    return TerminalOptions.detect(out, html, options.on(Option.WATCH));
  }

  /// Shows the verdict at once, and behind it the line of the mistake, unless the next save comes
  /// first.
  private void gradeSaved(
      Examiner examiner,
      Selection selection,
      Examiner.Handed handed,
      WatchEvents events,
      String file) {
    long start = System.nanoTime();
    var grades = examiner.grade(selection, handed);
    show(examiner, grades, handed);
    long millis = (System.nanoTime() - start) / 1_000_000;
    out.println("graded " + millis + " ms after " + file + " was saved");
    out.flush();
    var located = examiner.located(grades, handed, events::quiet);
    var line = TerminalReport.line(located, terminal());
    if (!line.equals(TerminalReport.line(grades, terminal()))) {
      line.forEach(out::println);
      examiner.keep(located, handed);
    }
    examiner.warm(selection);
  }

  /// Watches before it grades for the first time: what is saved meanwhile is graded next.
  private boolean watch(Examiner examiner, Selection selection, Examiner.Handed handed) {
    var folders =
        selection.parts().stream().map(p -> course.learner(p.module()).resolve("src")).toList();
    try (var watch = new Watch(folders);
        var events = new WatchEvents(watch, input)) {
      boolean passed = gradeFirst(examiner, selection, handed);
      boolean goesOn = true;
      while (goesOn) {
        out.println("\n" + WatchKeys.HELP);
        out.flush();
        var event = events.next();
        try {
          goesOn = answer(event, examiner, selection, handed, events);
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
          out.println(Reason.of(e)); // the next save may go well
        }
      }
      return passed;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot watch " + folders, e);
    }
  }

  /// Returns whether the watching goes on.
  private boolean answer(
      WatchEvents.Event event,
      Examiner examiner,
      Selection selection,
      Examiner.Handed handed,
      WatchEvents events) {
    return switch (event) {
      case WatchEvents.Key(var letter) -> {
        var said = keys.press(letter);
        said.ifPresent(lines -> lines.forEach(out::println));
        yield said.isPresent();
      }
      case WatchEvents.Save(var file) -> {
        gradeSaved(examiner, selection, handed, events, file);
        yield true;
      }
    };
  }
}
