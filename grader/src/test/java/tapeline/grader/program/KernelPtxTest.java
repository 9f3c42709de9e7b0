package tapeline.grader.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;

/// Which kernels have PTX, and where.
class KernelPtxTest {
  private static final String KERNELS = "solutions/03-kernel/src/main/resources";
  private static final String OF_TESTS = "grader/tests/03-kernel/resources";
  private static final String ARCHIVE =
      "modules/00-gpu/src/main/resources/tapeline/gpu/compiler/course-ptx.zip";
  private static final String MUTANTS = "grader/target/course/mutant-kernels/03-kernel";

  @TempDir Path folder;
  private Course course;

  @BeforeEach
  void give() throws IOException {
    course = FixtureCourse.withKernels(folder).course();
  }

  @Test
  void the_kernels_of_all_modules_and_of_their_tests_have_theirs_in_one_archive()
      throws IOException {
    Files.createDirectories(folder.resolve(OF_TESTS));
    Files.writeString(folder.resolve(OF_TESTS + "/race.cu"), "times 2\n");
    var report = new KernelPtx(course).writeKernels();
    assertThat(report.lines()).containsExactly("write", ARCHIVE, KERNELS, OF_TESTS);
    assertThat(report.sound()).isTrue();
  }

  @Test
  void each_mutant_of_a_kernel_is_a_file_of_its_own() throws IOException {
    var stale = Files.createDirectories(folder.resolve(MUTANTS)).resolve("gone.cu");
    Files.writeString(stale, "times 2\n");
    var report = new KernelPtx(course).writeMutants(course.modules());
    assertThat(report.lines()).containsExactly("write", "grader/tests/03-kernel/ptx.zip", MUTANTS);
    assertThat(stale).as("of a mutant that is no more").doesNotExist();
    assertThat(folder.resolve(MUTANTS + "/03.1-0/double.cu"))
        .hasContent("// y = 2x\n\n// BEGIN EXERCISE 03.1\nplus 2\n// END EXERCISE 03.1\n");
    assertThat(folder.resolve(MUTANTS + "/03.2-1/chain.cu"))
        .content()
        .contains("// BEGIN EXERCISE 03.2\ntimes 3\n// END EXERCISE 03.2\nplus 0\n");
  }

  @Test
  void a_check_looks_at_both() {
    var report = new KernelPtx(course).check();
    assertThat(report.lines()).hasSize(6).startsWith("check", ARCHIVE, KERNELS, "check");
    assertThat(report.sound()).isFalse();
  }

  @Test
  void a_toolkit_that_does_not_compile_is_said_and_stops_nothing_else() throws IOException {
    var broken = folder.resolve("modules/00-toolkit/src/main/java/tapeline/toolkit/Broken.java");
    Files.writeString(broken, "package tapeline.toolkit; class Broken { int x = y; }");
    var report = new KernelPtx(course).writeKernels();
    assertThat(report.sound()).isFalse();
    assertThat(report.lines())
        .singleElement()
        .asString()
        .startsWith("no PTX: the course's own sources do not compile: modules/00-toolkit/");
  }

  @Test
  void modules_without_kernels_need_nothing(@TempDir Path other) throws IOException {
    var java = FixtureCourse.in(other).course();
    assertThat(new KernelPtx(java).check().lines()).isEmpty();
    assertThat(new KernelPtx(java).check().sound()).isTrue();
  }
}
