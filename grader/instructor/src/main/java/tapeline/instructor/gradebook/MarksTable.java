package tapeline.instructor.gradebook;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Exercise;

/// The gradebook's own CSV: a row a student, a column an exercise between the columns named here.
final class MarksTable {
  // spotless:off
  private static final List<Column> BEFORE_EXERCISES =
      List.of(
          new Column("id",            m -> m.student().id()),
          new Column("name",          m -> m.student().name()),
          new Column("status",        Mark::status),
          new Column("submitted",     m -> text(m.when())),
          new Column("late_days",     m -> text(m.lateDays())),
          new Column("time_from",     Mark::timeFrom));

  private static final List<Column> BEHIND_EXERCISES =
      List.of(
          new Column("earned",        m -> text(m.earned())),
          new Column("points",        m -> text(m.points())),
          new Column("total",         m -> ExportFormat.number(m.total())),
          new Column("undecided",     Mark::undecided),
          new Column("changed_given", m -> m.result() == null ? "" : m.result().changedGiven()));
  // spotless:on

  private MarksTable() {}

  /// A column: its name in the first line, and its cell for a student.
  private record Column(String name, Function<Mark, String> cell) {}

  static String of(List<Exercise> exercises, List<Mark> marks) {
    var points =
        exercises.stream().map(e -> new Column(e.id().toString(), mark -> points(mark, e)));
    var columns =
        Stream.of(BEFORE_EXERCISES.stream(), points, BEHIND_EXERCISES.stream())
            .flatMap(part -> part)
            .toList();
    var csv = new CsvText().row(columns.stream().map(Column::name).toList());
    for (var mark : marks) {
      csv.row(columns.stream().map(column -> column.cell().apply(mark)).toList());
    }
    return csv.toString();
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
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
