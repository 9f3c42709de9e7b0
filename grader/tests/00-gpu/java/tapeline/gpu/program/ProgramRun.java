package tapeline.gpu.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import tapeline.gpu.compiler.NoCudaCompiler;
import tapeline.gpu.compiler.ProgramBuild;
import tapeline.grader.need.Need;
import tapeline.grader.need.NeedCondition;

/// The outcome of `./tapeline cuda run` with some words.
record ProgramRun(int status, String output) {
  private static final Path PROGRAMS = programs();

  private static Path programs() {
    try {
      return Path.of(Objects.requireNonNull(ProgramRun.class.getResource("/programs")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Runs one of the tests' own programs.
  static ProgramRun run(String... words) throws IOException, InterruptedException {
    return run(PROGRAMS, words);
  }

  /// Returns the place of the line in one of these programs that this macro makes wrong.
  static String place(String file, String bug) throws IOException {
    var program = Files.readString(PROGRAMS.resolve(file));
    return file + ":" + MarkedProgram.line(program, "// BUG " + bug);
  }

  static ProgramRun run(Path from, String... words) throws IOException, InterruptedException {
    var out = new ByteArrayOutputStream();
    int status =
        CudaRun.run(List.of(words), from, new PrintStream(out, true, StandardCharsets.UTF_8));
    return new ProgramRun(status, out.toString(StandardCharsets.UTF_8));
  }

  /// Skips the test where this compiler is absent: .ci/run installs clang alone.
  static void needs(String compiler) {
    var lacking = "no " + compiler + " that knows NVIDIA's cards";
    if (compiler.equals("clang")) {
      NeedCondition.require(has(compiler), Need.CUDA, lacking);
    }
    assumeTrue(has(compiler), lacking);
  }

  static boolean has(String compiler) {
    try {
      assertThat(new ProgramBuild(Path.of(""), List.of(), compiler)).isNotNull();
      return true;
    } catch (NoCudaCompiler _) {
      return false;
    }
  }

  ProgramRun says(String... texts) {
    assertThat(output).as("status %d", status).contains(texts);
    return this;
  }

  ProgramRun endsWith(int wanted) {
    assertThat(status).as(output).isEqualTo(wanted);
    return this;
  }
}
