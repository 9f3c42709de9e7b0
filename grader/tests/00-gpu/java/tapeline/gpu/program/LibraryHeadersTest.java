package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.program.MarkedProgram.line;
import static tapeline.gpu.program.MarkedProgram.without;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.tests.Resource;

/// The course's `<curand_kernel.h>`, `<cuda/atomic>` and `<cuda/barrier>` by clang; barriers and
/// scans of groups by each compiler.
@Tag("slow")
@Needs(Need.CUDA)
class LibraryHeadersTest {
  private static final Offset<Double> CLOSE = Offset.offset(2e-5); // fast sines on the card

  private static final String DRAWN =
      """
      #include <cstdio>
      #include <curand_kernel.h>
      __global__ void draw(float *x) {
        curandStatePhilox4_32_10_t state;
        curand_init(7, threadIdx.x, 0, &state);
        x[threadIdx.x] = curand_uniform(&state);
      }
      int main() {
        float *x;
        cudaMallocManaged(&x, 64 * sizeof(float));
        draw<<<1, 64>>>(x);
        cudaDeviceSynchronize();
        int within = 0;
        for (int i = 0; i < 64; i++) within += x[i] > 0 && x[i] <= 1 && x[i] != x[(i + 1) % 64];
        printf("%d of 64\\n", within);
        cudaFree(x);
      }
      """;

  @TempDir private Path scratch;

  private static String text(String name) {
    return Resource.text(LibraryHeadersTest.class, "/programs/" + name);
  }

  private ProgramRun check(String name, String program) throws IOException, InterruptedException {
    return check(name, program, "clang");
  }

  private ProgramRun check(String name, String program, String compiler, String... words)
      throws IOException, InterruptedException {
    ProgramRun.needs(compiler);
    Files.writeString(scratch.resolve(name), program);
    var all = new ArrayList<>(List.of(name, "--check", "--compiler", compiler));
    all.addAll(List.of(words));
    return ProgramRun.run(scratch, all.toArray(String[]::new));
  }

  private static List<Double> numbers(String text) {
    var all = new ArrayList<Double>();
    text.lines()
        .filter(line -> line.matches("[-+.e\\d ]+"))
        .forEach(line -> List.of(line.split(" ")).forEach(w -> all.add(Double.valueOf(w))));
    return all;
  }

  @Test
  void random_numbers_are_those_of_a_card() throws IOException, InterruptedException {
    var ran = check("random.cu", text("random.cu")).endsWith(0).says("no mistake found");
    var mine = numbers(ran.output());
    var cards = numbers(text("random.txt"));
    assertThat(mine).hasSameSizeAs(cards).hasSize(8 * 8 * 2 + 8);
    assertThat(mine.subList(0, 64)).as("32 bits each").isEqualTo(cards.subList(0, 64));
    for (int i = 64; i < cards.size(); i++) {
      assertThat(mine.get(i)).as("number %d", i).isCloseTo(cards.get(i), CLOSE);
    }
  }

  @Test
  void barriers_and_atomics_order_and_what_lacks_them_is_named()
      throws IOException, InterruptedException {
    var right = without(text("meet.cu"), "WRONG");
    check("right.cu", right)
        .endsWith(0)
        .says("0 are wrong, 256 counted, least -7, handed 42, sum 896", "no mistake found");
    var wrong = without(text("meet.cu"), "RIGHT");
    var ran = check("wrong.cu", wrong).endsWith(1);
    for (var kernel : List.of("turn", "hand")) {
      ran.says("wrong.cu:%d: race in".formatted(line(wrong, "HERE " + kernel)));
    }
  }

  /// Tries the course's own header, and NVIDIA's by its atomics and by `mbarrier`.
  @ParameterizedTest
  @CsvSource({"clang, sm_75, ATOMICS", "nvcc, sm_75, ATOMICS", "nvcc, sm_80, MBARRIER"})
  void phases_of_barriers_order_and_what_lacks_them_is_named(
      String compiler, String architecture, String macro) throws IOException, InterruptedException {
    String[] words = {"-arch", architecture, "-D" + macro};
    boolean precise = macro.equals("MBARRIER");
    check("right.cu", without(text("phases.cu"), "WRONG"), compiler, words)
        .endsWith(0)
        .says("8514688 410838015 5210048 814560 " + (precise ? 1101455296 : 0), "no mistake found");
    var wrong = without(text("phases.cu"), "RIGHT");
    var ran = check("wrong.cu", wrong, compiler, words).endsWith(1);
    ran.says("wrong.cu:%d: read of uninitialised shared".formatted(line(wrong, "HERE last")));
    ran.says("wrong.cu:%d: race in shared memory in hand".formatted(line(wrong, "HERE hand")));
    if (precise) {
      ran.says(
          "wrong.cu:%d: race in shared memory in twice".formatted(line(wrong, "HERE twice")),
          "wrong.cu:%d: race in shared memory in drop".formatted(line(wrong, "HERE drop")),
          "wrong.cu:%d: race inside a warp in last".formatted(line(wrong, "HERE last")),
          "wrong.cu:%d: use of shared memory that is being".formatted(line(wrong, "HERE copy")),
          "wrong.cu:%d: use of shared memory that is being".formatted(line(wrong, "HERE pipe")),
          "wrong.cu:%d: misuse of a barrier in shared".formatted(line(wrong, "HERE stray")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"clang", "nvcc"})
  void random_numbers_are_there(String compiler) throws IOException, InterruptedException {
    check("drawn.cu", DRAWN, compiler).endsWith(0).says("64 of 64", "no mistake found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"clang", "nvcc"})
  void groups_scan_what_their_threads_have(String compiler)
      throws IOException, InterruptedException {
    check("scans.cu", text("scans.cu"), compiler)
        .endsWith(0)
        .says("0 of 512 are wrong", "no mistake found");
  }
}
