package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tapeline.grader.need.Need;
import tapeline.grader.need.NeedCondition;
import tapeline.grader.need.Needs;

/// Programs as they are shipped, by each compiler: what they ask the device, and what they call.
/// Those that show what a compiler includes or takes are built alone, the others as one program.
@Tag("slow")
@Needs(Need.CUDA)
class ShippedProgramsTest {
  @TempDir private static Path built;
  private static ProgramsTogether together;
  private static ProgramsTogether later;
  private static List<String> compilers;

  @TempDir private Path scratch;

  static Stream<ProgramRow> rows() {
    return ProgramRow.of("shipped.txt", "shipped/");
  }

  static Stream<ProgramRow> laterRows() {
    return ProgramRow.of("shipped80.txt", "shipped/");
  }

  @BeforeAll
  static void join() throws IOException {
    compilers = Stream.of("clang", "nvcc").filter(ProgramRun::has).toList();
    NeedCondition.require(!compilers.isEmpty(), Need.CUDA, "none is of use");
    together = ProgramRow.together(built.resolve("sm_75"), rows());
    later = ProgramRow.together(built.resolve("sm_80"), "sm_80", laterRows());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void a_program_runs_as_it_is(ProgramRow row) throws IOException, InterruptedException {
    for (var compiler : compilers) {
      row.check(together, compiler);
    }
  }

  @ParameterizedTest
  @MethodSource("laterRows")
  void a_program_for_later_cards_runs_as_it_is(ProgramRow row)
      throws IOException, InterruptedException {
    for (var compiler : compilers) {
      row.check(later, compiler);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          blocks.cu --check --blocks 4 -- 100 | 0 | 0 wrong; no mistake found; of a grid of up to 256 blocks 4 were checked
          blocks.cu --check --blocks 4 -- 255 | 1 | race inside a warp in shift, block (255, 0, 0); 1 mistake; of a grid
          blocks.cu --check --blocks 256 -- 100 | 1 | race inside a warp in shift, block (100, 0, 0)
          long_loop.cu --block-limit 1 -- 60000000 | 1 | cudaErrorLaunchFailure; long_loop.cu:4; computed for more than 1 s, the limit of a block (--block-limit)
          """)
  void some_blocks_are_checked_and_each_has_a_limit(String words, int status, String says)
      throws IOException, InterruptedException {
    alone(words, status).says(says.split("; "));
  }

  private static ProgramRun alone(String words, int status, String... more)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of(words.split(" ")));
    all.replaceAll(word -> word.matches("\\w+\\.(cu?|cpp)") ? "shipped/" + word : word);
    all.addAll(List.of(more));
    return ProgramRun.run(all.toArray(String[]::new)).endsWith(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          attributes.cu -arch=compute_80 --gpu rtx4090 | 0 | 8.9 with 1536 threads
          attributes.cu -gencode arch=compute_60,code=sm_60 -gencode arch=compute_86,code=sm_86 --generate-code=arch=compute_80,code=[compute_80,sm_80] --std=c++17 -maxrregcount=32 -ccbin g++ -t 0 -Xcudafe --diag_suppress=20012 -x cu -cudart static -g -G -Xptxas=-v | 0 | 8.0 with 2048 threads
          attributes.cu -arch sm_80 | 0 | 8.0 with 2048 threads
          parts.cu parts_other.cu -dc | 0 | kernels use square of another file; 49 by 8 calls
          no_includes.cu --check | 0 | inf 1.41421 7.41421 2 3 1; no mistake
          c_main.cu c_part.c own_names.cpp -DNDEBUG -std=c++20 | 0 | 2 7 35
          apart.cu apart_other.cu -rdc=true | 0 | cudaSuccess by 256 threads; 0 in a block of 32
          parts.cu parts_other.cu -rdc true -DVARIABLE | 0 | kernels use calls of another file; 7 by 28 calls
          parts.cu parts_other.cu -rdc=true -DCONSTANT | 0 | kernels use nvars of another file; 9 by 0 calls
          parts.cu parts_other.cu -rdc=true -DCONSTANT -DSHARED | 0 | kernels use nvars of another file; 12 by 0 calls
          parts.cu parts_other.cu -rdc=true -DOUTSIDE | 1 | kernels use square of another file; element 8 of calls, which has 8
          parts.cu parts_other.cu -rdc=true -DCOLLIDES | 1 | kernels use square of another file; parts_other.cu; check
          undefined.cu | 1 | undefined.cu:9; the function square is declared here and defined nowhere
          undefined.cu -rdc=true | 1 | undefined.cu:7: error: kernels use square, and no file of the program defines it
          undefined.cu -rdc=true -DVARIABLE | 1 | undefined.cu:4: error: kernels use calls, and no file
          blas_include.cu -lcublas | 0 | 1
          relaxed_wait.cu | 0 | cudaSuccess; 1 launch of 1 kernel
          version.cu | 0 | at least 12
          heap.cu | 1 | heap.cu:6; malloc in a kernel
          later.cu | 1 | 2 cudaErrorInvalidPtx; tapeline: later.cu:5: cvt.rna.tf32.f32; needs compute capability 8.0; 1 mistake
          whole_wmma.cu | 1 | whole_wmma.cu:6:
          fused.cu | 0 | 1 rounding
          fused.cu --std c++14 --fmad=false | 0 | 2 roundings
          """)
  void files_are_compiled_as_they_are(String words, int status, String says)
      throws IOException, InterruptedException {
    for (var compiler : compilers) {
      alone(words, status, "--compiler", compiler).says(says.split("; "));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          clang_fabs.cu | 2 -1
          clang_guards.cu | right
          clang_implied.cu | 0 1
          cwd.cu -O3 -lcublas -lineinfo -w --use_fast_math --extended-lambda -rdc=true -Xcompiler -Wall -o x | /programs
          """)
  void what_nvcc_includes_and_takes_is_there_without_it(String words, String says)
      throws IOException, InterruptedException {
    alone(words, 0).says(says);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          #include "cudnn.h" | error: cudnn.h is outside of what is emulated
          __global__ void a() {} __global__ void b() { a<<<1, 1>>>(); } | error: a kernel that launches a kernel
          cudaError_t e = cudaFooBar(3); | error: the program does not declare cudaFooBar, and it is not
          __global__ void k(int *p) { *p = __ldg(3); } | error: no
          __device__ __managed__ int m; | error: a __managed__ variable is outside of what is emulated: use cudaMallocManaged
          __global__ void k(cudaTextureObject_t t, float4 *y) { *y = tex2Dgather<float4>(t, 0, 0); } | error: the program does not declare tex2Dgather, and it is not emulated
          """)
  void an_error_of_a_compiler_is_told_at_the_programs_line(String text, String says)
      throws IOException, InterruptedException {
    Files.writeString(scratch.resolve("refused.cu"), text + "\nint main() {}\n");
    for (var compiler : compilers) {
      var ran = ProgramRun.run(scratch, "refused.cu", "--compiler", compiler).endsWith(1);
      assertThat(ran.output().replaceFirst("refused.cu(?::1:\\d+|\\(1\\))", "refused.cu:1"))
          .contains("refused.cu:1: " + says)
          .doesNotContain("include/tapeline", "include/clang", "include/libraries");
    }
  }

  @Test
  void attributes_that_clang_ignores_are_told_unless_they_are_the_courses()
      throws IOException, InterruptedException {
    ProgramRun.needs("clang");
    var text =
        """
        extern __constant__ int other[4];
        struct Pair { int a, b; } __attribute__((constant));
        __constant__ struct { int a; } unnamed;
        int main() {}
        """;
    Files.writeString(scratch.resolve("warned.cu"), text);
    var ran = ProgramRun.run(scratch, "warned.cu", "--compiler", "clang").endsWith(0);
    assertThat(ran.output().lines().filter(line -> line.contains("-Wignored-attributes")))
        .hasSize(1)
        .allMatch(line -> line.contains("warned.cu:2:"));
  }

  @Test
  void what_no_file_defines_is_told_at_its_declaration() throws IOException, InterruptedException {
    var text =
        """
        // square, na\u00efve
        int area = 1; /* by
        square(x) */
        int f(int square);
        extern __device__ int square(int);
        __global__ void k(int *y) { *y = square(3); }
        int main() {}
        """;
    Files.writeString(scratch.resolve("latin.cu"), text, StandardCharsets.ISO_8859_1);
    for (var compiler : compilers) {
      ProgramRun.run(scratch, "latin.cu", "-rdc=true", "--compiler", compiler)
          .endsWith(1)
          .says("latin.cu:5: error: kernels use square");
    }
  }

  /// Runs algorithms of Thrust and CUB, whose headers nvcc alone has.
  @Test
  void the_first_compiler_that_builds_a_program_is_taken()
      throws IOException, InterruptedException {
    ProgramRun.needs("nvcc");
    ProgramRun.run("shipped/thrust.cu")
        .endsWith(0)
        .says("0 wrong, 499500 998001 499500", "r[255] = 256");
  }

  @Test
  void help_is_the_usage() throws IOException, InterruptedException {
    var ran = ProgramRun.run("--help").endsWith(0);
    assertThat(ran.output()).isEqualTo(RunOptions.USAGE);
  }
}
