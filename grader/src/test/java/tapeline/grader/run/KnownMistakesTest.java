package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.FixtureCourse;
import tapeline.grader.check.Checks;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.result.Problem;
import tapeline.grader.result.TestResult;
import tapeline.grader.result.Verdict;

/// A learner whose tests fail as a mutant's do reads what the mistake is.
class KnownMistakesTest {
  private static FixtureCourse fixture;

  @BeforeAll
  static void recordTheMutants(@TempDir Path folder) throws IOException {
    fixture = FixtureCourse.in(folder);
    var nowhere = new java.io.PrintStream(java.io.OutputStream.nullOutputStream());
    try (var check = new Checks(fixture.course(), fixture.course().modules(), nowhere)) {
      check.recordMutants();
    }
  }

  @BeforeEach
  void solveNothing() throws IOException {
    fixture.forget();
  }

  @Test
  void each_failing_test_of_each_mutant_is_recorded() throws IOException {
    var lines =
        Files.readAllLines(KnownMistakes.file(fixture.course(), fixture.course().module(1)));
    assertThat(lines)
        .anyMatch(l -> l.startsWith("01.1\tstarts at one\tCountTest.adds_two_values\tfailed "))
        .anyMatch(l -> l.startsWith("01.1\tstarts at one\tCountTest.is_zero_for_nothing\t"))
        .anyMatch(l -> l.startsWith("01.1\tforgets the last\tCountTest.adds_two_values\t"))
        .noneMatch(l -> l.startsWith("01.1\tforgets the last\tCountTest.is_zero_for_nothing\t"));
  }

  @Test
  void the_same_mistake_in_other_words_is_named() throws IOException {
    fixture.write(
        "01.1",
        "    int s = 1;\n    for (int i = 0; i < values.length; i++) s += values[i];\n    return s;");
    assertThat(fixture.gradeOnly("01.1").likelyMistake())
        .isEqualTo("The sum of nothing is 0: look at where `sum` starts.");
  }

  @Test
  void a_mistake_with_the_same_tests_and_other_numbers_is_not_named() throws IOException {
    fixture.write("01.1", "    return values.length == 0 ? 0 : values[1];");
    assertThat(fixture.gradeOnly("01.1").likelyMistake()).isNull();
  }

  @Test
  void half_of_the_messages_make_a_guess() throws IOException {
    var module = fixture.course().module(1);
    var known = KnownMistakes.none(fixture.course());
    known.record(ExerciseId.parse("01.1"), "starts at one", failing("expected 1", "expected 2"));
    var seen = failing("expected 1", "expected 3");
    assertThat(known.likely(module, ExerciseId.parse("01.1"), seen))
        .startsWith("Perhaps: The sum of nothing is 0");
    assertThat(known.likely(module, ExerciseId.parse("01.1"), failing("expected 4", "expected 3")))
        .isNull();
  }

  /// Any answer that is slow enough fails like this.
  @Test
  void tests_that_ran_too_long_make_a_guess() throws IOException {
    var module = fixture.course().module(1);
    var known = KnownMistakes.none(fixture.course());
    var problem = new Problem("no result after 5 s", null, List.of());
    var slow = List.of(new TestResult("T", "t", Verdict.TIMED_OUT, problem, 0, ""));
    known.record(ExerciseId.parse("01.1"), "starts at one", slow);
    assertThat(known.likely(module, ExerciseId.parse("01.1"), slow))
        .startsWith("Perhaps: The sum of nothing is 0");
  }

  private static List<TestResult> failing(String... messages) {
    var tests = new ArrayList<TestResult>();
    for (var m : messages) {
      var problem = new Problem(m, null, List.of());
      tests.add(new TestResult("T", "t" + tests.size(), Verdict.FAILED, problem, 0, ""));
    }
    tests.add(new TestResult("T", "passes", Verdict.PASSED, null, 0, ""));
    return tests;
  }

  @Test
  void an_unknown_mistake_is_not_named() throws IOException {
    fixture.write("01.1", "    return values.length == 0 ? 5 : 7;");
    assertThat(fixture.gradeOnly("01.1").likelyMistake()).isNull();
  }

  @Test
  void a_stack_that_a_message_quotes_does_not_count() {
    var message =
        """
        Expecting message to be: "no slot 7" but was: "7"
        Throwable that failed the check:
        java.lang.IndexOutOfBoundsException: 7
        \tat tapeline.scalar.Tape.gradient(Tape.java:%d)
        \tat java.base/java.util.ArrayList.forEach(ArrayList.java:1604)
        \t...(%d remaining lines not displayed)
        """;
    assertThat(KnownMistakes.checksum(message.formatted(88, 73)))
        .isEqualTo(KnownMistakes.checksum(message.formatted(91, 70)))
        .isNotEqualTo(KnownMistakes.checksum(message.formatted(88, 73).replace("slot 7", "slot")));
  }

  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_message_made_to_be_read_slowly_is_read() {
    var digits = "7".repeat(500_000);
    var speeds = "measured ".repeat(60_000);
    for (var hostile :
        List.of("at ((((".repeat(3_000), "\n".repeat(20_000), " ".repeat(20_000), digits, speeds)) {
      assertThat(KnownMistakes.checksum("x\n" + hostile)).hasSize(8);
    }
  }

  @Test
  void a_kernel_may_have_more_lines_than_the_mutant() {
    var message = "sums.cu:%d: race in shared memory in sums, thread (%d, 0, 0)";
    assertThat(KnownMistakes.checksum(message.formatted(21, 32)))
        .isEqualTo(KnownMistakes.checksum(message.formatted(18, 32)))
        .isNotEqualTo(KnownMistakes.checksum(message.formatted(21, 64)));
  }

  @Test
  void the_same_numbers_may_round_otherwise() {
    var message = "expected 0.5f, got %s, of (3, 7) and %s";
    assertThat(KnownMistakes.checksum(message.formatted("0.70710677f", "1.0E-9")))
        .isEqualTo(KnownMistakes.checksum(message.formatted("0.70710683f", "0.0")))
        .isNotEqualTo(KnownMistakes.checksum(message.formatted("0.70810677f", "0.0")))
        .isNotEqualTo(KnownMistakes.checksum(message.formatted("-0.70710677f", "0.0")))
        .isNotEqualTo(KnownMistakes.checksum(message.formatted("0.70710677f", "1.0E-4")));
  }

  @Test
  void small_numbers_among_small_numbers_are_no_noise() {
    var message = "round-off at step 1.2: %s, to be close to 8.623E-17";
    assertThat(KnownMistakes.checksum(message.formatted("4.3115468878808346E-17")))
        .isEqualTo(KnownMistakes.checksum(message.formatted("4.3115468878808351E-17")))
        .isNotEqualTo(KnownMistakes.checksum(message.formatted("-8.623093775761669E-17")));
  }

  @Test
  void what_a_test_of_speed_has_measured_does_not_count() {
    var message = "3 times as fast as that: measured %s× (%s× to %s×), a guess";
    assertThat(KnownMistakes.checksum(message.formatted("1.02", "0.98", "1.05")))
        .isEqualTo(KnownMistakes.checksum(message.formatted("12.3", "10.1", "14.0")))
        .isNotEqualTo(KnownMistakes.checksum(message.replace("guess", "fact")));
  }
}
