package tapeline.grader.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Front;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Verdict;

/// One fault costs one exercise: whatever a learner's files miss, the other exercises are graded.
class SalvageTest {
  private static final String COUNT = "modules/01-count/src/main/java/count/Count.java";
  private static FixtureCourse fixture;

  @BeforeAll
  static void copyTheCourseWithTwoMoreFiles(@TempDir Path folder) throws IOException {
    fixture = FixtureCourse.in(folder);
    var solution = folder.resolve("solutions/01-count/src/main/java/count");
    Files.writeString(
        solution.resolve("Half.java"),
        """
        package count;

        public final class Half {
          private Half() {}

          public static int half(int value) {
            // BEGIN SOLUTION 01.4 "a half" 5 points
            return Limits.of(value) / 2;
            // STUB throw new Todo("01.4", "half");
            // END SOLUTION
          }
        }
        """);
    Files.writeString(
        solution.resolve("Limits.java"),
        """
        package count;

        final class Limits {
          private Limits() {}

          static int of(int value) {
            return Math.min(value, 100);
          }
        }
        """);
    Files.writeString(
        folder.resolve("grader/tests/01-count/java/tapeline/tests/count/HalfTest.java"),
        """
        package tapeline.tests.count;

        import static org.assertj.core.api.Assertions.assertThat;

        import count.Half;
        import org.junit.jupiter.api.Tag;
        import org.junit.jupiter.api.Test;

        @Tag("01.4")
        class HalfTest {
          @Test
          void halves() {
            assertThat(Half.half(8)).as("half(8)").isEqualTo(4);
          }
        }
        """);
    fixture = fixture.again();
  }

  @BeforeEach
  void solveAll() throws IOException {
    fixture.forget();
    fixture.solve("01.1", "01.2", "01.3", "01.4");
  }

  /// Grades, and asserts that these exercises and no others do not compile.
  private static ModuleResult costs(String... exercises) {
    var result = fixture.grade(1);
    for (var e : result.exercises()) {
      boolean broken = List.of(exercises).contains("" + e.exercise().id());
      assertThat(e.verdict())
          .as("%s: %s", e.exercise().id(), e.firstProblem())
          .isEqualTo(broken ? Verdict.DOES_NOT_COMPILE : Verdict.PASSED);
    }
    return result;
  }

