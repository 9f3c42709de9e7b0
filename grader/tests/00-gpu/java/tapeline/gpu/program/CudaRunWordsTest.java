package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.gpu.program.ProgramRun.place;
import static tapeline.gpu.program.ProgramRun.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// The words of `cuda run` that count or write down.
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
}
