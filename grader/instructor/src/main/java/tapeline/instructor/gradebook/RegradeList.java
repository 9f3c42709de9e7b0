package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import tapeline.instructor.gradebook.StudentResult.ExerciseMark;

/// Requests to look at a mark again, beside the mark and what was answered.
final class RegradeList {
  private RegradeList() {}

  /// Writes `regrade.csv`: each request of a CSV file with the columns `id`, `exercise` and
  /// `request`, the points, and the answer, which is the reason or comment of a mark by hand.
  ///
  /// @return how many have no answer yet, and which are of no student in the class, in words
  static String write(Path requests, Path folder, List<Mark> marks) throws IOException {
    var table = CsvTable.read(requests, "a list of requests", "id", "exercise", "request");
    var csv = new CsvText();
    csv.row(List.of("id", "name", "exercise", "request", "points", "answer"));
    int open = 0;
    var unknown = new TreeSet<String>();
    for (var row : table.rows()) {
      var id = table.cell(row, "id");
      var exercise = table.cell(row, "exercise");
      var mark = marks.stream().filter(m -> m.student().id().equals(id)).findFirst().orElse(null);
      if (mark == null) {
        unknown.add(id);
      }
      var answer = mark == null ? "" : answer(mark, exercise);
      open += answer.isEmpty() ? 1 : 0;
      csv.row(
          List.of(
              id,
              mark == null ? "" : mark.student().name(),
              exercise,
              table.cell(row, "request"),
              mark == null ? "" : points(mark, exercise),
              answer));
    }
    var file = folder.resolve("regrade.csv");
    ResultStore.replace(file, csv.toString());
    return "requests: %s, %d of %d without an answer%s"
        .formatted(
            file,
            open,
            table.rows().size(),
            unknown.isEmpty() ? "" : "; not in the class: " + String.join(", ", unknown));
  }

  private static String answer(Mark mark, String exercise) {
    var hand = mark.byHand();
    if (hand == null) {
      return "";
    }
    var of = hand.exercises().get(exercise);
    return of != null ? of.comment() : exercise.isEmpty() ? hand.reason() : "";
  }

  private static String points(Mark mark, String exercise) {
    var result = mark.result();
    if (exercise.isEmpty() || result == null) {
      return ExportFormat.number(mark.total());
    }
    return result.exercises().stream()
        .filter(e -> e.id().equals(exercise))
        .map(ExerciseMark::earned)
        .map(String::valueOf)
        .findFirst()
        .orElse("");
  }
}
