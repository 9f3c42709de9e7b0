package tapeline.instructor.homework;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tapeline.grader.run.KnownMistakes;
import tapeline.instructor.sandbox.Sandbox;

/// The place of one grading.
///
/// @param runtime what its workers run on
/// @param archive what its tests start from; null where there is none
/// @param sandbox what they run in
/// @param user the number of the user that the compiler runs as; tests run as the next one
/// @param compilers what the compiler of kernels is shown
/// @param data what tests may read: the course's datasets
/// @param seed of the tests' random inputs
record CellSetup(
    SealedRuntime runtime,
    @Nullable CellArchive archive,
    Sandbox sandbox,
    int user,
    HostCompilers compilers,
    Path data,
    long seed) {

  /// Returns this setup with the course's own seed, which the known mistakes are recorded with.
  CellSetup withCourseSeed() {
    return new CellSetup(
        runtime, archive, sandbox, user, compilers, data, KnownMistakes.COURSE_SEED);
  }
}
