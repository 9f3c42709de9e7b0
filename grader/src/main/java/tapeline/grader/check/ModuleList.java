package tapeline.grader.check;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.generate.ExerciseCells;

/// The folders in `solutions` are the list of modules; where Maven or a reader needs a line of its
/// own for each, it is there.
record ModuleList(Course course) {

  List<Outcome> outcomes() {
    return course.modules().stream()
        .map(m -> Outcome.of(m.name() + " is named where it has to be", missing(m)))
        .toList();
  }

  private @Nullable String missing(CourseModule module) {
    var missing = new ArrayList<String>();
    var name = module.name();
    line(missing, "pom.xml", "<module>modules/" + name + "</module>");
    line(missing, "solutions/pom.xml", "<module>" + name + "</module>");
    var tests = "grader/tests/pom.xml";
    line(missing, tests, "<artifactId>" + name + "</artifactId>");
    for (var java : List.of("java", "given/java")) {
      if (Files.isDirectory(course.tests(module).resolve(java))) {
        line(missing, tests, "<source>" + name + "/" + java + "</source>");
      }
    }
    if (Files.isDirectory(course.tests(module).resolve("resources"))) {
      line(missing, tests, "<directory>" + name + "/resources</directory>");
    }
    line(missing, "README.md", "](modules/" + name + ") |");
    line(missing, "modules/README.md", "](" + name + ") | " + buildsOn(module) + " |");
    var notebook = "notebooks/" + name + ".ipynb";
    if (!Files.exists(course.root().resolve(notebook))) {
      missing.add("there is no " + notebook);
    }
    for (var e : module.exercises()) {
      var found = notebooks(module).filter(n -> has(n, e.id())).toList();
      if (found.size() != 1) {
        missing.add(
            "a cell %%%%exercise %s stands in one notebook, got %s".formatted(e.id(), found));
      }
    }
    return missing.isEmpty() ? null : String.join("\n", missing);
  }

  private Stream<String> notebooks(CourseModule module) {
    var own = Stream.of(module.name()).filter(NotebookOutputs.names(course)::contains);
    return Stream.concat(own, NotebookChecks.further(course, module).stream());
  }

  private boolean has(String notebook, ExerciseId exercise) {
    var file = course.root().resolve("notebooks/" + notebook + ".ipynb");
    return ExerciseCells.of(notebook, Course.read(file)).bodies().containsKey(exercise);
  }

  /// Returns the modules that `module` builds on, as the curriculum's map has them: those in the
  /// pom, by number.
  private String buildsOn(CourseModule module) {
    var needs = course.directNeeds(module);
    return needs.isEmpty()
        ? "–"
        : needs.stream().map(m -> "%02d".formatted(m.number())).collect(Collectors.joining(", "));
  }

  private void line(List<String> missing, String file, String needed) {
    var path = course.root().resolve(file);
    if (!Files.exists(path) || !Course.read(path).contains(needed)) {
      missing.add(file + " has no line with " + needed);
    }
  }
}
