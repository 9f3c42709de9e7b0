package tapeline.grader.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.CourseModule;

/// Groups of checks in a process of their own.
class CheckProcessTest {
  @TempDir private Path folder;

  @Test
  void its_groups_run_one_after_the_other_and_their_results_come_in_that_order() throws Exception {
    var course = FixtureCourse.in(folder).course();
    var results = new ArrayList<GroupResult>();
    try (var checks =
        new Checks(course, course.modules(), new PrintStream(OutputStream.nullOutputStream()))) {
      var groups = Stream.of("stubs", "solutions").map(checks::group).toList();
      assertThat(CheckProcess.run(course, groups, course.modules(), results::add))
          .as("what it says when it fails as a whole")
          .isEmpty();
    }
    assertThat(results)
        .extracting(r -> r.group() + " " + r.outcomes().stream().allMatch(o -> o.problem() == null))
        .containsExactly("stubs true", "solutions true");
  }

  @Test
  void one_that_ends_before_its_time_says_why() throws Exception {
    var course = FixtureCourse.in(folder).course();
    var none = List.of(new CourseModule(9, "09-none", List.of()));
    try (var checks = new Checks(course, none, new PrintStream(OutputStream.nullOutputStream()))) {
      assertThat(CheckProcess.run(course, List.of(checks.group("stubs")), none, _ -> {}))
          .contains("ended with 1", "there is no module 9");
    }
  }

  @Test
  void one_that_ends_well_before_its_groups_have_run_says_so() throws Exception {
    var course = FixtureCourse.in(folder).course();
    var tests = course.root().resolve("grader/tests/00-ends/java/EndsTest.java");
    Files.createDirectories(tests.getParent());
    Files.writeString(
        tests,
        """
        class EndsTest {
          @org.junit.jupiter.api.Test
          void ends() {
            Runtime.getRuntime().halt(0);
          }
        }
        """);
    try (var checks =
        new Checks(course, course.modules(), new PrintStream(OutputStream.nullOutputStream()))) {
      var groups = List.of(checks.group("given"));
      assertThat(CheckProcess.run(course, groups, course.modules(), _ -> {}))
          .startsWith("ended with 0 before all of its groups had run:\n");
    }
  }

  @Test
  void it_has_the_modules_of_the_jdk_that_a_module_asks_for() throws Exception {
    var course = FixtureCourse.in(folder).course();
    assertThat(CheckProcess.command(course, List.of(), List.of()))
        .noneMatch(word -> word.startsWith("--add-modules"));
    var pom = course.solution(course.module(2)).resolve("pom.xml");
    Files.writeString(
        pom,
        Files.readString(pom).replace("<project>", "<project><jdk.modules>java.sql</jdk.modules>"));
    assertThat(CheckProcess.command(course, List.of(), List.of()))
        .contains("--add-modules=java.sql");
  }
}