  private static String told(ModuleResult result, String exercise) {
    var problem = FixtureCourse.of(result, exercise).problem();
    return problem == null ? "" : problem.text();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "int s = 0; /* to do       | 11: unclosed comment",
        "int s = 0; /** to do      | 11: unclosed comment",
        "var s = \"\"\";            | 11: illegal text block open delimiter",
        "var s = \"\"\"¶to do;      | 11: unclosed text block",
        "var s = \"to do;          | 11: unclosed string literal",
        "char c = 'a;              | 11: unclosed character literal",
        "for (int v : values) {    | 16: illegal start of expression",
        "if (true) { } }           | 12: statements not expected outside of methods",
        "int s = (1;               | 11: ')' expected",
        "int s = values[0;         | 11: ']' expected",
        "int s = \\u00zz;          | 11: illegal unicode escape",
        "class A { int a() {       | in the region of 01.1, {{ has no partner",
        "switch (1) { case 1 -> {  | 16: case, default, or '}' expected",
      })
  void what_is_not_closed_costs_its_own_exercise_and_is_told_in_the_compilers_words(
      String line, String sentence) throws IOException {
    fixture.write("01.1", "    " + line.replace('¶', '\n') + "\n    return 0;");
    assertThat(told(costs("01.1"), "01.1")).contains(sentence);
  }

  @Test
  void a_stub_finds_its_import_which_an_editor_removed_with_the_last_stub() throws IOException {
    fixture.edit("01.1", "import tapeline.toolkit.Todo;\n", "");
    fixture.write("01.1", "    int s = ;\n    return s;");
    assertThat(told(costs("01.1"), "01.1")).startsWith(COUNT + ":10: illegal start of expression");
  }

  @Test
  void a_lost_end_marker_costs_its_own_exercise() throws IOException {
    fixture.write("01.1", "    int s = 0");
    fixture.edit(
        "01.1", "int s = 0\n    // END EXERCISE 01.1\n", "int s = 0 // END EXERCISE 01.1\n");
    assertThat(told(costs("01.1"), "01.1")).contains("';' expected");
  }

  @Test
  void an_error_outside_the_regions_costs_the_exercises_of_its_file() throws IOException {
    fixture.edit("01.1", "private Count() {}", "private Count() { undefined(); }");
    assertThat(told(costs("01.1", "01.2", "01.3"), "01.3")).startsWith(COUNT + ":7: cannot find");
  }

  @Test
  void an_error_in_the_region_of_a_retired_exercise_stands_outside_the_regions()
      throws IOException {
    fixture.edit(
        "01.1",
        "  private Count() {}",
        "  // BEGIN EXERCISE 01.9\n  private Count() { undefined(); }\n  // END EXERCISE 01.9");
    assertThat(told(costs("01.1", "01.2", "01.3"), "01.3")).startsWith(COUNT + ":8: cannot find");
  }

  @Test
  void a_helper_with_an_error_costs_the_exercises_that_use_it_and_is_told_at_its_line()
      throws IOException {
    own("Helper.java", "package count;\n\nclass Helper {\n  static int zero() { return 0 }\n}\n");
    own("Other.java", "package count;\n\nclass Other {\n  int zero = Helper.zero();\n}\n");
    fixture.write("01.3", "    return new Other().zero;");
    assertThat(told(costs("01.3"), "01.3"))
        .startsWith("modules/01-count/src/main/java/count/Helper.java:4: ';' expected");
  }

  @Test
  void a_helper_with_an_error_that_nothing_uses_is_named() throws IOException {
    own("Helper.java", "package count;\n\nclass Helper {\n  int zero() { return 0 }\n}\n");
    assertThat(costs().graded()).isEqualTo("your files without Helper.java (line 4: ';' expected)");
  }

  @Test
  void a_given_file_with_an_error_or_without_its_text_is_the_courses() throws IOException {
    own("Limits.java", "package count;\n\nfinal class Limits { int of }\n");
    assertThat(costs().graded())
        .isEqualTo("your files with the course's Limits.java for yours (line 3: ';' expected)");
    Files.delete(fixture.file("01.1").resolveSibling("Limits.java"));
    assertThat(costs().graded())
        .isEqualTo("your files with the course's Limits.java for yours (missing)");
  }

  @Test
  void a_missing_file_is_named_with_the_way_to_get_it_back() throws IOException {
    fixture.write("01.4", "    return Count.sum(new int[] {value}) / 2;");
    Files.delete(fixture.file("01.1"));
    assertThat(told(costs("01.1", "01.2", "01.3"), "01.2"))
        .startsWith(
            COUNT
                + ": the file is missing: "
                + Front.terminal().command("reset", "01.1")
                + " brings it back");
  }

  @Test
  void a_byte_order_mark_is_skipped() throws IOException {
    mark(fixture.file("01.1"));
    own("Helper.java", "\uFEFFpackage count;\n\nclass Helper {}\n");
    costs();
    solveAll();
    fixture.write("01.1", "    return ;");
    mark(fixture.file("01.1"));
    costs("01.1");
  }

  private static void mark(Path file) throws IOException {
    Files.writeString(file, "\uFEFF" + Files.readString(file));
  }

  @Test
  void utf_16_is_told_as_that() throws IOException {
    var file = fixture.file("01.1");
    for (var mark : List.of("\uFEFF", "")) {
      solveAll();
      Files.write(file, (mark + Files.readString(file)).getBytes(UTF_16LE));
      assertThat(told(costs("01.1", "01.2", "01.3"), "01.2"))
          .startsWith(COUNT + ": this is UTF-16LE, and Java reads UTF-8: save it in that encoding");
    }
    solveAll();
    Files.write(
        file.resolveSibling("Helper.java"), "package count; class Helper {}".getBytes(UTF_16LE));
    assertThat(costs().graded()).contains("Helper.java", "UTF-16LE");
  }

  @Test
  void a_byte_that_is_no_utf_8_costs_its_own_exercise_alone() throws IOException {
    fixture.write("01.2", "    return 0; // für nichts");
    intoLatin1(fixture.file("01.2"));
    assertThat(told(costs("01.2"), "01.2"))
        .startsWith(
            COUNT
                + ":21: the byte 0xFC is no UTF-8, and ü in Windows-1252: save it in that encoding (")
        .contains("\n\n  return 0; // f\uFFFDr nichts\n");
  }

  @Test
  void bytes_that_are_no_utf_8_outside_of_exercises_cost_none() throws IOException {
    var file = fixture.file("01.2");
    Files.writeString(file, Files.readString(file) + "// für alle\n");
    own("Helper.java", "package count;\n\n/// Größe.\nfinal class Helper {}\n");
    intoLatin1(file);
    intoLatin1(file.resolveSibling("Helper.java"));
    costs();
  }

  @Test
  void a_name_in_another_encoding_is_told_as_that() throws IOException {
    own("Helper.java", "package count;\n\nfinal class Helper {\n  static int größe;\n}\n");
    intoLatin1(fixture.file("01.2").resolveSibling("Helper.java"));
    assertThat(costs().graded())
        .endsWith("Helper.java (line 4: a byte here is no UTF-8: save the file in that encoding)");
  }

  private static void intoLatin1(Path file) throws IOException {
    var text = Files.readString(file).replaceAll("[^\\x00-\\xff]", "");
    Files.write(file, text.getBytes(ISO_8859_1));
  }

  private static void own(String name, String text) throws IOException {
    Files.write(fixture.file("01.1").resolveSibling(name), text.getBytes(UTF_8));
  }
}
