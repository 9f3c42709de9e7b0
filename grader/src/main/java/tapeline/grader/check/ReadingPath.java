package tapeline.grader.check;

import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;

/// Where a module's README says what is to be read, and how many lines that is, as in `To be read
/// are the files with exercises and `Cost`: 700 lines`, it is as many, to 5 %.
record ReadingPath(Course course) {
  private static final Pattern SENTENCE =
      Pattern.compile("To be read\\b(.*?): (?:some |about )?([\\d,]+) lines", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  /// The mistake in a module's sentence; null when there is no mistake or no sentence.
  @Nullable String problem(CourseModule module) {
    var sentence = SENTENCE.matcher(Course.read(course.solution(module).resolve("README.md")));
    if (!sentence.find()) {
      return null;
    }
    var files = new TreeSet<String>();
    if (sentence.group(1).contains("files with exercises")) {
      module.exercises().stream().map(Exercise::file).forEach(files::add);
    }
    var java = Course.javaFiles(course.learner(module));
    for (var name = NAME.matcher(sentence.group(1)); name.find(); ) {
      var file = java.stream().filter(f -> f.endsWith(name.group(1) + ".java")).findFirst();
      if (file.isEmpty()) {
        return "its README says that `%s` is to be read, and there is no such file"
            .formatted(name.group(1));
      }
      files.add(course.learner(module).relativize(file.get()).toString().replace('\\', '/'));
    }
    long lines =
        files.stream()
            .mapToLong(f -> Course.read(course.learner(module).resolve(f)).lines().count())
            .sum();
    long said = Long.parseLong(sentence.group(2).replace(",", ""));
    return 20 * Math.abs(lines - said) <= said
        ? null
        : "its README says that %d lines are to be read, and these files have %d: %s"
            .formatted(said, lines, String.join(", ", files));
  }
}
