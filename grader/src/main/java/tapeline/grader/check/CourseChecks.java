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
import tapeline.grader.course.Quiz;
import tapeline.grader.run.Workers;

/// The rules of the house: who may use whom, which names are taken, what every module has.
record CourseChecks(Course course, Workers workers) {
  private static final int POINTS = 100;
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?(tapeline\\.\\w+)\\.");
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "(?m)^public (?:(?:final|sealed|non-sealed|abstract) )*(?:class|interface|record|enum|@interface) (\\w+)");

  List<Outcome> outcomes() throws IOException {
    var outcomes = new ArrayList<Outcome>();
    outcomes.add(Outcome.of("public type names are unique", sharedNames()));
    for (var pom : List.of("pom.xml", "solutions/pom.xml", "grader/tests/pom.xml")) {
      outcomes.add(Outcome.of(pom + " names every module", unnamed(pom)));
    }
    for (var m : course.modules()) {
      outcomes.add(Outcome.of(m.name() + " imports only its direct dependencies", imports(m)));
      outcomes.add(Outcome.of(m.name() + " has what every module has", incomplete(m)));
      outcomes.add(Outcome.of(m.name() + " tests belong to exercises", untagged(m)));
      outcomes.add(Outcome.of(m.name() + " has a quiz for its notebook", quizless(m)));
    }
    return outcomes;
  }

  private @Nullable String sharedNames() {
    Map<String, Path> taken = new TreeMap<>();
    var files = new ArrayList<Path>();
    course.given().forEach(given -> files.addAll(Course.javaFiles(given.java())));
    course.modules().forEach(m -> files.addAll(Course.javaFiles(main(m))));
    for (var file : files) {
      var types = PUBLIC_TYPE.matcher(Course.read(file));
      while (types.find()) {
        var other = taken.putIfAbsent(types.group(1), file);
        if (other != null) {
          return types.group(1) + " is in " + shown(other) + " and in " + shown(file);
        }
      }
    }
    return null;
  }

  private @Nullable String unnamed(String pom) {
    var text = Course.read(course.root().resolve(pom));
    for (var m : course.modules()) {
      if (!text.contains(m.name() + "<") && !text.contains(m.name() + "/java<")) {
        return m.name() + " is missing";
      }
    }
    return null;
  }

  private @Nullable String imports(CourseModule module) {
    Map<String, CourseModule> owners = new TreeMap<>();
    for (var m : course.modules()) {
      for (var file : Course.javaFiles(main(m))) {
        var folder = main(m).relativize(file).getParent();
        owners.put(String.valueOf(folder).replaceAll("[/\\\\]", "."), m);
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

  private @Nullable String incomplete(CourseModule module) {
    if (module.points() != POINTS) {
      return "the exercises of a module have 100 points together, got " + module.points();
    }
    int count = module.exercises().size();
    if (count < 4 || count > 9) {
      return "a module has 4 to 9 exercises, got " + count;
    }
    for (int i = 0; i < count; i++) {
      if (module.exercises().get(i).id().number() != i + 1) {
        return "exercises are numbered without gaps: " + module.exercises().get(i).id();
      }
    }
    for (var e : module.exercises()) {
      var brief = Brief.of(course, e);
      if (!brief.title().equals(e.title())) {
        return "%s is called \"%s\" in its brief and \"%s\" at its marker"
            .formatted(e.id(), brief.title(), e.title());
      }
    }
    var readme = course.solution(module).resolve("README.md");
    if (!Files.exists(readme)) {
      return "there is no README.md";
    }
    var bench = course.solution(module).resolve("src/bench/java");
    return Course.javaFiles(bench).isEmpty() ? "there is no benchmark" : null;
  }

  private @Nullable String quizless(CourseModule module) {
    if (!Files.exists(course.root().resolve("notebooks").resolve(module.name() + ".ipynb"))) {
      return null;
    }
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
    for (var test : ModuleTests.of(course, workers, module)) {
      var tags = test.tags().stream().filter(own::contains).toList();
      if (tags.size() != 1) {
        return "a test has the tag of one exercise of its module; %s has %s"
            .formatted(test.name(), tags);
      }
      untested.removeAll(tags);
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
