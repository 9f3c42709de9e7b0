package tapeline.grader.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Milestone;
import tapeline.grader.need.Need;

/// Every notebook is run from top to bottom by Jupyter: on the stubs, and then, as a learner would,
/// in the same kernel with the reference's answers in its exercise cells. The kernel is the
/// learner's, but for the process that it has in common with the one before: [KernelChecks] and
/// [BrowserChecks] have learners' kernels.
final class NotebookChecks implements AutoCloseable {
  static final List<String> PYTHONS = List.of("/usr/bin/python3", "python3");
  static final String NO_PYTHON = "no python3 here has nbclient and jupyter_client";

  private final Course course;
  private final NotebookCopy copy;
  private @Nullable NotebookRunner runner;

  NotebookChecks(Course course, NotebookCopy copy) {
    this.course = course;
    this.copy = copy;
  }

  /// Lists the notebooks behind a module's own, by name: 18's second half, `18a-…`, and 19's case
  /// studies.
  static List<String> further(Course course, CourseModule module) {
    return NotebookOutputs.names(course).stream()
        .filter(n -> n.matches("%02d[a-z]-.*".formatted(module.number())))
        .sorted()
        .toList();
  }

  /// Runs the notebooks of the modules, and their further ones; with the first module also the one
  /// that comes before all, and those of the milestones, which the reference's answers let run on
  /// the stubs of what they do not need.
  List<Outcome> outcomes(List<CourseModule> modules) throws IOException, InterruptedException {
    if (!Need.FONTS.lacking().isEmpty()) {
      return Script.missing("notebooks", Need.FONTS, Need.FONTS.lacking());
    }
    var python = python();
    if (python == null) {
      return Script.missing("notebooks", Need.NBCLIENT, NO_PYTHON);
    }
    copy.reset();
    if (runner == null) {
      var log = course.target().resolve("notebooks.log");
      runner = NotebookRunner.of(python, copy, copy.quick(), log);
    }
    var outcomes = new ArrayList<Outcome>();
    for (var m : modules) {
      var names = new ArrayList<String>();
      if (m.equals(course.modules().getFirst())) {
        names.add("00-start-here");
        Milestone.all(course).forEach(milestone -> names.add("milestone-" + milestone.name()));
      }
      names.add(m.name());
      names.addAll(further(course, m));
      outcomes.addAll(runner.run(names));
    }
    return outcomes;
  }

  @Override
  public void close() {
    if (runner != null) {
      runner.close();
    }
  }

  /// One that can speak to a kernel; null when there is none.
  static @Nullable String python() throws InterruptedException {
    return Script.working(PYTHONS, "-c", "import nbclient, jupyter_client");
  }
}
