package tapeline.grader.check;

import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.ModuleAnswers;

/// The figures of a module's README, checked against its files. Where it gives what is to be read
/// and how many lines that is, as in `To be read are the files with exercises and `Cost`: 700
/// lines`, the number is right to 5 %. Where it has `You write 70 lines`, its stubs ask for as
/// many, to 10 %.
record ReadingPath(Course course) {
  private static final Pattern SENTENCE =
      Pattern.compile("To be read\\b(.*?): (?:some |about )?([\\d,]+) lines", Pattern.DOTALL);
  private static final Pattern WRITTEN =
      Pattern.compile("You write\\s(?:some |about )?(\\d+) lines(?: of [\\w ]+ and (\\d+) of)?");
  private static final Pattern ASKED = Pattern.compile("(?:— |// )(\\d+) (?:line|row)s?\\b");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  /// The mistake in a module's sentences; null when there is no mistake or no sentence.
  @Nullable String problem(CourseModule module) {
    var readme = Course.read(course.solution(module).resolve("README.md"));
    var problem = written(module, readme);
    return problem != null ? problem : read(module, readme);
  }

  private @Nullable String written(CourseModule module, String readme) {
    var sentence = WRITTEN.matcher(readme);
    if (!sentence.find()) {
      return null;
    }
    var more = sentence.group(2);
    int said = Integer.parseInt(sentence.group(1)) + (more == null ? 0 : Integer.parseInt(more));
    var answers = ModuleAnswers.of(course, module);
    int asked =
        module.exercises().stream()
            .map(e -> answers.of(e.id()).stub())
            .flatMap(stub -> ASKED.matcher(stub).results())
            .mapToInt(lines -> Integer.parseInt(lines.group(1)))
            .sum();
    return 10 * Math.abs(asked - said) <= said
        ? null
        : "its README says that a learner writes %d lines, and its stubs ask for %d"
            .formatted(said, asked);
  }

  private @Nullable String read(CourseModule module, String readme) {
    var sentence = SENTENCE.matcher(readme);
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
