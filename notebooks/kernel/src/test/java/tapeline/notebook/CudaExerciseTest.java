package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.gpu.compiler.CudaSource;
import tapeline.gpu.compiler.KernelCompiler;
import tapeline.grader.need.Need;
import tapeline.grader.need.NeedCondition;
import tapeline.grader.need.Needs;

/// Exercises in CUDA C: the region's file is no Java, and lies beside the classes.
class CudaExerciseTest {
  private static final String DOUBLE = "modules/03-kernel/src/main/resources/cuda/double.cu";
  private static final String TWICE =
      """
      extern "C" __global__ void twice(float* x) {
        x[threadIdx.x] *= 2;
      }\
      """;

  @TempDir private Path folder;
  @AutoClose private NotebookCourse on;

  @BeforeEach
  void course() throws IOException {
    on = NotebookCourse.withKernels(folder);
  }

  private String used() throws IOException {
    return Files.readString(on.host.folders.getFirst().resolve("cuda/double.cu"));
  }

  private static void assumeCompiler() {
    var text = "extern \"C\" __global__ void f() {}\n";
    boolean there;
    try {
      there = KernelCompiler.standard().ptx(new CudaSource("probe.cu", text)).contains(".entry");
    } catch (IllegalStateException _) {
      there = false;
    }
    NeedCondition.require(there, Need.CUDA, "none is of use");
  }

  @Test
  void a_stub_is_not_started_and_nothing_is_compiled() {
    assertThat(on.exercise("03.1", on.region(DOUBLE, "03.1")))
        .startsWith("not started: 03.1 (twice).")
        .endsWith(
            "Around this cell, in `%s`:\n    // y = 2x\n    \n    // this cell".formatted(DOUBLE));
    assertThat(on.host.times).isEqualTo(1);
  }

  @Test
  @Needs(Need.CUDA)
  void a_cell_goes_into_the_kernels_file_and_cells_use_it() throws IOException {
    assumeCompiler();
    assertThat(on.exercise("03.1", TWICE))
        .isEqualTo(
            "03.1 is saved in `%s`, and cells use it. `%%grade 03.1` checks it.".formatted(DOUBLE));
    assertThat(on.region(DOUBLE, "03.1")).isEqualTo(TWICE + "\n");
    assertThat(used()).contains("x[threadIdx.x] *= 2;");
    on.exercise("03.1", TWICE.replace("2;", "2.0f;"));
    assertThat(used()).as("after an edit").contains("*= 2.0f;");
    assertThat(on.module("03")).contains("1 of 2 exercises begun");
  }

  @Test
  @Needs(Need.CUDA)
  void what_does_not_compile_is_told_by_the_cells_lines_and_not_used() throws IOException {
    assumeCompiler();
    on.exercise("03.1", TWICE);
    var answer = on.exercise("03.1", TWICE.replace("*= 2", "*= tow"));
    assertThat(answer)
        .startsWith(
            "03.1 is saved in `%s`, and does not compile; cells use the version before.\n"
                .formatted(DOUBLE))
        .contains("    line 3 of this cell\n", "tow");
    assertThat(used()).contains("*= 2;").doesNotContain("tow");
    assertThat(on.exercise("03.1", TWICE)).contains("cells use it");
  }

  @Test
  @Needs(Need.CUDA)
  void the_first_kernel_of_a_notebook_may_be_broken_too() throws IOException {
    assumeCompiler();
    assertThat(on.exercise("03.1", TWICE.replace("*= 2", "*= tow")))
        .contains("does not compile; cells use the rest of the module.", "line 3 of this cell");
    assertThat(used()).contains("tow");
    assertThat(on.exercise("03.1", TWICE)).contains("cells use it");
    assertThat(used()).contains("*= 2;");
  }

  @Test
  void a_text_that_still_says_todo_is_used_as_it_is() throws IOException {
    assertThat(on.exercise("03.1", "// half a kernel\n#error TODO 03.1 twice"))
        .contains("is saved in")
        .doesNotContain("does not compile");
    assertThat(used()).contains("half a kernel");
  }

  @Test
  void an_edit_elsewhere_is_seen() throws IOException {
    on.module("03");
    on.edit(DOUBLE, "#error TODO 03.1 twice", "times 9");
    on.module("03");
    assertThat(used()).contains("times 9");
  }
}
