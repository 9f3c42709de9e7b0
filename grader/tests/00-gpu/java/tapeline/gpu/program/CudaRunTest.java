package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.program.ProgramRun.place;
import static tapeline.gpu.program.ProgramRun.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.tests.Resource;

/// Whole CUDA programs with a `main`, each right as it is, and wrong in a way that `-D` chooses.
@Tag("slow")
@Needs(Need.CUDA)
class CudaRunTest {
  private static final String CARELESS = "careless.cu";

  @TempDir private static Path built;
  private static ProgramsTogether together;

  @TempDir private Path scratch;

  @BeforeAll
  static void join() throws IOException {
    ProgramRun.needs("clang");
    together = ProgramRow.together(built, joined());
    together.add(CARELESS, CARELESS, Resource.text(CudaRunTest.class, "/programs/" + CARELESS));
  }

  static Stream<ProgramRow> joined() {
    return ProgramRow.of("joined.txt", "");
  }

  @ParameterizedTest
  @MethodSource("joined")
  void ends_and_says_when_it_is_built_with_others(ProgramRow row)
      throws IOException, InterruptedException {
    row.check(together, "clang");
  }

  static Stream<String> runs() {
    return Resource.text(CudaRunTest.class, "/programs/runs.txt")
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void ends_and_says(String row) throws IOException, InterruptedException {
    String[] cells = row.split(" \\| ");
    String[] words = cells[1].isBlank() ? new String[0] : cells[1].split(" ");
    var ran = run(words).endsWith(Integer.parseInt(cells[2]));
    for (var cell : List.of(cells).subList(3, cells.length)) {
      ran.says(cell.startsWith("@") ? place(words[0], cell.substring(1)) : cell);
    }
  }

  @Test
  void a_race_is_run_again_in_another_order() throws IOException, InterruptedException {
    var file = scratch.resolve("result.json");
    run("reduction.cu", "--check", "--replay", "-DNO_ATOMIC", "--json", file.toString())
        .endsWith(1)
        .says("race in global memory", "use an atomic")
        .says("replay: as written: ", "; with warp 0 of block 0 held at line", "  as written; ");
    var race = new ObjectMapper().readTree(file.toFile()).get("mistakes").get(0).get("replay");
    assertThat(race.get("differs").asBoolean()).isTrue();
    assertThat(race.get("tried").asInt()).isPositive();
    assertThat(race.get("message").asText()).startsWith("as written: ");
  }

  @Test
  void a_wrong_call_is_named_and_costs_the_next_one_nothing()
      throws IOException, InterruptedException {
    var ran = together.run(CARELESS, "clang").endsWith(139);
    ran.says(
        place(CARELESS, "grid") + ": a launch has sizes of 0 to 2147483647: got 4294966296",
        "a launch has sizes of 0 to 2147483647: got 18446744073709551612",
        place(CARELESS, "up")
            + ": cudaMemcpy: the device has 1073741824 bytes: got 18446744073709551612",
        "cudaMemcpy: copy of 1,073,741,824 bytes at element 0 of d, which has 32 elements",
        "cudaMemset: the device has 1073741824 bytes: got 18446744073709551612",
        "never needs 18,446,744,073,709,551,612 bytes",
        place(CARELESS, "pitch") + ": cudaMemcpy2D: a row of 8 bytes is wider than a pitch",
        place(CARELESS, "large")
            + ": launch of large: a block has at most 49152 bytes of dynamic shared memory here",
        "this kernel can have 0 to 65536 bytes of dynamic shared memory: got 100000",
        "a cooperative launch has at most 64 blocks of it: got 5000",
        place(CARELESS, "null") + ": host code uses the address 0x0");
    assertThat(
            ran.output().lines().filter(l -> l.matches("(?!tapeline)[a-z ]+: \\d+( .*)?")).toList())
        .extracting(l -> l.replaceAll(",.*", ""))
        .containsExactly(
            "grid: 9 cudaErrorInvalidConfiguration",
            "shared: 9 cudaErrorInvalidConfiguration",
            "up: 1 cudaErrorInvalidValue",
            "much up: 1 cudaErrorInvalidValue",
            "down: 1 cudaErrorInvalidValue",
            "down a bit: 1 cudaErrorInvalidValue",
            "along: 1 cudaErrorInvalidValue",
            "set: 1 cudaErrorInvalidValue",
            "managed: 2 cudaErrorMemoryAllocation",
            "malloc: 2 cudaErrorMemoryAllocation",
            "free: 1 cudaErrorInvalidValue",
            "pitch: 12 cudaErrorInvalidPitchValue",
            "large: 1 cudaErrorInvalidValue",
            "allow too much: 1 cudaErrorInvalidValue",
            "allow: 0 cudaSuccess",
            "allowed: 0 cudaSuccess",
            "more than allowed: 1 cudaErrorInvalidValue",
            "cooperative: 720 cudaErrorCooperativeLaunchTooLarge",
            "two threads: 5050");
  }

  @Test
  void a_fault_is_the_answer_of_all_calls_behind_it() throws IOException, InterruptedException {
    var said = together.run(CARELESS, "clang", "--", "fault").output();
    var calls = said.lines().filter(l -> l.contains(": 7"));
    assertThat(calls.toList())
        .containsExactlyElementsOf(
            Stream.of(
                    "crooked",
                    "malloc behind",
                    "free behind",
                    "symbol behind",
                    "event behind",
                    "stream behind")
                .map(call -> call + ": 716 cudaErrorMisalignedAddress, misaligned address")
                .toList());
  }

  @Test
  void errors_of_the_text_are_the_compilers() throws IOException, InterruptedException {
    Files.writeString(scratch.resolve("wrong.cu"), "int main() { return missing; }\n");
    run(scratch, "wrong.cu").endsWith(1).says("wrong.cu:1:21: error: use of undeclared");
    Files.writeString(scratch.resolve("kept.cu"), "__managed__ int x;\nint main() {}\n");
    run(scratch, "kept.cu").endsWith(1).says("use cudaMallocManaged");
    Files.writeString(scratch.resolve("part.cu"), "__global__ void k(int *p) { *p = 1; }\n");
    run(scratch, "part.cu")
        .endsWith(1)
        .says("a program begins with main, and none of [", "part.cu");
  }

  @Test
  void text_of_kernels_stands_between_the_hosts() throws IOException, InterruptedException {
    Files.writeString(
        scratch.resolve("text.cu"),
        """
        #include <cstdio>
        __global__ void speak(int n) { printf("kernel %d\\n", n); }
        int main(int argc, char **argv) {
          for (int i = 0; i < argc; i++) {
            printf("host %d\\n", i);
            speak<<<1, 1>>>(i);
          }
          return 7;
        }
        """);
    assertThat(run(scratch, "text.cu", "--", "one word", "two").endsWith(7).output().lines())
        .containsExactly(
            "host 0",
            "kernel 0",
            "host 1",
            "kernel 1",
            "host 2",
            "kernel 2",
            "tapeline: 3 launches of 1 kernel");
  }

  @Test
  void what_a_toolkit_has_besides_is_there() throws IOException, InterruptedException {
    for (String compiler : List.of("clang", "nvcc")) {
      if (ProgramRun.has(compiler)) {
        run("besides.cu", "--compiler", compiler, "--check", "--gpu", "a100")
            .endsWith(0)
            .says("tiles right, sums 7 3, types 3 2 1 0, bus 5120", "no mistake")
            .says("room 2097152, 0000:00:00.0, flags 1 0, blocks sized, corner 7");
      }
    }
  }

  @Test
  void what_is_outside_of_the_emulated_is_refused_in_words()
      throws IOException, InterruptedException {
    Files.writeString(
        scratch.resolve("sort.cu"), "#include <cub/cub.cuh>\nint main() { return 0; }\n");
    run(scratch, "sort.cu", "--compiler", "clang")
        .endsWith(1)
        .says("sort.cu:1:10: error: cub/cub.cuh comes with nvcc alone: give --compiler nvcc");
  }
}
