package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Front;
import tapeline.grader.course.MarkerException;
import tapeline.grader.report.HtmlReport;
import tapeline.grader.report.TerminalOptions;
import tapeline.grader.report.TerminalReport;
import tapeline.grader.result.Grades;

/// The part of a file with exercises that counts as its author's.
class CountedSourceTest {
  private static final String GIVEN =
      """
      package count;

      import java.util.List;
      import tapeline.toolkit.Todo;

      /// Given.
      public record Count(int n) {
        private static final int MOST = 4;

        public Count {
          if (n < 0) throw new IllegalArgumentException(String.valueOf(n));
        }

        public int twice() {
          // BEGIN EXERCISE 01.1
          throw new Todo("01.1", "twice");
          // END EXERCISE 01.1
        }

        // BEGIN EXERCISE 01.2
        static int half(int n) {
          throw new Todo("01.2", "half");
        }
        // END EXERCISE 01.2

        static class Inner {
          int[] sizes = {1, 2};

          int given(List<Integer> all) {
            return all.size() + MOST;
          }
        }
      }
      """;
  private static final String SOLVED =
      GIVEN.replace("throw new Todo(\"01.1\", \"twice\");", "return 2 * n;");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/// Given. | // my comment",
        "import java.util.List; | import java.util.*;\\nimport java.util.List;",
        "import tapeline.toolkit.Todo;\\n | ''",
        "public int twice() { | private int helper(int k) { return k; }\\n  public int twice()  {",
        "public int twice() { | static int[] table = {1, 2};\\n  public int twice() {",
        "static class Inner { | enum Mine { A, B { int k() { return 1; } } }\\n"
            + "  static class Inner {",
        "int[] sizes | private int[] more = {3};\\n    int[] sizes",
        "int[] sizes | @Deprecated private record Pair(int a, int b) {}\\n    int[] sizes",
        "static class Inner { | int other() { return n; }\\n  static class Inner {",
        "package count; | package count ;",
        "\\n}\\n | \\n}\\nclass Helper { int x; }\\n",
      })
  void what_is_added_and_how_it_is_laid_out_changes_nothing_given(String from, String to) {
    var own = SOLVED.replace(from.replace("\\n", "\n"), to.replace("\\n", "\n"));
    assertThat(own).isNotEqualTo(SOLVED);
    var counted = CountedSource.of("Count.java", GIVEN, own);
    assertThat(counted.changed()).isFalse();
    assertThat(counted.text()).isEqualTo(own);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MOST = 4 | MOST = 5",
        "if (n < 0) throw | if (n < -9) throw",
        "return all.size() + MOST; | return 0;",
        "record Count(int n) | record Count(int n) implements Comparable<Count>",
        "public int twice() | public boolean equals(Object o) { return true; }\\n"
            + "  public int twice()",
        "public int twice() | @Override public String toString() { return null; }\\n"
            + "  public int twice()",
        "int[] sizes = {1, 2}; | int[] sizes = {1, 2}; { sizes = null; }",
        "int given(List<Integer> all) | int given(List<Integer> some)",
        "private static final int MOST = 4; | ''",
      })
  void given_code_that_was_changed_is_the_courses(String from, String to) {
    var own = SOLVED.replace(from.replace("\\n", "\n"), to.replace("\\n", "\n"));
    assertThat(own).isNotEqualTo(SOLVED);
    var counted = CountedSource.of("Count.java", GIVEN, own);
    assertThat(counted.changed()).isTrue();
    assertThat(counted.text()).isEqualTo(SOLVED);
  }

  @Test
  void what_is_added_beside_a_change_is_kept_in_its_place() {
    var own =
        SOLVED
            .replace("import java.util.List;", "import java.util.List;\nimport java.util.Map;")
            .replace(
                "MOST = 4;",
                "MOST = 5;\n  /// Mine.\n  private final Map<Integer, Integer> mine = Map.of();")
            .replace("// END EXERCISE 01.2", "// END EXERCISE 01.2\n  static void after() {}");
    var counted = CountedSource.of("Count.java", GIVEN, own);
    assertThat(counted.changed()).isTrue();
    assertThat(counted.text().replaceAll("\\s+", " "))
        .isEqualTo(own.replace("MOST = 5;", "MOST = 4;").replaceAll("\\s+", " "));
  }

  @Test
  void a_kernels_helpers_and_directives_are_its_authors() {
    var given =
        """
        // y = 2x
        extern "C" __global__ void twice(const float* x, float* y) {
          // BEGIN EXERCISE 01.1
          #error TODO 01.1 twice
          // END EXERCISE 01.1
        }
        """;
    var own = given.replace("#error TODO 01.1 twice", "y[0] = f(x[0]);");
    var more = "#define TWO 2\n__device__ float f(float x) { return TWO * x; }\n" + own;
    assertThat(CountedSource.of("twice.cu", given, more)).isEqualTo(new CountedSource(more, false));
    var changed = own.replace("const float* x", "float* x");
    assertThat(CountedSource.of("twice.cu", given, changed))
        .isEqualTo(new CountedSource(own, true));
  }

  @Test
  void without_the_markers_nobody_can_tell() {
    var own = SOLVED.replace("// END EXERCISE 01.2", "").replace("// BEGIN EXERCISE 01.2", "");
    assertThatThrownBy(() -> CountedSource.of("Count.java", GIVEN, own))
        .isInstanceOf(MarkerException.class);
  }

  @Test
  void the_learners_own_report_names_a_changed_given_file(@TempDir Path folder) throws IOException {
    var fixture = FixtureCourse.in(folder);
    fixture.solve("01.1");
    assertThat(fixture.grade(1).note()).isEmpty();
    fixture.edit("01.1", "private Count() {}", "private Count() { System.gc(); }");
    var result = fixture.grade(1);
    var grades = new Grades(Instant.EPOCH, "25", 1, List.of(result));
    assertThat(result.earned()).as("it costs nothing here").isEqualTo(10);
    assertThat(
            TerminalReport.render(
                grades, new TerminalOptions(false, true, 100, "", Front.MAVEN, false)))
        .contains("given code was changed in Count.java: homework is graded with the course's");
    assertThat(HtmlReport.render(grades)).contains("given code was changed in Count.java");
  }
}
