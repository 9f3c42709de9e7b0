package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.need.Need;
import tapeline.grader.need.NeedCondition;
import tapeline.grader.need.Needs;

/// Programs as they are shipped, by each compiler: what they include, ask the device, and are built
/// with.
@Tag("slow")
@Needs(Need.CUDA)
class ShippedProgramsTest {

  @TempDir private Path scratch;

  private static List<String> compilers() {
    var compilers = Stream.of("clang", "nvcc").filter(ProgramRun::has).toList();
    NeedCondition.require(!compilers.isEmpty(), Need.CUDA, "none is of use");
    return compilers;
  }

  private static void runs(String words, int status, String says)
      throws IOException, InterruptedException {
    for (var compiler : compilers()) {
      var all = new ArrayList<>(List.of(words.split(" ")));
      all.replaceAll(word -> word.matches("\\w+\\.(cu?|cpp)") ? "shipped/" + word : word);
      all.addAll(List.of("--compiler", compiler));
      ProgramRun.run(all.toArray(String[]::new)).endsWith(status).says(says.split("; "));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          attributes.cu --check | 0 | 110 asked, 7.5 with 1024 threads, 2147483647 65536 0, pitch 2147483647, L2 there
          attributes.cu -arch sm_80 | 0 | 8.0 with 2048 threads
          attributes.cu -arch=compute_80 --gpu rtx4090 | 0 | 8.9 with 1536 threads
          no_includes.cu --check | 0 | inf 1.41421 7.41421 2 3 1; no mistake
          clang_fabs.cu | 0 | 2 -1
          clang_guards.cu | 0 | right
          clang_implied.cu | 0 | 0 1
          byte_perm_sad.cu | 0 | 67676767 80000007, right
          guarded_lane.cu --check | 0 | no mistake found
          guarded_sum.cu --check | 0 | 36; no mistake found
          float_max_cas.cu --check | 0 | -3.5 (-3.5 expected); no mistake found
          cas_add_double.cu --check | 0 | 2016; no mistake found
          c_main.cu c_part.c own_names.cpp -DNDEBUG -std=c++20 | 0 | 2 7
          early_return.cu --check | 0 | 49 0; no mistake found
          callback.cu --check | 0 | 5; no mistake found
          pool.cu --check | 0 | 1; no mistake found
          zero_malloc.cu --check | 0 | cudaSuccess (nil); no mistake found
          null_leak.cu --check -DWHICH=a | 1 | element 40 of a; 1 kernel, 1 mistake
          null_leak.cu --check -DWHICH=c | 1 | element 40 of c; 1 kernel, 1 mistake
          mapped.cu --check -DBOUND=32 | 0 | 32 31; 262 1010101, 293 1; no mistake found
          mapped.cu --check -DBOUND=33 | 3 | element 32 of host, which has 32 elements
          shared.cu --check -lcublas | 1 | twice: 712; pinned: 712; free async: 1; free registered: 1; free host: 1; product: 7 0 9; more: 2
          shared.cu -lcublas | 1 | 131072 bytes here are registered already; pinned or managed memory, which the device has; which cudaFreeHost() frees; address of registered memory; no pinned memory begins here; no more memory: 104857600 bytes
          shared.cu -lcublas -DUNMAPPED | 139 | a kernel needs registered memory at 0x
          blas.cu --check -lcublas | 0 | 0 wrong; no mistake found
          blas_forward.cu --check -lcublas -lcublasLt | 0 | way 4: 0 wrong; no mistake found
          blas_include.cu -lcublas | 0 | 1
          macro_names.cu --check | 0 | 3; no mistake found
          clang_words.cu --check | 0 | 128; no mistake found
          shfl_outside.cu | 0 | 8 (8 where
          shfl_outside.cu --check | 1 | shfl_outside.cu:7; exchange with a lane that takes no part
          texture.cu --check | 0 | 0 wrong, 13; no mistake found
          graph.cu --check | 0 | 0 5, 5 3, 3; 204060a 2040616; 11 1 2 1; no mistake found
          again.cu | 0 | spoken spoken spoken 0 wrong; 35 launches of 4 kernels, 13 of them repeated and not computed again
          again.cu --check | 0 | spoken spoken spoken 0 wrong; 35 launches of 4 kernels, no mistake found
          again.cu -DFREED | 1 | again.cu:8; of the freed from; 39 launches of 4 kernels, 14 of them repeated
          neighbours.cu --check | 0 | 5252 0 1; no mistake found
          long_loop.cu --check -- 1200000 | 0 | cudaSuccess; 0 wrong of 1200000; no mistake found
          long_loop.cu --block-limit 1 -- 60000000 | 1 | cudaErrorLaunchFailure; long_loop.cu:4; computed for more than 1 s, the limit of a block (--block-limit)
          later_block.cu --check | 0 | cudaSuccess 8 cudaSuccess; no mistake found
          relaxed_wait.cu | 0 | cudaSuccess; 1 launch of 1 kernel
          clock_wait.cu | 0 | 1 cudaSuccess; 1 launch of 1 kernel
          graph_blas.cu --check -lcublas | 0 | 8; 0 launches of 0 kernels, 3 calls of cuBLAS, no mistake found
          no_format.cu | 1 | cudaErrorInvalidValue cudaErrorInvalidValue; a channel's description has the bits of x; there is no executable graph; 2 mistakes
          blocks.cu --check --blocks 4 -- 100 | 0 | 0 wrong; no mistake found; of a grid of up to 256 blocks 4 were checked
          blocks.cu --check --blocks 4 -- 255 | 1 | race inside a warp in shift, block (255, 0, 0); 1 mistake; of a grid
          blocks.cu --check --blocks 256 -- 100 | 1 | race inside a warp in shift, block (100, 0, 0)
          reduce_struct.cu --check | 0 | 512 531; no mistake found
          launch_ex.cu --check | 1 | cudaSuccess cudaErrorNotSupported 9; launch_ex.cu:22: cudaLaunchKernelEx: a cluster of blocks is outside; 1 mistake
          as_function.cu --check | 1 | a kernel is called as a function, without <<<grid, block>>>
          guarded_local.cu --check | 0 | 13; no mistake found
          words.cu --check | 0 | 40c08102 7fffff02 7fff0202 180ff01; fffffffd fffffffe 2 3 2 fffffffd 4b800000 4b800001 4b800000 5f800000; no mistake
          cwd.cu -O3 -lcublas -lineinfo -w --use_fast_math --extended-lambda -rdc=true -Xcompiler -Wall -o x | 0 | /programs
          """)
  void a_program_runs_as_it_is(String words, int status, String says)
      throws IOException, InterruptedException {
    runs(words, status, says);
  }

  @Test
  void an_attribute_that_is_none_is_named_once() throws IOException, InterruptedException {
    runs("attributes.cu -DUNKNOWN", 1, "CUDA has no attribute 5000; , 1 mistake");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          blas.cu | NO_HANDLE | 2 | cublasSetStream: there is no handle: call cublasCreate() first
          blas.cu | SHORT_LD | 1 | cublasSgemm: lda is at least 5, the rows of A as it lies in its columns, got 4
          blas.cu | SHORT_BUFFER | 1 | cublasSgemm: B, 3 × 50: copy of ; of device, which has 400
          blas.cu | UNWRITTEN | 1 | reads byte 12 of raw, which nothing has written; 1 mistake
          blas.cu | REFUSED | 1 | cublasStrsm is outside of what is emulated of cuBLAS
          blas.cu | TWO_STREAMS | 1 | race of two streams: cublasSscal
          texture.cu | FILTER | 3 | cudaFilterModeLinear is for floats, and for integers with
          texture.cu | TOO_MUCH | 3 | a copy of 2 × 4 × 4 elements does not fit into the array, which has 2 × 3 × 4
          texture.cu | OUTSIDE | 3 | trap in write, block (0, 0, 0), thread (3, 0, 0)
          mapped.cu | REGISTERED | 188 | a kernel gets the host's address of registered memory
          mapped.cu | WAITS | 207 | endless loop in await; with the same values in registers; if it waits for what the host writes into memory that both have
          mapped.cu | LONG | 1 | cudaMemcpy: 132 bytes from byte 0 on of pinned memory, which has 128
          shared.cu | LONGER | 139 | host code uses the address 0x
          graph.cu | WAITS | 3 | cudaStreamSynchronize: the stream is being captured
          """)
  void a_wrong_call_is_named_at_its_line(String file, String mistake, int status, String says)
      throws IOException, InterruptedException {
    var place = mistake.equals("NO_HANDLE") ? "" : ProgramRun.place("shipped/" + file, mistake);
    var line = place.substring(place.indexOf('/') + 1);
    runs(file + " --check -D" + mistake, status, line + "; " + says);
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
          """)
  void an_error_of_a_compiler_is_told_at_the_programs_line(String text, String says)
      throws IOException, InterruptedException {
    Files.writeString(scratch.resolve("refused.cu"), text + "\nint main() {}\n");
    for (var compiler : compilers()) {
      var ran = ProgramRun.run(scratch, "refused.cu", "--compiler", compiler).endsWith(1);
      assertThat(ran.output().replaceFirst("refused.cu(?::1:\\d+|\\(1\\))", "refused.cu:1"))
          .contains("refused.cu:1: " + says)
          .doesNotContain("include/tapeline", "include/clang", "include/libraries");
    }
  }

  @Test
  void the_first_compiler_that_builds_a_program_is_taken()
      throws IOException, InterruptedException {
    ProgramRun.needs("nvcc");
    ProgramRun.run("shipped/cub_device.cu").endsWith(0).says("r[255] = 256");
  }

  @Test
  void thrust_computes_on_the_device() throws IOException, InterruptedException {
    ProgramRun.needs("nvcc");
    ProgramRun.run("shipped/thrust.cu", "--compiler", "nvcc", "-std=c++17")
        .endsWith(0)
        .says("0 wrong, 499500 998001 499500");
  }

  @Test
  void help_is_the_usage() throws IOException, InterruptedException {
    var ran = ProgramRun.run("--help").endsWith(0);
    assertThat(ran.output()).isEqualTo(RunOptions.USAGE);
  }
}
