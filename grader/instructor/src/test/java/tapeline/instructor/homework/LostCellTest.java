package tapeline.instructor.homework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.course.ExerciseId;
import tapeline.instructor.sandbox.GuardedProcess;
import tapeline.instructor.sandbox.Limits;
import tapeline.instructor.sandbox.Sandbox;

/// Cells that end before they have seen anything of a submission: no fault of its author's.
class LostCellTest {
  @TempDir Path folder;

  @Test
  void one_of_tests_that_does_not_start_is_no_death_of_a_test() {
    var talk = new Conversation(List.of(ExerciseId.parse("01.1")), 5_000, Limits.HOMEWORK);
    var command = new ProcessBuilder("sh", "-c", "echo no threads >&2; exit 3");
    try (var cell = new GuardedProcess(command, 60_000, GuardedProcess.ANY_OUTPUT)) {
      assertThatThrownBy(() -> talk.in(cell, new TestSet(folder, List.of("A"))))
          .isInstanceOf(IOException.class)
          .hasMessage("the cell did not start: 3: no threads");
    }
  }

  @Test
  void a_kernels_compiler_whose_java_fails_is_no_fault_of_the_kernel() throws IOException {
    var java = Files.createDirectory(folder.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho no memory >&2; exit 1\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    assertThatNoKernelIsBlamed();
  }

  @Test
  void a_kernels_compiler_that_does_not_start_is_no_fault_of_the_kernel() {
    assertThatNoKernelIsBlamed(); // without a java
  }

  private void assertThatNoKernelIsBlamed() {
    var runtime = new SealedRuntime(folder, folder, folder, folder);
    var sandbox = new Sandbox.Open(folder, "a test");
    var compilers = new HostCompilers(new TreeMap<>(), Map.of());
    var site = new CellSetup(runtime, null, sandbox, 1, compilers, folder, 1);
    try (var cell = new KernelCell(site, List.of())) {
      assertThatThrownBy(() -> cell.compile("cuda/one.cu", ""))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("one.cu: the compiler could not be started: ");
    }
  }
}
