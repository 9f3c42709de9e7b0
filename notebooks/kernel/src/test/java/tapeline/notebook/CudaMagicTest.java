package tapeline.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.grader.need.Need;
import tapeline.grader.need.NeedCondition;
import tapeline.grader.need.Needs;

/// `%%cuda`: a cell that is a program.
class CudaMagicTest {
  private static final String PROGRAM =
      """
      #include <cstdio>
      __global__ void add(int *sum, int n) {
        atomicAdd(sum + n, (int)threadIdx.x);
      }
      int main(int argc, char **) {
        int *sum, got;
        cudaMalloc(&sum, 4);
        cudaMemset(sum, 0, 4);
        add<<<1, 32>>>(sum, argc - 1);
        cudaMemcpy(&got, sum, 4, cudaMemcpyDeviceToHost);
        printf("the sum is %d\\n", got);
        cudaFree(sum);
      }
      """;

  private record Shown(String printed, String said) {}

  private static Shown cell(String body, String... words) {
    var real = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      var said = NotebookCourse.text(new CudaMagic().run(List.of(words), body));
      return new Shown(printed.toString(StandardCharsets.UTF_8), said);
    } finally {
      System.setOut(real);
    }
  }

  @Test
  @Needs(Need.CUDA)
  void a_cell_is_run_and_its_mistakes_are_named_by_the_cells_lines() {
    var right = cell(PROGRAM, "--check");
    NeedCondition.require(!right.printed.contains("there is none"), Need.CUDA, "none is of use");
    assertThat(right.printed).contains("the sum is 496", "no mistake found");
    assertThat(right.said).isEqualTo("The program ended with 0.");
    var wrong = cell(PROGRAM, "--", "one more");
    assertThat(wrong.printed)
        .as("the command is the cell's first line")
        .contains("cell.cu:4: out of bounds in add", "element 1 of sum");
    assertThat(wrong.said).isEqualTo("The program ended with 1.");
  }

  @Test
  @Needs(Need.CUDA)
  void a_race_in_another_order_is_drawn_with_its_words() {
    var raced = PROGRAM.replace("atomicAdd(sum + n, (int)threadIdx.x)", "*sum += blockIdx.x + 5");
    var cell = cell(raced.replace("<<<1, 32>>>", "<<<2, 1>>>"), "--check", "--replay");
    NeedCondition.require(!cell.printed.contains("there is none"), Need.CUDA, "none is of use");
    assertThat(cell.printed).contains("replay: as written: sum[0] = 11; with warp 0 of block 0");
    assertThat(cell.said)
        .contains("picture: cell.cu:4: race in global memory", "as written: sum[0] = 11");
  }

  @Test
  void wrong_words_and_an_empty_cell_are_named() {
    assertThat(cell(PROGRAM, "--chek").printed).contains("cuda run has no option --chek");
    assertThatThrownBy(() -> cell(" \n"))
        .isInstanceOf(NotebookException.class)
        .hasMessage("`%%cuda` needs a program with a `main` below it.");
  }
}
