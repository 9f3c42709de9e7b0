package tapeline.instructor.homework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.toolkit.ScratchFolder;

/// The Java and the jars that the sandbox keeps from one run to the next.
@Tag("slow")
class SealedRuntimeTest {
  @TempDir Path folder;

  /// The folder has the project's own Java, so that none is linked.
  private void furnish() throws IOException {
    var kept = FixtureCourse.projectRoot().resolve("grader/target/sandbox");
    Files.createDirectories(kept);
    var image = SealedRuntime.on(kept).image();
    Files.createSymbolicLink(folder.resolve(JavaImage.name()), image);
  }

  @AfterEach
  void unlink() throws IOException {
    Files.deleteIfExists(folder.resolve(JavaImage.name())); // JUnit warns of links
  }

  @Test
  void what_earlier_versions_left_is_deleted_when_nobody_works_with_it() throws IOException {
    furnish();
    for (var old :
        Stream.of("runner-1", "libraries-2", "archive-3", "java-1.2", "mine-1").toList()) {
      Files.createDirectories(folder.resolve(old).resolve("inside"));
    }
    SealedRuntime runtime;
    try (var _ = ScratchFolder.in(folder, "work")) {
      try (var _ = ScratchFolder.in(folder, "work")) {
        SealedRuntime.on(folder);
        assertThat(folder.resolve("runner-1")).as("another process may run on it").exists();
      }
      runtime = SealedRuntime.on(folder);
    }
    assertThat(folder.resolve("runner-1")).doesNotExist();
    assertThat(folder.resolve("libraries-2")).doesNotExist();
    assertThat(folder.resolve("archive-3")).doesNotExist();
    assertThat(folder.resolve("java-1.2")).doesNotExist();
    assertThat(folder.resolve("mine-1")).as("not the sandbox's").exists();
    assertThat(runtime.runnerJar()).as("what is in use").exists();
    assertThat(runtime.modules()).exists();
    assertThat(runtime.image()).exists();
  }

  @Test
  void a_java_that_cannot_be_disarmed_is_refused() throws IOException {
    var library = folder.resolve("lib/libmanagement_ext.so");
    var modules = folder.resolve("lib/modules");
    Files.createDirectories(library.getParent());
    Files.writeString(library, "Java_com_sun_management_internal_Flag_getAllFlagNames");
    var property = "a jdk.module.illegal.native.access z";
    for (var not : List.of("none", property + property)) {
      Files.writeString(modules, not);
      assertThatThrownBy(() -> Disarmed.in(folder))
          .hasMessage(
              "jdk.module.illegal.native.access is to be renamed, and lib/modules does not name it once");
    }
    Files.writeString(modules, property);
    assertThatThrownBy(() -> Disarmed.in(folder))
        .hasMessageContaining("the native methods of HotSpotDiagnostic are to be disarmed");
    Files.writeString(modules, property);
    Files.writeString(
        library,
        "a Java_com_sun_management_internal_HotSpotDiagnostic_dumpHeap0"
            + " Java_com_sun_management_internal_DiagnosticCommandImpl_x"
            + " Java_com_sun_management_internal_Flag_y Java_com_sun_management_internal_OperatingSystemImpl_z");
    Disarmed.in(folder);
    assertThat(library)
        .content()
        .contains("a Xava_com_sun_management_internal_HotSpotDiagnostic_dumpHeap0")
        .contains(" Xava_com_sun_management_internal_Flag_y")
        .contains(" Java_com_sun_management_internal_OperatingSystemImpl_z");
    assertThat(modules).hasContent("a jdk-module-illegal-native-access z");
  }
}
