package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.program.Programs;
import tapeline.grader.run.Workers;

/// The rules of the house: which way packages depend, which names are taken, where modules are
/// named, what every module has.
record CourseChecks(Course course, Workers workers) {
  /// Begins, in a notebook's JSON, a row of dashes with a column that has no colon.
  private static final Pattern UNALIGNED = Pattern.compile("\"(?:\\|[ :-]+)*\\| *-+ *\\|.*\"");

  /// Names, in the address behind a badge, the file that it opens.
  private static final Pattern OPENED = Pattern.compile("path=([^&\\s)]+)");

  /// Prepares the course in an image; Binder runs a script of this name by itself.
  private static final String PREPARES = ".binder/postBuild";

  private static final Pattern COMMAND = Pattern.compile("(?m)^\\./tapeline [a-z]+( [a-z]+)?");

  List<Outcome> outcomes() throws IOException {
    var checkout = new Checkout(course.root());
    var outcomes = new ArrayList<Outcome>();
    outcomes.add(
        Outcome.of("packages depend on each other one way", PackageCircles.find(checkout)));
    outcomes.add(Outcome.of("a type name means one thing", TypeNames.taken(checkout)));
    outcomes.add(Outcome.of("words are plain", PlainWords.others(checkout)));
    outcomes.add(
        Outcome.of(
            "the laboratory's README names each program",
            unnamed(
                Course.read(course.root().resolve("grader/laboratory/README.md")),
                Programs.ofLaboratory(course))));
    outcomes.add(Outcome.of("the README's badges open the course", badges(course.root())));
    outcomes.add(Outcome.of("a notebook's tables say how they are aligned", unaligned()));
    outcomes.add(
        Outcome.of("the core path is as long as the map says", new CorePath(course).problem()));
    outcomes.add(
        Outcome.of(
            "the plans for a term have the hours of the READMEs", new Syllabus(course).problem()));
    outcomes.addAll(new ModuleList(course).outcomes());
    outcomes.addAll(new ModuleRules(course, workers).outcomes());
    return outcomes;
  }

  /// Names the first table that leaves its alignment to the front end, because the classic notebook
  /// sets words to the right; null when none does.
  private @Nullable String unaligned() {
    for (var name : NotebookOutputs.names(course)) {
      var row =
          UNALIGNED.matcher(Course.read(course.root().resolve("notebooks/" + name + ".ipynb")));
      if (row.find()) {
        return "a column begins with :--- or ends with ---:, got %s in %s"
            .formatted(row.group(), name);
      }
    }
    return null;
  }

  /// Names the programs that the text does not have as `code`; null when it has all.
  static @Nullable String unnamed(String text, List<String> programs) {
    var missing = programs.stream().filter(p -> !text.contains("`%s`".formatted(p))).toList();
    return missing.isEmpty() ? null : "it does not name " + String.join(", ", missing);
  }

  /// Names the first thing that is missing behind the badges: a file that one opens, the script in
  /// what builds an image, a command of the script in the README, whose commands are tried; null
  /// when nothing is.
  static @Nullable String badges(Path root) {
    var readme = Course.read(root.resolve("README.md"));
    var badges = OPENED.matcher(readme).results().map(m -> m.group(1)).toList();
    if (badges.isEmpty()) {
      return "README.md has no badge that opens a file";
    }
    for (var opened : badges) {
      if (!Files.exists(root.resolve(opened))) {
        return "a badge opens %s, which is not there".formatted(opened);
      }
    }
    for (var file : List.of(".devcontainer/Dockerfile", ".devcontainer/devcontainer.json")) {
      if (!Course.read(root.resolve(file)).contains("&& " + PREPARES)) {
        return "%s does not run %s".formatted(file, PREPARES);
      }
    }
    var script = COMMAND.matcher(Course.read(root.resolve(PREPARES)));
    return script
        .results()
        .map(MatchResult::group)
        .filter(command -> !readme.contains(command))
        .map("%s runs %%s, which the README does not have".formatted(PREPARES)::formatted)
        .findFirst()
        .orElse(null);
  }
}
