package tapeline.grader.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Milestone;

/// The inputs of each kind of check, as files and folders from the course's root: for
/// `-Dcheck=changed`. A check that reads more is listed here.
record CheckInputs(Course course) {
  /// The sources that compile, grade and compare, without those that only show results or have
  /// other uses.
  private static final List<String> ENGINE =
      List.of(
          "pom.xml",
          "grader/pom.xml",
          "grader/src/main/java/tapeline/grader/check",
          "grader/src/main/java/tapeline/grader/course",
          "grader/src/main/java/tapeline/grader/generate",
          "grader/src/main/java/tapeline/grader/result",
          "grader/src/main/java/tapeline/grader/run",
          "grader/src/main/java/tapeline/grader/worker");

  /// How a learner's command reaches the grader.
  private static final List<String> COMMANDS =
      List.of(
          ".mvn",
          "tapeline",
          "tapeline.cmd",
          "pom.xml",
          "grader/pom.xml",
          "grader/src/launcher",
          "grader/src/main");

  /// The whole repository.
  static List<String> everything(List<CourseModule> modules) {
    return List.of("");
  }

  /// These, whatever the modules.
  static Function<List<CourseModule>, List<String>> of(String... names) {
    return _ -> List.of(names);
  }

  /// Commands that learners give, and these.
  static Function<List<CourseModule>, List<String>> commandsAnd(String... names) {
    return _ -> Stream.concat(COMMANDS.stream(), Stream.of(names)).toList();
  }

  /// Exercises, their tests and mutants, and what they stand on.
  List<String> exercises(List<CourseModule> modules) {
    Set<String> all = new LinkedHashSet<>(ENGINE);
    all.addAll(List.of("datasets", "grader/tests/00-support"));
    for (var m : modules) {
      course.given(m).forEach(g -> all.add(name(g.folder())));
      all.add(name(course.tests(m)));
      all.add(name(course.solution(m)));
      course.needs(m).forEach(n -> all.add(name(course.solution(n))));
    }
    return List.copyOf(all);
  }

  /// The notebooks of modules.
  List<String> notebooks(List<CourseModule> modules) {
    var all = new ArrayList<>(exercises(modules));
    all.addAll(COMMANDS);
    all.addAll(List.of("notebooks/kernel/pom.xml", "notebooks/kernel/src/main"));
    all.addAll(List.of("notebooks/kernel/src/start", "notebooks/kernel/src/jupyter"));
    all.add("notebooks/00-start-here.ipynb");
    Milestone.all(course).forEach(m -> all.add("notebooks/milestone-" + m.name() + ".ipynb"));
    all.addAll(List.of("grader/laboratory/milestones", "grader/laboratory/src/main"));
    for (var m : modules) {
      all.add("notebooks/" + m.name() + ".ipynb");
      NotebookChecks.caseStudies(course, m).forEach(n -> all.add("notebooks/" + n + ".ipynb"));
      all.add("notebooks/quizzes/" + m.name() + ".md");
      all.add(name(course.learner(m)));
    }
    return all;
  }

  /// The given parts and their tests.
  List<String> givenParts(List<CourseModule> modules) {
    var all = new ArrayList<>(ENGINE);
    all.addAll(List.of("modules", "datasets", "solutions", "grader/tests"));
    return all;
  }

  /// The laboratory, and the modules that it uses.
  List<String> laboratory(List<CourseModule> modules) {
    var all = new ArrayList<>(ENGINE);
    all.addAll(List.of("modules", "datasets", "solutions", "grader/laboratory"));
    all.add("grader/instructor/submissions"); // of a model that was measured here
    return all;
  }

  private String name(Path path) {
    return course.root().relativize(path).toString();
  }
}
