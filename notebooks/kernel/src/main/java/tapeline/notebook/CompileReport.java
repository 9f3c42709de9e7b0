package tapeline.notebook;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.generate.Disk;
import tapeline.grader.generate.ExerciseFile;
import tapeline.grader.run.CompileError;

/// The compiler's errors as a learner reads them: place, line, caret, message.
final class CompileReport {
  private static final int MOST = 5;

  private CompileReport() {}

  /// Adds errors at their places in files.
  static void add(MagicOutput shown, Course course, List<CompileError> errors) {
    if (!errors.isEmpty()) {
      shown.lines(lines(course, errors, null));
    }
  }

  /// Adds errors; those in the cell's own region are told by the cell's lines, and come first.
  static void add(MagicOutput shown, Course course, List<CompileError> errors, ExerciseFile cell) {
    if (!errors.isEmpty()) {
      var own = errors.stream().filter(e -> isIn(cell, e)).toList();
      var all = new ArrayList<>(own);
      errors.stream().filter(e -> !own.contains(e)).forEach(all::add);
      shown.lines(lines(course, all, cell));
    }
  }

  private static List<String> lines(
      Course course, List<CompileError> errors, @Nullable ExerciseFile cell) {
    var lines = new ArrayList<String>();
    for (var e : errors.subList(0, Math.min(MOST, errors.size()))) {
      lines.add(place(course, e, cell));
      lines.addAll(code(e));
      lines.addAll(e.message().lines().map(l -> "  " + l).toList());
    }
    if (errors.size() > MOST) {
      lines.add("and %d more".formatted(errors.size() - MOST));
    }
    return lines;
  }

  private static boolean isIn(ExerciseFile cell, CompileError e) {
    return e.file().equals(cell.path()) && cell.region().contains(e.line());
  }

  /// `line 4 of this cell`, whose first line is `%%exercise`; else file and line.
  private static String place(Course course, CompileError e, @Nullable ExerciseFile cell) {
    if (e.line() < 1) {
      return Disk.name(course.root(), e.file());
    }
    return cell != null && isIn(cell, e)
        ? "line %d of this cell".formatted(e.line() - cell.region().beginLine() + 1)
        : "%s:%d".formatted(Disk.name(course.root(), e.file()), e.line());
  }

  private static List<String> code(CompileError e) {
    if (e.line() < 1 || e.column() < 1 || !Files.exists(e.file())) {
      return List.of();
    }
    var text = Disk.text(e.file()).lines().skip(e.line() - 1).findFirst().orElse("");
    var before = text.substring(0, index(text, e.column()));
    return List.of("  " + text, "  " + before.replaceAll("[^\t]", " ") + "^");
  }

  /// Returns the index of javac's 1-based column, which counts a tab up to the next multiple of 8.
  private static int index(String text, int column) {
    int i = 0;
    for (int c = 1; c < column && i < text.length(); i++) {
      c = text.charAt(i) == '\t' ? (c + 7) / 8 * 8 + 1 : c + 1;
    }
    return i;
  }
}
