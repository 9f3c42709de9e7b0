package tapeline.instructor.gradebook;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Exercise;
import tapeline.instructor.gradebook.StudentResult.ExerciseMark;

/// The marks that a person set for one student, in place of what grading gave.
///
/// @param total in place of what grading and lateness would give; null where it stays
/// @param reason for the total, which the marks show
/// @param exercises points or comments of single exercises, by their ids
record HandMark(@Nullable Double total, String reason, Map<String, OfExercise> exercises) {

  /// The verdict on an exercise whose points a person gave.
  static final String VERDICT = "by hand";

  /// A person's points and comment for one exercise.
  ///
  /// @param points null where those of the tests stay
  /// @param comment which the marks and the feedback show
  record OfExercise(@Nullable Integer points, String comment) {}

  /// Reads the marks from a CSV file with the columns `id`, `total` and `reason`, by the ids. A row
  /// with something in a fourth column, `exercise`, sets that exercise's points, or leaves them and
  /// comments.
  ///
  /// @throws IllegalArgumentException when a column or a reason is missing, a total is no number of
  ///   points, or a row is there twice
  static Map<String, HandMark> read(Path file) {
    var table = CsvTable.read(file, "a list of marks by hand", "id", "total", "reason");
    var marks = new LinkedHashMap<String, HandMark>();
    for (var row : table.rows()) {
      var id = table.cell(row, "id");
      var total = table.cell(row, "total");
      var reason = table.cell(row, "reason");
      var exercise = table.cell(row, "exercise");
      var problem = problem(id, exercise, total, reason);
      if (!problem.isEmpty()) {
        throw table.refused(row, problem);
      }
      var mark = marks.computeIfAbsent(id, _ -> new HandMark(null, "", new LinkedHashMap<>()));
      boolean twice =
          exercise.isEmpty() ? mark.total() != null : mark.exercises().containsKey(exercise);
      if (twice) {
        throw table.refused(
            row,
            "a student has one mark by hand, got %s twice"
                .formatted((id + " " + exercise).strip()));
      }
      if (exercise.isEmpty()) {
        marks.put(id, new HandMark(Double.valueOf(total), reason, mark.exercises()));
      } else {
        var points = total.isEmpty() ? null : Integer.valueOf(total);
        mark.exercises().put(exercise, new OfExercise(points, reason));
      }
    }
    return Map.copyOf(marks);
  }

  /// Returns what is wrong with a row; empty where it is a mark.
  static String problem(String id, String exercise, String total, String reason) {
    boolean number =
        exercise.isEmpty() ? total.matches("\\d{1,6}(\\.\\d{1,2})?") : total.matches("\\d{0,6}");
    return number && !reason.isEmpty()
        ? ""
        : "a mark by hand has %s and a reason, got \"%s\" and \"%s\" for %s"
            .formatted(
                exercise.isEmpty()
                    ? "a total of at most six digits and two decimals"
                    : "whole points of at most six digits",
                total,
                reason,
                id);
  }

  /// Returns the marks by the ids as the list has them, else as they were handed in.
  ///
  /// @throws IllegalArgumentException when one is for somebody who is not on the list and handed in
  ///   nothing, or for several or twice for one in other spellings, or for an exercise that is not
  ///   graded or has fewer points
  static Map<String, HandMark> ofKnown(
      Map<String, HandMark> byHand, Roster roster, List<HandedIn> all, List<Exercise> exercises) {
    var ids = new HashSet<>(roster.students().keySet());
    all.forEach(h -> ids.add(h.student().id()));
    var known = new Ids(ids);
    var marks = new LinkedHashMap<String, HandMark>();
    byHand.forEach((spelling, mark) -> {
      var near = known.near(spelling);
      var id =
          known
              .find(spelling)
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "a mark by hand is for somebody on the roster or who handed in, got %s%s"
                          .formatted(
                              spelling,
                              near.isEmpty()
                                  ? ""
                                  : ", which may be " + String.join(" or ", near))));
      if (marks.put(id, mark) != null) {
        throw new IllegalArgumentException(
            "a student has one mark by hand, got %s in two spellings".formatted(id));
      }
      mark.exercises()
          .forEach((name, of) -> {
            var points = of.points();
            if (exercises.stream()
                .noneMatch(e ->
                    e.id().toString().equals(name) && (points == null || points <= e.points()))) {
              throw new IllegalArgumentException(
                  "a mark by hand is for an exercise that is graded, and at most its points, got %s and %s for %s"
                      .formatted(name, points, id));
            }
          });
    });
    return marks;
  }

  /// Returns whether this person gave points for some exercise.
  boolean hasPoints() {
    return exercises.values().stream().anyMatch(e -> e.points() != null);
  }

  /// The result of grading, with this person's points and comments: also of exercises that were not
  /// graded, as nothing was handed in, or nothing that could be read.
  ///
  /// @param found null where nothing was graded
  /// @param all the exercises that are graded
  /// @return null where nothing was graded, and this person gave no points for exercises
  @Nullable StudentResult on(@Nullable StudentResult found, String id, List<Exercise> all) {
    if (found == null && !hasPoints()) {
      return null;
    }
    var graded = found == null ? new StudentResult("", id, "", List.of(), 0, 0, "") : found;
    var marks = new ArrayList<ExerciseMark>();
    var left = new HashSet<>(exercises.keySet());
    for (var e : graded.exercises()) {
      var of = exercises.get(e.id());
      left.remove(e.id());
      if (of == null) {
        marks.add(e);
      } else {
        int earned = of.points() == null ? e.earned() : of.points();
        var says = e.says().isEmpty() ? of.comment() : of.comment() + "\n" + e.says();
        var verdict = of.points() == null ? e.verdict() : VERDICT;
        marks.add(
            new ExerciseMark(e.id(), e.title(), e.points(), earned, verdict, says, e.mistake()));
      }
    }
    for (var e : all) {
      var name = e.id().toString();
      var of = exercises.get(name);
      if (of != null && left.contains(name)) {
        int earned = of.points() == null ? 0 : of.points();
        marks.add(new ExerciseMark(name, e.title(), e.points(), earned, VERDICT, of.comment(), ""));
      }
    }
    return new StudentResult(
        graded.key(),
        graded.id(),
        graded.refusal(),
        marks,
        graded.seed(),
        graded.seconds(),
        graded.changedGiven());
  }
}
