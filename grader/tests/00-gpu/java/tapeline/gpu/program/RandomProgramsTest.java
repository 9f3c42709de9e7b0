package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

/// Functions made up at random compute on the emulator what g++'s compute, bit for bit.
@Tag("slow")
@Needs({Need.CUDA, Need.CXX})
class RandomProgramsTest {
  private static final int MOST = 5; // that are shown

  @TempDir private Path scratch;

  @ParameterizedTest
  @CsvSource({
    "clang, 1",
    "clang, 2",
    "clang, 3",
    "nvcc, 4",
    "nvcc, 5",
  })
  void kernels_compute_what_a_hosts_functions_compute(String compiler, long seed)
      throws IOException, InterruptedException {
    ProgramRun.needs(compiler);
    Files.writeString(scratch.resolve("random.cu"), RandomPrograms.of(seed));
    var expected = host();
    var program = new ProgramsTogether(scratch, "sm_75");
    program.add("random", "random.cu", RandomPrograms.of(seed));
    for (var mode : List.of("--count", "--check")) {
      var lines =
          program
              .run("random", compiler, mode)
              .endsWith(0)
              .output()
              .lines()
              .filter(line -> line.startsWith("f"))
              .toList();
      assertThat(lines).hasSameSizeAs(expected);
      var wrong =
          IntStream.range(0, lines.size())
              .filter(i -> !lines.get(i).equals(expected.get(i)))
              .mapToObj(i -> lines.get(i) + " in place of " + expected.get(i));
      assertThat(wrong.limit(MOST)).as("program %d by %s, %s", seed, compiler, mode).isEmpty();
    }
  }

  private List<String> host() throws IOException, InterruptedException {
    run("g++", "-x", "c++", "-w", "-O1", "-DHOST", "-o", "host", "random.cu");
    return run(scratch.resolve("host").toString()).lines().toList();
  }

  private String run(String... command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command).directory(scratch.toFile()).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
