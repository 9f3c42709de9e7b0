package tapeline.instructor.homework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.Verdict;

/// An instructor's own tests: they count, and no student learns what is in them.
@Tag("slow")
@Execution(value = ExecutionMode.CONCURRENT, reason = "no clock decides anything here")
@ResourceLock("homework")
@NullUnmarked // what is missing fails the test
@Needs(Need.BUBBLEWRAP)
class HiddenTestsTest {
  private static final String SECRET = "the hidden sum";

  @TempDir static Path scratch;
  private static Path overlay;
  private static Path hidden;
  @AutoClose private static HomeworkClass homework;

  @BeforeAll
  static void open() throws IOException {
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
    overlay = scratch.resolve("overlay");
    hidden = overlay.resolve("01-count/java/tapeline/tests/hidden/HiddenTest.java");
    Files.createDirectories(hidden.getParent());
    Files.writeString(
        hidden,
        """
        package tapeline.tests.hidden;

        import static org.assertj.core.api.Assertions.assertThat;
        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.assertThrows;
        import static org.junit.jupiter.api.Assumptions.assumeTrue;

        import count.Count;
        import java.util.stream.Stream;
        import org.junit.jupiter.api.Tag;
        import org.junit.jupiter.api.Test;
        import org.junit.jupiter.api.TestInfo;
        import org.junit.jupiter.api.extension.BeforeEachCallback;
        import org.junit.jupiter.api.extension.ExtendWith;
        import org.junit.jupiter.api.extension.ExtensionContext;
        import org.junit.jupiter.params.ParameterizedTest;
        import org.junit.jupiter.params.provider.Arguments;
        import org.junit.jupiter.params.provider.MethodSource;

        @ExtendWith(HiddenTest.Before.class)
        class HiddenTest {
          static class Before implements BeforeEachCallback {
            @Override public void beforeEach(ExtensionContext context) {}
          }

          static Stream<Arguments> words() { return Stream.of(Arguments.of(1, "1")); }

          @ParameterizedTest
          @MethodSource("words")
          @Tag("01.1")
          void in_the_words_of_JUnit(int n, String word, TestInfo info) {
            assumeTrue(info != null);
            assertEquals(n, Integer.parseInt(word));
            assertThrows(NumberFormatException.class, () -> Integer.parseInt("one"));
          }

          @Test
          @Tag("01.1")
          void adds_many() {
            assertThat(Count.sum(new int[] {1, 2, 3, 4})).as("the hidden sum").isEqualTo(10);
          }
        }
        """);
    Files.writeString(overlay.resolve("seed"), "77\n");
    homework = open("course");
  }

  private static HomeworkClass open(String name) throws IOException {
    var course = Files.createDirectory(scratch.resolve(name));
    return HomeworkClass.in(course, overlay, OptionalLong.empty());
  }

  /// All that the author of a submission is shown of an exercise.
  private static String shown(ExerciseResult result) {
    return result.tests().stream()
        .map(t -> t + " " + t.problem() + " " + t.output())
        .collect(Collectors.joining("\n", result + "\n", ""));
  }

  @Test
  void they_count_and_say_no_more_than_their_names() throws Exception {
    assertThat(homework.homework().seed()).as("the overlay's seed").isEqualTo(77);
    homework.solvedButFirst();
    homework.fixture().write("01.1", "return values.length == 0 ? 0 : 7;");
    var withheld = new Withheld();
    var graded = homework.homework().grade(homework.submission(), withheld).getFirst();
    var result = graded.exercises().getFirst();
    assertThat(result.passed() + "/" + result.tests().size())
        .as("only the hidden one fails")
        .isEqualTo("3/4");
    assertThat(result.firstProblem().text())
        .isEqualTo("a hidden test: its name is all that is shown of it");
    assertThat(graded.seconds()).as("how long they took would tell what is in them").isZero();
    assertThat(shown(result)).contains("adds_many").doesNotContain(SECRET);
    assertThat(withheld.report())
        .as("what the instructor reads")
        .startsWith("01.1 HiddenTest.adds_many did not pass\n")
        .contains(SECRET);
  }

  @Test
  void a_submission_can_read_none_and_what_it_prints_beside_them_is_withheld() throws Exception {
    homework.solvedButFirst();
    homework
        .fixture()
        .write(
            "01.1",
            """
            var text = new StringBuilder("[seen:");
            try (var files = java.nio.file.Files.walk(java.nio.file.Path.of("/tests"))) {
              files.filter(p -> p.toString().endsWith(".class")).forEach(text::append);
            } catch (java.io.IOException e) {
              text.append(e);
            }
            System.out.println("\\u001b[2J" + text + "]");
            throw new AssertionError(text + "]");
            """);
    var withheld = new Withheld();
    var result = homework.grade(homework.submission(), withheld).get("01.1");
    assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
    assertThat(shown(result)).as("where the course's tests run").contains("[seen:]");
    assertThat(withheld.texts()).hasSize(1);
    assertThat(withheld.texts().getFirst().output()).as("beside hidden ones").contains("[seen:]");
    assertThat(withheld.report()).as("a terminal obeys nothing of it").doesNotContain("\u001b");
  }

  @Test
  void one_that_takes_its_cell_along_costs_its_exercise_alone() throws Exception {
    homework.solvedButFirst();
    homework
        .fixture()
        .write(
            "01.1",
            "if (values.length == 4) System.exit(3); int sum = 0;"
                + " for (int v : values) sum += v; return sum;");
    var results = homework.grade();
    assertThat(results.get("01.1").verdict()).isEqualTo(Verdict.CRASHED);
    assertThat(results.get("01.2").verdict()).isEqualTo(Verdict.PASSED);
    assertThat(results.get("01.3").verdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void those_that_the_reference_fails_are_refused() throws Exception {
    Files.writeString(hidden, Files.readString(hidden).replace("isEqualTo(10)", "isEqualTo(11)"));
    assertThatThrownBy(() -> open("again"))
        .hasMessageContaining("the reference solution fails HiddenTest.adds_many")
        .hasMessageContaining("(seed 77)");
  }
}
