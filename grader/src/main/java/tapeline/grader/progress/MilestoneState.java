package tapeline.grader.progress;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Milestone;
import tapeline.grader.generate.ExerciseFile;

/// A learner's progress towards a milestone.
///
/// @param missing the exercises it needs that are still stubs; it is unlocked when there is none
/// @param best the best number that came from the learner's own code
public record MilestoneState(Milestone milestone, List<ExerciseId> missing, Optional<Double> best) {
  private static final int NAMED = 4;

  /// Returns the states of all milestones.
  public static List<MilestoneState> all(Course course, ProgressBook book) {
    return Milestone.all(course).stream().map(m -> of(course, book, m)).toList();
  }

  /// That of one milestone: its regions are read, and the book.
  public static MilestoneState of(Course course, ProgressBook book, Milestone milestone) {
    var missing = milestone.needs().stream().filter(id -> ExerciseFile.isStub(course, id)).toList();
    return new MilestoneState(milestone, missing, book.milestone(milestone));
  }

  /// Returns whether its number was beaten.
  public boolean isReached() {
    return best.filter(milestone.goal()::isReachedBy).isPresent();
  }

  /// `reached: 0.98`, `unlocked`, or the exercises that lock it.
  public String text() {
    if (isReached()) {
      return "reached: " + number(best.orElseThrow());
    } else if (!missing.isEmpty()) {
      return "locked: " + named(missing) + " to be written";
    }
    return "unlocked" + best.map(b -> ", best so far " + number(b)).orElse("");
  }

  /// The exercises that are missing in a sentence, with their titles if they are few.
  public String missingText(Course course) {
    boolean few = missing.size() <= 2 * NAMED;
    return "It waits for %d of %d exercises: %s."
        .formatted(
            missing.size(),
            milestone.needs().size(),
            missing.stream()
                .map(id ->
                    few ? id + " " + course.module(id.module()).exercise(id).title() : "" + id)
                .collect(Collectors.joining(", ")));
  }

  /// `01.1, 01.4 and 3 more`.
  public static String named(List<ExerciseId> ids) {
    var first = ids.stream().limit(NAMED).map(ExerciseId::toString);
    return first.collect(Collectors.joining(", "))
        + (ids.size() > NAMED ? " and %d more".formatted(ids.size() - NAMED) : "");
  }

  /// Returns the number with four decimals at most.
  public static String number(double value) {
    return "%s".formatted(Math.round(value * 1e4) / 1e4);
  }

  /// A line for each.
  public static List<String> lines(List<MilestoneState> states) {
    return states.stream()
        .map(s ->
            "milestone %d   %d  %-34s %s"
                .formatted(s.milestone.number(), s.milestone.year(), s.milestone.title(), s.text()))
        .toList();
  }
}
