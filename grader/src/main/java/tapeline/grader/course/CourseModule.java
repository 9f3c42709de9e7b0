package tapeline.grader.course;

import java.util.List;

/// One numbered module: its folder's name, and its exercises in the order of their numbers.
///
/// @param name the folder's name, for example `03-tape-reuse`
public record CourseModule(int number, String name, List<Exercise> exercises) {

  /// Two digits, for example `03`.
  public String id() {
    return "%02d".formatted(number);
  }

  /// The sum of the exercises' points.
  public int points() {
    return exercises.stream().mapToInt(Exercise::points).sum();
  }

  /// The exercise of this number.
  ///
  /// @throws IllegalArgumentException when the module has none, naming those it has
  public Exercise exercise(ExerciseId id) {
    return exercises.stream()
        .filter(e -> e.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "module %s has no exercise %s; it has %s"
                    .formatted(name, id, exercises.stream().map(Exercise::id).toList())));
  }
}
