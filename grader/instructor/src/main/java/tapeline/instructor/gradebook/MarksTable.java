package tapeline.instructor.gradebook;

import java.util.ArrayList;
import java.util.List;
import tapeline.grader.course.Exercise;

/// The gradebook's own CSV: a row a student, a column an exercise.
final class MarksTable {
  private MarksTable() {}

  static String of(List<Exercise> exercises, List<Mark> marks) {
    var head = new ArrayList<>(List.of("id", "name", "status", "submitted"));
    head.addAll(List.of("late_days", "time_from"));
    exercises.forEach(e -> head.add(e.id().toString()));
    head.addAll(List.of("earned", "points", "total", "undecided", "changed_given"));
    var csv = new CsvText().row(head);
    for (var m : marks) {
      var row = new ArrayList<String>();
      row.add(m.student().id());
      row.add(m.student().name());
      row.add(m.status());
      row.add(m.when() == null ? "" : m.when().toString());
      row.add("" + m.lateDays());
      row.add(m.timeFrom());
      for (var e : exercises) {
        row.add(points(m, e));
      }
      row.add("" + m.earned());
      row.add("" + m.points());
      row.add(ExportFormat.number(m.total()));
      row.add(m.undecided());
      row.add(m.result() == null ? "" : m.result().changedGiven());
      csv.row(row);
    }
    return csv.toString();
  }

  private static String points(Mark mark, Exercise exercise) {
    var result = mark.result();
    return result == null
        ? "0"
        : result.exercises().stream()
            .filter(e -> e.id().equals(exercise.id().toString()))
            .findFirst()
            .map(e -> "" + e.earned())
            .orElse("0");
  }
}
