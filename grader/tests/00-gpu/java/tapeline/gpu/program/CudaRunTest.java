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
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// Whole CUDA programs with a `main`, each right as it is, and wrong in a way that `-D` chooses.
@Tag("slow")
@Needs(Need.CUDA)
class CudaRunTest {
  @TempDir private Path scratch;

  @BeforeAll
  static void needsClang() {
    ProgramRun.needs("clang");
  }

  @Test
  void right_programs_are_right() throws IOException, InterruptedException {
    run("vector_add.cu").endsWith(0).says("1000 sums are right", "1 launch of 1 kernel");
    run("vector_add.cu", "--check", "--", "5")
        .endsWith(0)
        .says("5 sums are right", "1 launch of 1 kernel, no mistake found");
    run("reduction.cu", "--check")
        .endsWith(0)
        .says("-10000 by 8 blocks, 8 at a time, warps of 32, timed, no error", "no mistake found");
    run("product.cu", "--check", "-std=c++20")
        .endsWith(0)
        .says("largest error is small", "no mistake found");
  }

  @Test
  void blocks_that_do_not_wait_for_each_other_race() throws IOException, InterruptedException {
    run("groups.cu", "--check", "-DNO_GRID_BARRIER").endsWith(1).says("race in global memory");
  }

  @Test
  void kernels_are_found_by_the_hosts_names() throws IOException, InterruptedException {
    run("names.cu", "--compiler", "clang", "-I", "names", "-D", "START=3", "-std=c++20")
        .endsWith(0)
        .says("14 64 64 5", "6 launches of 5 kernels");
  }

  @Test
  void faults_end_the_kernel_and_are_named() throws IOException, InterruptedException {
    run("vector_add.cu", "-D", "NO_BOUND")
        .endsWith(3)
        .says(
            place("vector_add.cu", "NO_BOUND"),
            "out of bounds in add",
            "element 1000 of d_a, which has 1000 elements of 4 bytes",
            "cudaErrorIllegalAddress: an illegal memory access was encountered",
            "1 launch of 1 kernel, 1 mistake");
    run("vector_add.cu", "-DLAUNCH_FIRST").endsWith(3).says("a null pointer");
    for (var mode : List.of("-DPLAIN", "--count", "--check")) {
      run("vector_add.cu", "-DENDLESS", mode).endsWith(3).says("endless loop in add");
    }
  }

  @Test
  void mistakes_that_a_card_hides_are_found_by_a_check() throws IOException, InterruptedException {
    run("reduction.cu", "--check", "-DNO_BARRIER").endsWith(1).says("race in shared memory");
    run("product.cu", "--check", "-DONE_BARRIER").endsWith(1).says("race in shared memory");
    run("product.cu", "--check", "-DNO_WAIT")
        .endsWith(1)
        .says(
            place("product.cu", "NO_WAIT"),
            "host code uses pinned memory that cudaMemcpyAsync writes, and did not wait for it");
    run("vector_add.cu", "--check", "-DNOT_UPLOADED")
        .says("read of uninitialised global memory", "of d_b");
    run("vector_add.cu", "--check", "-DLEAK")
        .endsWith(1)
        .says("leak: cudaMalloc gave d_c of 4,000 bytes");
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
  void the_hosts_own_mistakes_are_named() throws IOException, InterruptedException {
    run("vector_add.cu", "-DHOST_READS")
        .endsWith(139)
        .says("host code uses the device address 0x7", "copy the data with cudaMemcpy first");
    run("vector_add.cu", "-DTOO_MANY")
        .endsWith(3)
        .says("a block has at most 1024 threads", "cudaErrorInvalidConfiguration");
    run("vector_add.cu", "-DNEVER", "--limit", "1")
        .endsWith(124)
        .says("the program has not ended after 1 seconds");
  }

  @Test
  void a_wrong_call_is_named_and_costs_the_next_one_nothing()
      throws IOException, InterruptedException {
    var ran = run("careless.cu").endsWith(139);
    ran.says(
        place("careless.cu", "grid") + ": a launch has sizes of 0 to 2147483647: got 4294966296",
        "a launch has sizes of 0 to 2147483647: got 18446744073709551612",
        place("careless.cu", "up")
            + ": cudaMemcpy: the device has 1073741824 bytes: got 18446744073709551612",
        "cudaMemcpy: copy of 1,073,741,824 bytes at element 0 of d, which has 32 elements",
        "cudaMemset: the device has 1073741824 bytes: got 18446744073709551612",
        "never needs 18,446,744,073,709,551,612 bytes",
        place("careless.cu", "pitch") + ": cudaMemcpy2D: a row of 8 bytes is wider than a pitch",
        place("careless.cu", "large")
            + ": launch of large: a block has at most 49152 bytes of dynamic shared memory here",
        "this kernel can have 0 to 65536 bytes of dynamic shared memory: got 100000",
        "a cooperative launch has at most 16 blocks of it: got 5000",
        place("careless.cu", "null") + ": host code uses the address 0x0");
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
    var calls = run("careless.cu", "--", "fault").output().lines().filter(l -> l.contains(": 7"));
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
  void a_program_of_two_files_is_linked() throws IOException, InterruptedException {
    Files.writeString(
        scratch.resolve("a.cu"),
        """
        #include <cstdio>
        void work(int *out);
        int main() {
          int *out;
          cudaMallocManaged(&out, 4);
          work(out);
          cudaDeviceSynchronize();
          std::printf("got %d\\n", *out);
          cudaFree(out);
        }
        """);
    Files.writeString(
        scratch.resolve("b.cu"),
        """
        namespace { __global__ void fill(int *out) { *out = 42; } }
        void work(int *out) { fill<<<1, 1>>>(out); }
        """);
    run(scratch, "a.cu", "b.cu").endsWith(0).says("got 42");
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
  void rows_have_a_pitch_and_a_stream_calls_the_host() throws IOException, InterruptedException {
    Files.writeString(
        scratch.resolve("rows.cu"),
        """
        #include <cstdio>
        __global__ void add(int *x, size_t pitch) {
          ((int *)((char *)x + blockIdx.x * pitch))[threadIdx.x] += blockIdx.x;
        }
        int main() {
          int *x, *h;
          size_t pitch;
          cudaMallocPitch(&x, &pitch, 100, 3);
          cudaMallocHost(&h, 300);
          cudaMemset2D(x, pitch, 0, 100, 3);
          add<<<3, THREADS>>>(x, pitch);
          cudaMemcpy2DAsync(h, 100, x, pitch, 100, 3, cudaMemcpyDeviceToHost);
          auto show = [](void *h) { printf("the last one is %d\\n", ((int *)h)[74]); };
          cudaLaunchHostFunc(0, show, h);
          cudaDeviceSynchronize();
          cudaFree(x);
          cudaFreeHost(h);
        }
        """);
    run(scratch, "rows.cu", "--check", "-DTHREADS=25")
        .endsWith(0)
        .says("the last one is 2", "no mistake found");
    run(scratch, "rows.cu", "--check", "-DTHREADS=26")
        .endsWith(1)
        .says("read of uninitialised global memory", "element 25 of x, which has 384");
  }

  @Test
  void what_a_toolkit_has_besides_is_there() throws IOException, InterruptedException {
    for (String compiler : List.of("clang", "nvcc")) {
      if (ProgramRun.has(compiler)) {
        run("besides.cu", "--compiler", compiler, "--check", "--gpu", "a100")
            .endsWith(0)
            .says("tiles right, sums 7 3, types 3 2 1 0, bus 5120", "no mistake");
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
