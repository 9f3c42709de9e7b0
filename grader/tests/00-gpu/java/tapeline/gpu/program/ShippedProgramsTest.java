package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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

  private static void runs(String words, int status, String says)
      throws IOException, InterruptedException {
    var compilers = Stream.of("clang", "nvcc").filter(ProgramRun::has).toList();
    NeedCondition.require(!compilers.isEmpty(), Need.CUDA, "none is of use");
    for (var compiler : compilers) {
      var all = new ArrayList<>(List.of(words.split(" ")));
      all.replaceAll(word -> word.matches("\\w+\\.cu?") ? "shipped/" + word : word);
      all.addAll(List.of("--compiler", compiler));
      ProgramRun.run(all.toArray(String[]::new)).endsWith(status).says(says.split("; "));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          attributes.cu --check | 0 | 110 asked, 7.5 with 1024 threads, 2147483647 65536 0, pitch 2147483647
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
          c_main.cu c_part.c -DNDEBUG -std=c++20 | 0 | 2
          early_return.cu --check | 0 | 49 0; no mistake found
          callback.cu --check | 0 | 5; no mistake found
          pool.cu --check | 0 | 1; no mistake found
          zero_malloc.cu --check | 0 | cudaSuccess (nil); no mistake found
          null_leak.cu --check | 1 | element 40 of a; 1 kernel, 1 mistake
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

  @Test
  void help_is_the_usage() throws IOException, InterruptedException {
    var ran = ProgramRun.run("--help").endsWith(0);
    assertThat(ran.output()).isEqualTo(RunOptions.USAGE);
  }
}
