package tapeline.grader.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.Course;

/// A home folder that several machines share.
class ClassesTest {
  private static final long GONE = Integer.MAX_VALUE; // no system has a process of this number

  @TempDir private Path root;

  @Test
  void a_folder_is_forgotten_when_its_process_is_gone_from_this_machine() throws IOException {
    var course = new Course(root, List.of());
    var own = Files.createDirectories(course.ownFolder("as-is"));
    var host = requireNonNull(own.getParent()).getFileName().toString().split("-", 2)[1];
    var gone = folder(own, GONE + "-" + host);
    var elsewhere = folder(own, GONE + "-another-" + host);
    var old = folder(own, GONE + "-older-" + host);
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(8))));
    new Classes(course).forgetGiven();
    assertThat(own).exists();
    assertThat(gone).doesNotExist();
    assertThat(elsewhere).as("whether that process runs is not known here").exists();
    assertThat(old).as("untouched for a week").doesNotExist();
  }

  private static Path folder(Path own, String name) throws IOException {
    return Files.createDirectories(requireNonNull(own.getParent()).resolveSibling(name));
  }
}
