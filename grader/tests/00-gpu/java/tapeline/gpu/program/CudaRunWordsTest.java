package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.program.ProgramRun.place;
import static tapeline.gpu.program.ProgramRun.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// The words of `cuda run`: wrong ones, those that name a card, and those that count or write down.
@Tag("slow")
@Needs(Need.CUDA)
class CudaRunWordsTest {
  @TempDir private Path scratch;

  @BeforeAll
  static void needsClang() {
    ProgramRun.needs("clang");
  }

  @Test
  void counts_are_shown_by_line() throws IOException, InterruptedException {
    var ran = run("product.cu", "--count").endsWith(0);
    ran.says("multiply<<<", "k < SIDE; k++) sum += ta[");
    assertThat(ran.output()).as("no card was named").doesNotContain("bound by");
  }

  @Test
  void lines_of_an_included_file_are_shown_from_that_file()
      throws IOException, InterruptedException {
    Files.writeString(
        scratch.resolve("double.h"), "__device__ float twice(float x) {\n  return 2 * x;\n}\n");
    Files.writeString(
        scratch.resolve("whole.cu"),
        """
        #include <cstdio>
        #include "double.h"
        __global__ void all(float *x) {
          x[threadIdx.x] = twice(x[threadIdx.x]);
        }
        #include "more.cuh"
        int main() {
          float *x;
          cudaMalloc(&x, 128);
          cudaMemset(x, 0, 128);
          all<<<1, 32>>>(x);
          none<<<1, 32>>>(x);
          return cudaDeviceSynchronize();
        }
        """);
    Files.writeString(
        scratch.resolve("more.cuh"),
        "__global__ void none(float *x) {\n  x[threadIdx.x] = 0; // all of them\n}\n");
    var ran = run(scratch, "whole.cu", "--count").endsWith(0);
    ran.says("x[threadIdx.x] = twice(x", "x[threadIdx.x] = 0; // all of them");
    assertThat(ran.output()).doesNotContain("#include");
  }

  @Test
  void wrong_words_are_named() throws IOException, InterruptedException {
    var cases = new ArrayList<List<String>>();
    cases.add(List.of("cuda run needs a file"));
    cases.add(List.of("there is no file", "absent.cu"));
    cases.add(List.of("cuda run has no option --chek", "vector_add.cu", "--chek"));
    cases.add(List.of("--limit needs a number of seconds, got 1h", "a.cu", "--limit", "1h"));
    cases.add(List.of("--jumps needs a number of jumps, got -1", "a.cu", "--jumps", "-1"));
    cases.add(List.of("--compiler is clang or nvcc, got g++", "a.cu", "--compiler", "g++"));
    cases.add(List.of("--json: there is no folder", "vector_add.cu", "--json", "no/r.json"));
    cases.add(List.of("h100 are known, got voodoo", "vector_add.cu", "--gpu", "voodoo"));
    cases.add(List.of("--replay is for the races that --check finds", "a.cu", "--replay"));
    cases.add(List.of("--card stands without --check", "a.cu", "--card", "--check"));
    cases.add(List.of("--card stands without --check", "a.cu", "--gpu", "a100", "--card"));
    cases.add(List.of("-arch needs a value", "a.cu", "-arch"));
    cases.add(List.of("-arch is as sm_80, got native", "vector_add.cu", "-arch", "native"));
    cases.add(List.of("a card since 2018, as sm_75", "vector_add.cu", "-arch", "sm_35"));
    for (var c : cases) {
      String[] words = c.subList(1, c.size()).toArray(String[]::new);
      var ran = run(words);
      assertThat(ran.status()).as(Arrays.toString(words)).isEqualTo(2);
      ran.says(c.getFirst(), "--check");
    }
  }

  @Test
  void mistakes_and_costs_are_written_for_other_programs()
      throws IOException, InterruptedException {
    var file = scratch.resolve("result.json");
    run("vector_add.cu", "-DNO_BOUND", "--check", "--json", file.toString()).endsWith(3);
    var json = new ObjectMapper().readTree(file.toFile());
    assertThat(json.get("schema").asInt()).isEqualTo(1);
    assertThat(json.get("status").asInt()).isEqualTo(3);
    var fault = json.get("mistakes").get(0);
    assertThat(fault.get("kind").asText()).isEqualTo("out of bounds");
    assertThat(fault.get("file").asText() + ":" + fault.get("line"))
        .isEqualTo(place("vector_add.cu", "NO_BOUND"));
    assertThat(fault.get("thread").toString()).isEqualTo("[232,0,0]");
    assertThat(json.get("mistakes")).as("a fault makes no leaks").hasSize(1);

    run("vector_add.cu", "--count", "--json", file.toString()).endsWith(0);
    var kernel = new ObjectMapper().readTree(file.toFile()).get("kernels").get(0);
    assertThat(kernel.get("kernel").asText()).isEqualTo("add");
    int requests = 0;
    for (var line : kernel.get("lines")) {
      requests += line.get("requests").asInt();
    }
    assertThat(requests).as("three for each of 32 warps with an element").isEqualTo(96);
  }

  @Test
  void a_card_has_peaks_that_bound_a_kernel() throws IOException, InterruptedException {
    run("vector_add.cu", "--count", "--gpu", "a100").endsWith(0).says("; bound by memory");
  }

  @Test
  void a_card_is_chosen_by_its_limits() throws IOException, InterruptedException {
    Files.writeString(
        scratch.resolve("large.cu"),
        """
        #include <cstdio>
        __global__ void fill(int *out) {
          extern __shared__ int all[];
          all[25000] = threadIdx.x;
          *out = all[25000];
        }
        int main() {
          cudaDeviceProp p;
          cudaGetDeviceProperties(&p, 0);
          int *out, blocks;
          cudaMalloc(&out, 4);
          fill<<<1, 1, 100004>>>(out);
          printf("not allowed: %s\\n", cudaGetErrorName(cudaGetLastError()));
          cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 100004);
          cudaGetLastError();
          fill<<<1, 1, 100004>>>(out);
          cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 32, 0);
          auto e = cudaGetErrorName(cudaGetLastError());
          printf("%d.%d, %d blocks: %s\\n", p.major, p.minor, blocks, e);
          cudaFree(out);
        }
        """);
    run(scratch, "large.cu").endsWith(1).says("7.5, 16 blocks: cudaErrorInvalidValue");
    run(scratch, "large.cu", "--gpu", "h100")
        .says("not allowed: cudaErrorInvalidValue", "9.0, 32 blocks: cudaSuccess");
  }
}
