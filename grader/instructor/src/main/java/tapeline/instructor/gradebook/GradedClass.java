package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.result.Verdict;

/// The findings of a gradebook, without a name: what `./tapeline gradebook --out marks.csv` has
/// written last.
///
/// @param exercises that were graded, in the order of the marks' columns
/// @param handIns what was found of each hand-in that was graded
/// @param refused how many were not graded, as they cannot be read
/// @param missing how many on the roster handed in nothing, and have no mark by hand
public record GradedClass(
    List<ExerciseId> exercises, List<List<Finding>> handIns, int refused, int missing) {

  /// The finding on one exercise of a hand-in.
  ///
  /// @param verdict in words
  /// @param mistake as the feedback says it; empty where none is known
  public record Finding(ExerciseId exercise, boolean passed, String verdict, String mistake) {
    /// Returns whether the exercise still is as it was given.
    public boolean isNotStarted() {
      return verdict.equals(Verdict.NOT_STARTED.toString());
    }
  }

  /// Reads the marks and the results beside them.
  ///
  /// @param marks the CSV file of `--out`
  /// @throws IllegalArgumentException when it is none of the gradebook's, or has no result of
  ///   somebody whom it has graded
  public static GradedClass read(Path marks) throws IOException {
    if (!Files.isRegularFile(marks)) {
      throw new IllegalArgumentException("there are no marks " + marks);
    }
    var table = CsvTable.read(marks, "the gradebook's marks", "id", "status", "earned");
    var exercises =
        table.columns().stream()
            .filter(c -> c.matches("\\d\\d\\.\\d{1,2}"))
            .map(ExerciseId::parse)
            .toList();
    var name = marks.getFileName().toString().replaceFirst("\\.csv$", "");
    var store = new ResultStore(marks.resolveSibling(name).resolve("results"));
    var handIns = new ArrayList<List<Finding>>();
    int refused = 0;
    int missing = 0;
    for (var row : table.rows()) {
      var status = table.cell(row, "status");
      var id = table.cell(row, "id").replaceFirst("^'(?=[=+@-])", ""); // see CsvText
      if (status.equals("missing")) { // a result may be left of an earlier run
        missing++;
        continue;
      }
      var result = store.read(id);
      if (status.equals("graded") && result.isEmpty()) {
        throw table.refused(
            row, "there is no result of this version for it: run ./tapeline gradebook again");
      }
      if (status.startsWith("refused: ")
          || result.filter(r -> !r.refusal().isEmpty()).isPresent()) {
        refused++;
      } else if (result.isPresent()) { // there is none for who has a mark by hand alone
        handIns.add(result.get().exercises().stream().map(GradedClass::finding).toList());
      }
    }
    return new GradedClass(exercises, List.copyOf(handIns), refused, missing);
  }

  private static Finding finding(StudentResult.ExerciseMark e) {
    return new Finding(ExerciseId.parse(e.id()), e.earned() > 0, e.verdict(), e.mistake());
  }
}
