package tapeline.grader.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Course;
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
    outcomes.addAll(new ModuleList(course).outcomes());
    outcomes.addAll(new ModuleRules(course, workers).outcomes());
    return outcomes;
  }
}
