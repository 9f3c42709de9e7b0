package tapeline.grader.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.program.Programs;
import tapeline.grader.run.Workers;

/// The rules of the house: which way packages depend, which names are taken, where modules are
/// named, what every module has.
record CourseChecks(Course course, Workers workers) {

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
    outcomes.addAll(new ModuleList(course).outcomes());
    outcomes.addAll(new ModuleRules(course, workers).outcomes());
    return outcomes;
  }

  /// Those that stand nowhere in the text as `code`; null when all do.
  static @Nullable String unnamed(String text, List<String> programs) {
    var missing = programs.stream().filter(p -> !text.contains("`%s`".formatted(p))).toList();
    return missing.isEmpty() ? null : "it does not name " + String.join(", ", missing);
  }
}
