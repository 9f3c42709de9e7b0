package tapeline.grader.course;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which exercises of which modules `-Dmodule=…` or `%grade …` names.
///
/// @param parts the modules in the order of their numbers, each with the exercises asked for
public record Selection(List<Part> parts) {

  /// Some or all exercises of one module.
  public record Part(CourseModule module, List<Exercise> exercises) {}

  /// Reads `3`, `03`, `03-tape-reuse`, `03.2`, or several of these with commas; null means all.
  ///
  /// @throws IllegalArgumentException when a part names nothing in the course
  public static Selection of(Course course, @Nullable String text) {
    Map<CourseModule, List<Exercise>> chosen =
        new TreeMap<>(Comparator.comparingInt(CourseModule::number));
    if (text == null) {
      course.modules().forEach(m -> chosen.put(m, m.exercises()));
    } else {
      for (var part : text.split(",", -1)) {
        choose(course, part.strip(), chosen);
      }
    }
    var parts = new ArrayList<Part>();
    chosen.forEach(
        (m, es) -> parts.add(new Part(m, m.exercises().stream().filter(es::contains).toList())));
    return new Selection(List.copyOf(parts));
  }

  private static void choose(Course course, String part, Map<CourseModule, List<Exercise>> chosen) {
    if (part.matches("\\d{1,2}\\.\\d{1,2}")) {
      var id = ExerciseId.parse(part);
      var module = course.module(id.module());
      chosen.computeIfAbsent(module, _ -> new ArrayList<>()).add(module.exercise(id));
      return;
    }
    var module =
        part.matches("\\d{1,2}")
            ? course.module(Integer.parseInt(part))
            : course.modules().stream()
                .filter(m -> m.name().equals(part))
                .findFirst()
                .orElseThrow(() ->
                    new IllegalArgumentException(
                        "modules are named like 3 or 03, exercises like 03.2, with commas between;"
                            + " got \""
                            + part
                            + "\""));
    chosen.computeIfAbsent(module, _ -> new ArrayList<>()).addAll(module.exercises());
  }
}
