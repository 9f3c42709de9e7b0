package tapeline.grader.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
    outcomes.add(Outcome.of("a notebook's tables say how they are aligned", unaligned()));
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
}
