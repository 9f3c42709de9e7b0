package tapeline.notebook;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.progress.ProgressBook;

/// The objects that the course's commands share in one kernel.
final class Classroom implements AutoCloseable {
  private static final Duration WARM = Duration.ofMinutes(5);

  private final @Nullable Path root;
  private final Host host;
  private final CellClasses classes;
  private final WarmGrader grader;
  private final Consumer<String> out;

  /// @param root where the course is; null to look for it when it is first needed
  /// @param out prints below the cell
  Classroom(@Nullable Path root, Host host, Consumer<String> out) {
    this.root = root;
    this.host = host;
    this.out = out;
    this.classes = new CellClasses(host);
    this.grader = new WarmGrader(WARM);
  }

  /// The course as it is on disk now: an editor, git and Maven write there too.
  Course course() {
    return Course.at(root == null ? CourseRoot.find() : root);
  }

  Host host() {
    return host;
  }

  CellClasses classes() {
    return classes;
  }

  WarmGrader grader() {
    return grader;
  }

  ProgressBook book(Course course) {
    return new ProgressBook(course, out);
  }

  /// Says what the learner should know besides the answer.
  void warn(String warning) {
    out.accept(warning);
  }

  /// The exercise that a command's first argument names.
  ///
  /// @throws NotebookException when there is no argument, showing the command whole
  static ExerciseId exercise(String command, List<String> arguments) {
    if (arguments.isEmpty()) {
      throw new NotebookException(
          "`%s` needs the number of an exercise: `%s 03.2`".formatted(command, command));
    }
    return ExerciseId.parse(arguments.getFirst());
  }

  /// The module that a command's first argument names, else the one that cells use.
  ///
  /// @throws NotebookException when neither names one, showing the command whole
  CourseModule module(Course course, String command, List<String> arguments) {
    if (!arguments.isEmpty()) {
      var number = arguments.getFirst();
      if (!number.matches("\\d{1,2}")) {
        throw new NotebookException(
            "`%s` needs the number of a module, `%s 03`; got %s"
                .formatted(command, command, number));
      }
      return course.module(Integer.parseInt(number));
    }
    var current = classes.current();
    if (current == null) {
      throw new NotebookException(
          "`%s` needs the number of a module: `%s 03`".formatted(command, command));
    }
    return course.module(current.module());
  }

  @Override
  public void close() {
    grader.close();
  }
}
