package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.program.MarkedProgram.line;
import static tapeline.gpu.program.MarkedProgram.without;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
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

  /// The mistakes of phases.cu: the first two are those of all barriers.
  private static final List<String> MISTAKES =
      List.of(
          "last: read of uninitialised shared",
          "hand: race in shared memory in hand",
          "twice: race in shared memory in twice",
          "drop: race in shared memory in drop",
          "last: race inside a warp in last",
          "copy: use of shared memory that is being",
          "pipe: use of shared memory that is being",
          "stray: misuse of a barrier in shared");

  @TempDir private static Path scratch;
  private static ProgramsTogether together;
  private static ProgramsTogether precise;

  private static String text(String name) {
    return Resource.text(LibraryHeadersTest.class, "/programs/" + name);
  }

  @BeforeAll
  static void build() throws IOException {
    together = new ProgramsTogether(scratch.resolve("sm_75"), "sm_75");
    together.add("random", "random.cu", text("random.cu"));
    together.add("drawn", "drawn.cu", DRAWN);
    together.add("scans", "scans.cu", text("scans.cu"));
    addBoth(together, text("meet.cu"), "meet.cu");
    addBoth(together, byAtomics(text("phases.cu")), "phases.cu");
    precise = new ProgramsTogether(scratch.resolve("sm_80"), "sm_80");
    addBoth(precise, text("phases.cu"), "phases.cu", "MBARRIER");
  }

  /// Adds the program without the lines of each mark.
  private static void addBoth(ProgramsTogether programs, String text, String file, String... macros)
      throws IOException {
    programs.add("right " + file, file, without(text, "WRONG"), macros);
    programs.add("wrong " + file, file, without(text, "RIGHT"), macros);
  }

  private static String byAtomics(String phases) {
    return phases.replaceAll("(?s)#ifdef MBARRIER\n.*?#endif\n", "");
  }

  private static ProgramRun check(ProgramsTogether programs, String name, String compiler)
      throws IOException, InterruptedException {
    ProgramRun.needs(compiler);
    return programs.check(name, compiler);
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
    var ran = check(together, "random", "clang").endsWith(0).says("no mistake found");
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
    check(together, "right meet.cu", "clang")
        .endsWith(0)
        .says("0 are wrong, 256 counted, least -7, handed 42, sum 896", "no mistake found");
    var wrong = without(text("meet.cu"), "RIGHT");
    var ran = check(together, "wrong meet.cu", "clang").endsWith(1);
    for (var kernel : List.of("turn", "hand")) {
      ran.says("meet.cu:%d: race in".formatted(line(wrong, "HERE " + kernel)));
    }
  }

  /// Tries the course's own header and NVIDIA's, by atomics and for 8.0 by instructions of
  /// barriers.
  @ParameterizedTest
  @CsvSource({"clang, 7.5", "nvcc, 7.5", "nvcc, 8.0"})
  void phases_of_barriers_order_and_what_lacks_them_is_named(String compiler, String capability)
      throws IOException, InterruptedException {
    boolean byInstructions = capability.equals("8.0");
    var programs = byInstructions ? precise : together;
    check(programs, "right phases.cu", compiler)
        .endsWith(0)
        .says("8514688 410838015 5210048 814560 " + (byInstructions ? "1101455296" : "0"))
        .says("no mistake found");
    var text = text("phases.cu");
    var wrong = without(byInstructions ? text : byAtomics(text), "RIGHT");
    var ran = check(programs, "wrong phases.cu", compiler).endsWith(1);
    for (var mistake : MISTAKES.subList(0, byInstructions ? MISTAKES.size() : 2)) {
      var parts = List.of(mistake.split(": "));
      int place = line(wrong, "HERE " + parts.getFirst());
      ran.says("phases.cu:%d: %s".formatted(place, parts.getLast()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"clang", "nvcc"})
  void random_numbers_are_there(String compiler) throws IOException, InterruptedException {
    check(together, "drawn", compiler).endsWith(0).says("64 of 64", "no mistake found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"clang", "nvcc"})
  void groups_scan_what_their_threads_have(String compiler)
      throws IOException, InterruptedException {
    check(together, "scans", compiler).endsWith(0).says("0 of 512 are wrong", "no mistake found");
  }
}
