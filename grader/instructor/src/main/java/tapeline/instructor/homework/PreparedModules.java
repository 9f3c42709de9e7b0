package tapeline.instructor.homework;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Selection;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;

/// The modules that submissions are graded in, and the seed of their tests' random inputs.
record PreparedModules(Map<CourseModule, PreparedModule> modules, long seed) {
  private static final int SEEDS = 5;

  /// Prepares `parts` with the seed that is given, or the overlay's, or else with a new one: a
  /// drawn seed that the reference solution fails on is not used.
  ///
  /// @throws IllegalStateException when the reference solution fails with the one that is given, or
  ///   with several drawn ones
  static PreparedModules of(
      Course course, List<Selection.Part> parts, Overlay overlay, OptionalLong given, Path work) {
    var fixed = given.isPresent() ? given : overlay.fixedSeed();
    long next = fixed.orElseGet(Overlay::drawnSeed);
    for (int tries = 1; ; tries++) {
      try (var trusted = new Workers(new Jvm(course, next))) {
        var modules = new HashMap<CourseModule, PreparedModule>();
        for (var part : parts) {
          modules.put(
              part.module(),
              PreparedModule.of(course, part, overlay, fixed.isEmpty(), trusted, work));
        }
        return new PreparedModules(Map.copyOf(modules), next);
      } catch (PreparedModule.WrongReference e) {
        if (fixed.isPresent() || tries == SEEDS) {
          throw new IllegalStateException(e.getMessage() + " (seed " + next + ")", e);
        }
        next = Overlay.drawnSeed();
      }
    }
  }

  PreparedModule of(CourseModule module) {
    return Objects.requireNonNull(modules.get(module), "every part is prepared");
  }
}
