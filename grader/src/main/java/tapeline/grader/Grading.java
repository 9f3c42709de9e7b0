package tapeline.grader;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Course;
import tapeline.grader.course.Selection;
import tapeline.grader.report.Reports;
import tapeline.grader.report.TerminalOptions;
import tapeline.grader.report.TerminalReport;
import tapeline.grader.result.Grades;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.run.Grader;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.Training;
import tapeline.grader.run.Workers;

/// One grading from the options to the reports, or one after the other with `-Dwatch`.
final class Grading {
  private static final long LIMIT_MILLIS = 5_000;
  private static final String REPORTS = "grader/target/grades";

  private final Course course;
  private final Options options;
  private final PrintStream out;

  Grading(Course course, Options options, PrintStream out) {
    this.course = course;
    this.options = options;
    this.out = out;
  }

  /// Whether everything passed.
  boolean run() {
    var selection = Selection.of(course, options.get("module"));
    var jvm = new Jvm(course, options.seed());
    boolean mine = options.mine();
    boolean cached = jvm.cached();
    Thread.ofPlatform().daemon().start(this::rehearse);
    try (var workers = new Workers(jvm)) {
      workers.prepare(course, selection.parts().getFirst().module());
      var grader = new Grader(course, workers, KnownMistakes.of(course), LIMIT_MILLIS);
      boolean passed = gradeFirst(grader, selection, mine, jvm);
      if (!cached) {
        Training.inBackground(course, selection.parts().getLast().module());
      }
      if (options.on("watch")) {
        watch(grader, selection, mine);
      }
      return passed;
    }
  }

  /// A worker that cannot even compile may have been given a broken cache: the next starts without.
  private boolean gradeFirst(Grader grader, Selection selection, boolean mine, Jvm jvm) {
    try {
      return grade(grader, selection, mine);
    } catch (UncheckedIOException e) {
      try {
        jvm.forgetCache();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw new IllegalStateException(
          "the grader's worker failed: %s. Run the command again".formatted(e.getMessage()), e);
    }
  }

  /// Reports on nothing while the worker is busy, which loads the reports' classes.
  private void rehearse() {
    var nothing = new Grades(Instant.EPOCH, "", 0, List.of());
    TerminalReport.render(nothing, TerminalOptions.detect(out, REPORTS));
    Reports.rehearse(nothing);
  }

  private boolean grade(Grader grader, Selection selection, boolean mine) {
    var results = new ArrayList<ModuleResult>();
    for (var part : selection.parts()) {
      var module = part.module();
      var wanted = part.exercises();
      results.add(
          options.on("reference")
              ? grader.reference(module, wanted)
              : mine
                  ? grader.stack(module, wanted)
                  : grader.folder(module, wanted, course.learner(module)));
    }
    var grades =
        new Grades(
            Instant.now(), Runtime.version().toString(), options.seed(), List.copyOf(results));
    out.print(TerminalReport.render(grades, TerminalOptions.detect(out, REPORTS + "/grades.html")));
    out.flush();
    try {
      Reports.writeAll(grades, course.root().resolve(REPORTS));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the reports below " + REPORTS, e);
    }
    return grades.passed();
  }

  private void watch(Grader grader, Selection selection, boolean mine) {
    var folders =
        selection.parts().stream().map(p -> course.learner(p.module()).resolve("src")).toList();
    try (var watch = new Watch(folders)) {
      while (true) {
        out.println("\nwatching your files; Ctrl-C ends");
        out.flush();
        var saved = watch.next();
        long start = System.nanoTime();
        grade(grader, selection, mine);
        out.println(
            "graded "
                + (System.nanoTime() - start) / 1_000_000
                + " ms after "
                + saved
                + " was saved");
        warm(grader, selection);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot watch " + folders, e);
    }
  }

  /// After a worker was lost, has the next one ready before the next save.
  private void warm(Grader grader, Selection selection) {
    if (grader.lostWorker()) {
      var part = selection.parts().getFirst();
      grader.folder(part.module(), part.exercises(), course.solution(part.module()));
    }
  }
}
