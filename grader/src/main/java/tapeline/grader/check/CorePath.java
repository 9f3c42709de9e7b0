package tapeline.grader.check;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;

/// The hours of the core path, checked against the map's sentence `core path of some 40 hours`, to
/// 10 %. An exercise takes the share of its module's hours, `Time: 3 to 5 hours` in the README,
/// that its points are of the module's points.
record CorePath(Course course) {
  private static final Pattern SENTENCE = Pattern.compile("core path\\W+of some (\\d+) hours");
  private static final Pattern TIME = Pattern.compile("Time: (\\d+) to (\\d+) hours");

  /// The mistake in the sentence; null when there is none.
  @Nullable String problem() {
    var sentence = SENTENCE.matcher(Course.read(course.root().resolve("modules/README.md")));
    if (!sentence.find()) {
      return "modules/README.md does not say `core path of some 40 hours`";
    }
    int said = Integer.parseInt(sentence.group(1));
    double hours = course.modules().stream().mapToDouble(this::hours).sum();
    return Math.abs(hours - said) <= 0.1 * said
        ? null
        : "modules/README.md says that the core path takes %d hours, and its exercises take %.1f"
            .formatted(said, hours);
  }

  /// Returns the hours of a module's exercises on the core path.
  double hours(CourseModule module) {
    return module.core().isEmpty()
        ? 0
        : whole(module) * module.core().stream().mapToInt(Exercise::points).sum() / module.points();
  }

  /// Returns the hours of a whole module; 0 where its README does not say them.
  double whole(CourseModule module) {
    var time = TIME.matcher(Course.read(course.solution(module).resolve("README.md")));
    return time.find()
        ? (Integer.parseInt(time.group(1)) + Integer.parseInt(time.group(2))) / 2.0
        : 0;
  }
}
