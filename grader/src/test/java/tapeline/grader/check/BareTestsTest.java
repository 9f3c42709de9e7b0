package tapeline.grader.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.TestAbortedException;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.need.Need;
import tapeline.grader.need.NeedCondition;
import tapeline.grader.need.Needs;

class BareTestsTest {
  @ParameterizedTest
  @CsvSource({"true, java.lang.AssertionError", "'', org.opentest4j.TestAbortedException"})
  @Needs(Need.BUBBLEWRAP)
  void no_program_of_a_need_is_seen_and_with_ci_that_is_a_failure(String ci, String thrown)
      throws Exception {
    var java = BareTests.java(Course.at(FixtureCourse.projectRoot()));
    var tests = Path.of(Lacking.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    var path = tests + File.pathSeparator + System.getProperty("java.class.path");
    var builder = new ProcessBuilder(java, "-cp", path, Lacking.class.getName());
    builder.environment().remove("CI");
    if (!ci.isEmpty()) {
      builder.environment().put("CI", ci);
    }
    var process = builder.redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8).lines())
        .hasSize(Need.values().length)
        .allMatch(line -> line.startsWith(thrown + ": needs "))
        .allMatch(line -> line.contains(": there is no "));
  }

  /// Prints for each need how a test without it ends.
  static final class Lacking {
    static void main() {
      for (var need : Need.values()) {
        var lacking = need.lacking();
        try {
          NeedCondition.require(lacking.isEmpty(), need, lacking);
        } catch (AssertionError | TestAbortedException e) {
          IO.println(e);
        }
      }
    }
  }

  @Test
  void a_test_that_is_skipped_there_for_a_need_has_to_name_it() {
    var card = Outcome.skipped("c", "this machine has no card");
    assertThat(BareTests.judged(List.of(Outcome.passed("a"), card)).getLast().problem()).isNull();
    var cxx = Outcome.skipped("b", Need.CXX.reason("there is no g++"));
    assertThat(BareTests.judged(List.of(cxx)).getLast().problem())
        .isEqualTo("b has no @Needs, and needs a compiler of C++: there is no g++");
  }
}
