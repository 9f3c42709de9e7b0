package tapeline.instructor.homework;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;

/// An instructor's own folder outside the course: hidden tests in `NN-name/java`, and the seed of
/// the random inputs in the file `seed`.
///
/// @param folder null where there is none
public record Overlay(@Nullable Path folder) {
  public static final Overlay NONE = new Overlay(null);

  /// The overlay in `folder`.
  ///
  /// @throws IllegalArgumentException when it is no folder, or holds neither tests nor a seed
  public static Overlay in(Course course, Path folder) {
    var overlay = new Overlay(folder.toAbsolutePath());
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException("an overlay is a folder, got " + folder);
    }
    if (overlay.fixedSeed().isEmpty()
        && course.modules().stream().allMatch(m -> overlay.tests(m) == null)) {
      throw new IllegalArgumentException(
          "an overlay has tests in NN-name/java, named as the modules are, or a file seed; %s has neither"
              .formatted(folder));
    }
    return overlay;
  }

  /// The folder of the hidden tests of `module`; null where there is none.
  @Nullable Path tests(CourseModule module) {
    if (folder == null) {
      return null;
    }
    var tests = folder.resolve(module.name()).resolve("java");
    return Files.isDirectory(tests) ? tests : null;
  }

  /// The seed that the overlay says, if it does.
  public OptionalLong fixedSeed() {
    if (folder == null || !Files.exists(folder.resolve("seed"))) {
      return OptionalLong.empty();
    }
    var text = Course.read(folder.resolve("seed")).strip();
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException("the overlay's seed is a whole number, got " + text);
    }
  }

  /// A seed that no student could know before.
  static long drawnSeed() {
    return new SecureRandom().nextLong() >>> 1;
  }
}
