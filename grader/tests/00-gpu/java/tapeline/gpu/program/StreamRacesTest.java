package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
import tapeline.grader.need.NeedCondition;
import tapeline.grader.need.Needs;
import tapeline.tests.Resource;

/// Programs with several streams, in pairs: a right one, and one that lacks what orders its work.
@Tag("slow")
@Needs(Need.CUDA)
class StreamRacesTest {

  private static final String FILE = "streams.cu";
  private static final String RIGHT = "pipelines.cu";
  private static final String KERNELS =
      """
      __device__ int factor;
      __global__ void set(int *x, int v) { x[threadIdx.x] = v; }
      __global__ void add(const int *x, int *y) { y[threadIdx.x] += x[threadIdx.x]; }
      __global__ void copy(int *x, int *y) { x[threadIdx.x] = 1; y[threadIdx.x] = x[threadIdx.x]; }
      __global__ void count(int *x) { atomicAdd(x, 1); }
      __global__ void bytes(char *x) { x[threadIdx.x] = 1; }
      __global__ void scale(int *x) { x[threadIdx.x] *= factor; }
      """;

  @TempDir private static Path scratch;
  private static ProgramsTogether together;
  private static List<String> compilers;

  /// @param body of both programs
  record Pair(String name, List<String> body, List<String> words) {
    static Pair of(String block) {
      var lines = block.lines().toList();
      return new Pair(
          lines.getFirst(),
          lines.stream().filter(line -> line.startsWith("  ")).toList(),
          lines.stream()
              .filter(line -> line.startsWith("= "))
              .map(line -> line.substring(2))
              .toList());
    }

    String without(String mark) {
      return MarkedProgram.without(program(String.join("\n", body)), mark);
    }

    String line() {
      return FILE + ":" + MarkedProgram.line(without("RIGHT"), "HERE");
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Pair> pairs() {
    return Stream.of(text("streams.txt").split("\n\n+"))
        .filter(block -> !block.startsWith("#"))
        .map(Pair::of);
  }

  private static String text(String name) {
    return Resource.text(StreamRacesTest.class, "/programs/" + name);
  }

  @BeforeAll
  static void build() throws IOException {
    compilers = Stream.of("clang", "nvcc").filter(ProgramRun::has).toList();
    NeedCondition.require(!compilers.isEmpty(), Need.CUDA, "none is of use");
    together = new ProgramsTogether(scratch);
    together.begin(KERNELS);
    together.add(RIGHT, RIGHT, text(RIGHT));
    for (var pair : pairs().toList()) {
      together.add("right: " + pair, FILE, pair.without("WRONG"));
      together.add("wrong: " + pair, FILE, pair.without("RIGHT"));
    }
  }

  @Test
  void right_pipelines_have_no_finding() throws IOException, InterruptedException {
    for (var compiler : compilers) {
      together.check(RIGHT, compiler).endsWith(0).says("0 are wrong", "no mistake found");
    }
  }

  @Test
  void right_pipelines_run_in_a_cards_memory() throws IOException, InterruptedException {
    together.onCard(RIGHT, compilers.getFirst()).endsWith(0).says("0 are wrong");
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void work_that_nothing_orders_is_named_at_its_line(Pair pair)
      throws IOException, InterruptedException {
    for (var compiler : compilers) {
      together.check("right: " + pair, compiler).endsWith(0).says("no mistake found");
      var wrong = together.check("wrong: " + pair, compiler);
      assertThat(wrong.status()).as(wrong.output()).isNotZero();
      wrong.says(", 1 mistake\n");
      assertThat(wrong.output().lines())
          .as("by %s, a line %s with all of %s", compiler, pair.line(), pair.words)
          .anyMatch(line ->
              line.startsWith("tapeline: " + pair.line() + ": ")
                  && pair.words.stream().allMatch(line::contains));
    }
  }

  /// Returns a program with streams and memory of all kinds, which does this.
  private static String program(String work) {
    return """
    #include <cstdio>
    #include <cstdlib>
    #include <initializer_list>
    int main() {
      const int BYTES = 1 << 12;
      int *x, *y, *z, *h, *g, *m, *p = 0, *v = (int *)calloc(BYTES, 1);
      volatile int sum = 0;
      float ms = 0;
      cudaStream_t a, b, n;
      cudaEvent_t e, f;
      cudaStreamCreate(&a);
      cudaStreamCreate(&b);
      cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking);
      cudaEventCreate(&e);
      cudaEventCreate(&f);
      cudaMalloc(&x, BYTES);
      cudaMalloc(&y, BYTES);
      cudaMalloc(&z, BYTES);
      cudaMallocManaged(&m, 2 * BYTES);
      cudaMallocHost(&h, BYTES);
      cudaMallocHost(&g, BYTES);
      cudaMemset(x, 0, BYTES);
      cudaMemset(y, 0, BYTES);
      cudaMemset(z, 0, BYTES);
      cudaDeviceSynchronize();
    %s
      cudaDeviceSynchronize();
      for (int *q : {x, y, z, m}) cudaFree(q);
      for (int *q : {h, g}) cudaFreeHost(q);
      return cudaGetLastError();
    }
    """
        .formatted(work);
  }
}
