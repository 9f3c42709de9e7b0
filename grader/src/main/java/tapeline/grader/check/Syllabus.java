package tapeline.grader.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;

/// The hours of the plans in `grader/instructor/syllabus.md`, checked against the READMEs of the
/// modules, to half an hour, and the sums below them.
///
/// A plan is a table whose second column names modules by two digits: of a plan of `the core path`
/// count a module's exercises on it, where it has some. Of modules with `or` between them the mean
/// counts, and of `halves` the half.
record Syllabus(Course course) {
  private static final String PAGE = "grader/instructor/syllabus.md";
  private static final Pattern HEAD = Pattern.compile("\\| Week \\| (.+?) \\| Hours \\|.*");
  private static final Pattern ROW =
      Pattern.compile("\\| (\\d*) ?\\| (.+?) \\| (\\d+(?:\\.5)?) \\|.*");
  private static final Pattern MODULE = Pattern.compile("(?<![\\d.])\\d\\d(?!\\d|\\.\\d)");
  private static final double ROUNDED = 0.26;

  /// Returns the first mistake in a table; null when there is none.
  @Nullable String problem() {
    var sums = 0;
    boolean core = false;
    double sum = 0;
    for (var line : Course.read(course.root().resolve(PAGE)).lines().toList()) {
      var head = HEAD.matcher(line);
      var row = ROW.matcher(line);
      if (head.matches()) {
        core = head.group(1).contains("core path");
        sum = 0;
      } else if (row.matches()) {
        double said = Double.parseDouble(row.group(3));
        double is = row.group(1).isEmpty() ? sum : hours(row.group(2), core);
        double slack = row.group(1).isEmpty() ? 0 : ROUNDED;
        if (Math.abs(said - is) > slack) {
          return String.format(
              Locale.ROOT, "%s takes %.1f hours by the READMEs, got the row %s", PAGE, is, line);
        }
        sums += row.group(1).isEmpty() ? 1 : 0;
        sum += said;
      }
    }
    return sums == 0 ? PAGE + " has no plan with a sum of hours" : null;
  }

  private double hours(String what, boolean core) {
    var path = new CorePath(course);
    var hours = new ArrayList<Double>();
    for (var number : MODULE.matcher(what).results().map(m -> m.group()).toList()) {
      var module = course.module(Integer.parseInt(number));
      hours.add(core && !module.core().isEmpty() ? path.hours(module) : path.whole(module));
    }
    double sum = sum(hours);
    return what.contains(" or ") ? sum / hours.size() : what.contains("halves") ? sum / 2 : sum;
  }

  private static double sum(List<Double> hours) {
    return hours.stream().mapToDouble(h -> h).sum();
  }
}
