package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Brief;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.course.Quiz;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.Workers;
import tapeline.grader.worker.TestClasses;

/// The parts that every module has, and the modules that it may use.
record ModuleRules(Course course, Workers workers) {
  private static final int POINTS = 100;
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?(tapeline\\.\\w+)\\.");

  List<Outcome> outcomes() throws IOException {
    var outcomes = new ArrayList<Outcome>();
    for (var m : course.modules()) {
      outcomes.add(Outcome.of(m.name() + " imports only its direct dependencies", imports(m)));
      var lacks = incomplete(m);
      outcomes.add(Outcome.of(m.name() + " has what every module has", lacks));
      if (lacks == null) {
        outcomes.add(
            Outcome.of(
                m.name() + " says how much is to be read and written",
                new ReadingPath(course).problem(m)));
        outcomes.add(Outcome.of(m.name() + " tests belong to exercises", untagged(m)));
      }
    }
    return outcomes;
  }

  private @Nullable String imports(CourseModule module) {
    Map<String, CourseModule> owners = new TreeMap<>();
    for (var m : course.modules()) {
      for (var folder : List.of(main(m), Course.givenBeside(main(m)))) {
        for (var file : Course.javaFiles(folder)) {
          var name = String.valueOf(folder.relativize(file).getParent());
          owners.put(name.replaceAll("[/\\\\]", "."), m);
        }
      }
    }
    var direct = course.directNeeds(module);
    for (var file : Course.javaFiles(course.solution(module).resolve("src"))) {
      var imports = IMPORT.matcher(Course.read(file));
      while (imports.find()) {
        var owner = owners.get(imports.group(1));
        if (owner != null && !owner.equals(module) && !direct.contains(owner)) {
          return "%s imports %s, but the pom does not list %s"
              .formatted(shown(file), imports.group(1), owner.name());
        }
      }
    }
    return null;
  }

  /// Returns what its exercises lack, or else the first file that the module lacks.
  private @Nullable String incomplete(CourseModule module) {
    var exercises = exercises(module);
    return exercises != null ? exercises : files(module);
  }

  private @Nullable String exercises(CourseModule module) {
    var lacks = new ArrayList<String>();
    if (module.points() != POINTS) {
      var each = module.exercises().stream().map(e -> e.id() + " has " + e.points()).toList();
      lacks.add(
          "the exercises of a module have 100 points together, got %d: %s"
              .formatted(module.points(), String.join(", ", each)));
    }
    int count = module.exercises().size();
    if (count < 4 || count > 12) {
      lacks.add("a module has 4 to 12 exercises, got " + count);
    }
    for (int i = 0; i < count; i++) {
      var e = module.exercises().get(i);
      if (i > 0 && e.id().equals(module.exercises().get(i - 1).id())) {
        lacks.add("an exercise has one region, got two of " + e.id());
      }
      var file = course.tests(module).resolve(e.id() + ".md");
      if (!Files.exists(file)) {
        lacks.add("there is no brief " + shown(file));
        continue;
      }
      var title = Brief.of(course, e).title();
      if (!title.equals(e.title())) {
        lacks.add(
            "%s is called \"%s\" in its brief and \"%s\" at its marker"
                .formatted(e.id(), title, e.title()));
      }
    }
    return lacks.isEmpty() ? null : String.join("\n", lacks);
  }

  private @Nullable String files(CourseModule module) {
    var readme = course.solution(module).resolve("README.md");
    if (!Files.exists(readme) || !Course.read(readme).contains("<!-- exercises -->")) {
      return "there is no " + shown(readme) + " with a line <!-- exercises -->";
    }
    for (var file : Course.javaFiles(Course.givenBeside(main(module)))) {
      if (!MarkedSource.parse(file.toString(), Course.read(file)).regions().isEmpty()) {
        return "an exercise stands in src/main, and one is in " + shown(file);
      }
    }
    var benchmarks = course.solution(module).resolve("src/bench/java");
    if (Course.javaFiles(benchmarks).isEmpty()) {
      return "there is no benchmark in " + shown(benchmarks);
    }
    if (Course.javaFiles(course.tests(module).resolve("java")).isEmpty()) {
      return "there is no test in " + shown(course.tests(module).resolve("java"));
    }
    if (!Files.isDirectory(course.learner(module))) {
      return "there is no " + shown(course.learner(module)) + ": -Dgenerate writes it";
    }
    var mistakes = KnownMistakes.file(course, module);
    if (!Files.exists(mistakes)) {
      return "there is no " + shown(mistakes) + ": -Dmutants=write writes it";
    }
    return quizless(module);
  }

  private @Nullable String quizless(CourseModule module) {
    try {
      return Quiz.of(course, module).isPresent()
          ? null
          : "there is no " + shown(Quiz.file(course, module));
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  private @Nullable String untagged(CourseModule module) throws IOException {
    var untested = new TreeSet<>(module.exercises().stream().map(e -> "" + e.id()).toList());
    var own = List.copyOf(untested);
    var folder = workers.testClassPath(course, module).getFirst();
    for (var test : ModuleTests.of(course, workers, module)) {
      var tags = test.tags().stream().filter(own::contains).toList();
      if (tags.size() != 1) {
        return "a test has the tag of one exercise of its module; %s has %s"
            .formatted(test.name(), tags);
      }
      untested.removeAll(tags);
      if (!TestClasses.with(tags, folder).contains(test.holder())) {
        return "@Tag(\"%s\") has to stand in the test's own class, or no worker loads it; %s has it from elsewhere"
            .formatted(tags.getFirst(), test.name());
      }
    }
    return untested.isEmpty() ? null : "no test belongs to " + String.join(", ", untested);
  }

  private Path main(CourseModule module) {
    return course.solution(module).resolve("src/main/java");
  }

  private Path shown(Path file) {
    return course.root().relativize(file);
  }
}
