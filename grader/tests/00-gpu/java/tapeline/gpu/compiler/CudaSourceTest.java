package tapeline.gpu.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// One text, wherever it was read.
class CudaSourceTest {
  private static final String SOLUTION =
      """
      // y = s x
      extern "C" __global__ void scale(const float* x, float* y, float s, int n) {
        // BEGIN SOLUTION 10.1 "scale" 5 points
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) y[i] = s * x[i];
        // STUB // TODO 10.1 — 2 lines. Which element is this thread's?
        // STUB
        // STUB #error TODO 10.1 scale
        // END SOLUTION
      }
      """;
  private static final String SOLVED =
      """
      // y = s x
      extern "C" __global__ void scale(const float* x, float* y, float s, int n) {
        // BEGIN EXERCISE 10.1
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) y[i] = s * x[i];
        // END EXERCISE 10.1
      }
      """;

  @Test
  void the_references_file_and_a_learners_with_the_same_answer_are_one_text() {
    var reference = new CudaSource("scale.cu", SOLUTION);
    assertThat(reference.text()).isEqualTo(SOLVED);
    assertThat(reference).isEqualTo(new CudaSource("scale.cu", SOLVED));
    assertThat(reference.todo()).as("the stub of a solution is not its text").isEmpty();
    assertThat(reference.line(5).strip()).as("lines of the answer").startsWith("if (i < n)");
  }

  @Test
  void a_text_without_markers_stays_as_it_is() {
    var plain = SOLVED.replaceAll("(?m)^.*EXERCISE.*\n", "").stripTrailing();
    assertThat(new CudaSource("scale.cu", plain).text()).isEqualTo(plain);
  }

  @Test
  void line_ends_of_windows_are_the_same_text() {
    assertThat(new CudaSource("scale.cu", SOLUTION.replace("\n", "\r\n")).hash())
        .isEqualTo(new CudaSource("scale.cu", SOLVED).hash());
    assertThat(new CudaSource("scale.cu", SOLVED + " ").hash())
        .isNotEqualTo(new CudaSource("scale.cu", SOLVED).hash());
  }

  @Test
  void a_source_is_named_as_a_file_without_folders() {
    assertThatThrownBy(() -> new CudaSource("../add.cu", ""))
        .hasMessage("a CUDA source is named like softmax.cu, without folders: got '../add.cu'");
  }
}
