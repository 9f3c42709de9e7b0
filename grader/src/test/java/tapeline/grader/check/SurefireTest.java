package tapeline.grader.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that Maven runs, and a Maven that fails beside them.
class SurefireTest {
  private static final String PASSED = "<testcase classname='a.B' name='c'/>";
  private static final String FAILED =
      "<testcase classname='a.B' name='d'><failure>1 is not 2</failure></testcase>";

  @TempDir Path folder;

  @Test
  void a_failed_test_explains_why_maven_failed() throws Exception {
    assertThat(outcomes(PASSED + FAILED, "ended with 1"))
        .containsExactly(Outcome.passed("B.c"), Outcome.failed("B.d", "1 is not 2"));
  }

  @Test
  void a_maven_that_fails_beside_passed_tests_is_a_failure_with_its_log() throws Exception {
    assertThat(outcomes(PASSED, "ended with 1"))
        .containsExactly(Outcome.passed("B.c"), Outcome.failed("tests", "the log"));
    assertThat(outcomes(PASSED, null)).containsExactly(Outcome.passed("B.c"));
  }

  @Test
  void reports_of_an_earlier_run_are_not_this_ones() throws Exception {
    write(PASSED);
    assertThat(outcomes(null, null)).containsExactly(Outcome.failed("tests", "the log"));
  }

  private List<Outcome> outcomes(@Nullable String cases, @Nullable String problem)
      throws IOException, InterruptedException {
    var log = Files.writeString(folder.resolve("maven.log"), "the log");
    return Surefire.outcomes(
        "tests",
        folder,
        log,
        () -> {
          if (cases != null) write(cases);
          return problem;
        });
  }

  private void write(String cases) throws IOException {
    Files.writeString(folder.resolve("TEST-a.B.xml"), "<testsuite>" + cases + "</testsuite>");
  }
}
