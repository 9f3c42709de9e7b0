package tapeline.grader.course;

import java.util.List;

/// The marked lines of one exercise in a source file: `BEGIN` line, body, `END` line.
///
/// @param title in quotes behind the number of a `BEGIN SOLUTION`; empty at a `BEGIN EXERCISE`
/// @param points behind the title of a `BEGIN SOLUTION`; 0 at a `BEGIN EXERCISE`
/// @param beginLine 1-based line of the `BEGIN` marker
/// @param endLine 1-based line of the `END` marker
/// @param indent the white space before the `BEGIN` marker
/// @param body the lines between the markers, `STUB` lines left out, each ended by `\n`
/// @param stub what the learner finds there: the `STUB` lines without their prefix; empty at a
///   `BEGIN EXERCISE`
public record Region(
    ExerciseId id,
    String title,
    int points,
    int beginLine,
    int endLine,
    String indent,
    String body,
    String stub) {

  /// Returns whether the 1-based `line` lies between the markers, both included.
  public boolean contains(int line) {
    return beginLine <= line && line <= endLine;
  }

  /// The region of `id` in `regions`.
  ///
  /// @throws IllegalArgumentException when there is none
  public static Region of(ExerciseId id, List<Region> regions) {
    return regions.stream()
        .filter(r -> r.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no region of exercise " + id));
  }
}
