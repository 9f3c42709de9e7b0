package tapeline.grader.check;

import static java.util.Objects.requireNonNullElse;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tapeline.grader.CacheTraining;
import tapeline.grader.FixtureCourse;
import tapeline.grader.course.Course;
import tapeline.grader.generate.Generate;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;

/// The rules of the house, on a small course to which a module 98 is added as `CONTRIBUTING.md`
/// says it, and with one step forgotten.
class CourseRulesTest {
  private static final String NAME = "98-made-up";

  @TempDir private static Path sound;
  @TempDir private Path folder;

  /// Makes the course to which nothing is missing, compiled; each test has a copy.
  @BeforeAll
  static void addAModule() throws IOException {
    FixtureCourse.in(sound);
    CacheTraining.forget(Course.at(sound)); // no copy starts a worker
    for (int i = 1; i <= 4; i++) {
      write(
          sound,
          "solutions/98-made-up/src/main/java/made/Made%d.java".formatted(i),
          """
          package made;

          /// Number %1$d.
          public final class Made%1$d {
            private Made%1$d() {}

            public static int number() {
              // BEGIN SOLUTION 98.%1$d "number" 25 points
              return %1$d;
              // STUB // TODO 98.%1$d — 1 line. Which number?
              // STUB throw new Todo("98.%1$d", "number");
              // END SOLUTION
            }
          }
          """
              .formatted(i));
      write(
          sound, "grader/tests/98-made-up/98.%d.md".formatted(i), BRIEF.replace("NUMBER", "" + i));
    }
    write(sound, "solutions/98-made-up/README.md", "# Made up\n\n<!-- exercises -->\n");
    write(
        sound,
        "solutions/98-made-up/pom.xml",
        "<project><dependencies><artifactId>01-count</artifactId></dependencies></project>");
    write(sound, "solutions/98-made-up/src/bench/java/made/MadeBenchmark.java", "package made;\n");
    write(
        sound,
        "grader/tests/98-made-up/java/tapeline/tests/made/MadeTest.java",
        """
        package tapeline.tests.made;

        import made.*;
        import org.junit.jupiter.api.*;

        class MadeTest {
          @Test @Tag("98.1") void first() {}
          @Test @Tag("98.2") void second() {}
          @Test @Tag("98.3") void third() {}
          @Test @Tag("98.4") void fourth() {}
        }
        """);
    write(sound, "pom.xml", "<module>modules/98-made-up</module>");
    write(sound, "solutions/pom.xml", "<module>98-made-up</module>");
    write(
        sound,
        "grader/tests/pom.xml",
        "<artifactId>98-made-up</artifactId> <source>98-made-up/java</source>");
    write(sound, "README.md", "| [98 made up](modules/98-made-up) | nothing |");
    write(sound, "modules/README.md", "| [98 made up](98-made-up) | 01 | – | nothing |");
    write(sound, "notebooks/98-made-up.ipynb", notebook(1, 2));
    write(sound, "notebooks/98a-more.ipynb", notebook(3, 4));
    var quiz = new StringBuilder("# Quiz: 98 made up\n");
    for (int i = 1; i <= 20; i++) {
      quiz.append(QUESTION.replace("NUMBER", "" + i));
    }
    write(sound, "notebooks/quizzes/98-made-up.md", quiz.toString());
    write(sound, "grader/tests/98-made-up/mutants.txt", "# exercise\n");
    var course = Course.at(sound);
    Generate.write(course);
    try (var workers = new Workers(new Jvm(course, 1))) {
      workers.testClassPath(course, course.module(98)); // compiled once
    }
  }

  @BeforeEach
  void takeACopy() throws IOException {
    FixtureCourse.copy(sound, folder);
  }

  private static String notebook(int... exercises) {
    return IntStream.of(exercises)
        .mapToObj("{\"cell_type\": \"code\", \"source\": [\"%%%%exercise 98.%d\"]}"::formatted)
        .collect(Collectors.joining(", ", "{\"cells\": [", "]}"));
  }

  private static final String BRIEF =
      """
      # 98.NUMBER number

      ## Hint

      One.

      ## Hint

      Two.

      ## Mutant: none

      It is none.

      ```java
            return 0;
      ```

      ## Mutant: seven

      It is seven.

      ```java
            return 7;
      ```
      """;

  private static final String QUESTION =
      """

      ## Question NUMBER?

      - [x] Yes.
      - [ ] No.
      - [ ] Perhaps.

      > Yes.
      """;

  private Course course() {
    return Course.at(folder);
  }

  private void write(String name, String text) throws IOException {
    write(folder, name, text);
  }

  private static void write(Path folder, String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /// The problems with module 98: those of the places that name it, or else its own.
  private String said() throws IOException {
    var said = problems(new ModuleList(course()).outcomes());
    if (!said.isEmpty()) {
      return said;
    }
    try (var workers = new Workers(new Jvm(course(), 1))) {
      return problems(new ModuleRules(course(), workers).outcomes());
    }
  }

  /// Asserts that the problems have these words, or that there are none where the words are empty.
  private void assertSaid(String expected) throws IOException {
    var said = said();
    assertThat(said).contains(expected);
    assertThat(said.isEmpty()).isEqualTo(expected.isEmpty());
  }

  private static String problems(List<Outcome> outcomes) {
    return outcomes.stream()
        .filter(o -> o.name().startsWith(NAME) && o.problem() != null)
        .map(Outcome::problem)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void a_module_to_which_nothing_is_missing_is_sound() throws IOException {
    assertThat(said()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "the files with exercises: some 61 lines; ''",
        "`Made1` and `Made3`: 30 lines; ''",
        "`Made1` and the files with exercises: 40 lines; 40 lines are to be read, and these files have 60: src/main/java/made/Made1.java",
        "`Made5`: 15 lines; `Made5` is to be read, and there is no such file"
      })
  void what_is_to_be_read_is_as_long_as_its_readme_says(String path, String expected)
      throws IOException {
    write(
        "solutions/98-made-up/README.md",
        "# Made up\n\nTo be read are " + path + ".\n\n<!-- exercises -->\n");
    Generate.write(course());
    assertSaid(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "4 lines; ''",
        "some 3 lines of CUDA C and 1 of Java; ''",
        "5 lines; its README says that a learner writes 5 lines, and its stubs ask for 4",
        "about 4 lines of CUDA C and 1 of Java; a learner writes 5 lines, and its stubs ask for 4"
      })
  void what_is_to_be_written_is_as_long_as_its_readme_says(String lines, String expected)
      throws IOException {
    write(
        "solutions/98-made-up/README.md",
        "# Made up\n\nYou write " + lines + ".\n\n<!-- exercises -->\n");
    Generate.write(course());
    assertSaid(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "4; ''; ](98-made-up) | 01 | 1, 3 |",
        "6; says that the core path takes 6 hours, and its exercises take 4.0; | 1, 3 |"
      })
  void the_map_has_the_core_path_and_its_hours(int hours, String expected, String row)
      throws IOException {
    write("modules/README.md", "A **core path** of some %d hours.".formatted(hours));
    write("solutions/98-made-up/README.md", "Time: 7 to 9 hours.\n\n<!-- exercises -->\n");
    write("solutions/01-count/README.md", "# Count\n");
    for (int i = 1; i <= 3; i += 2) {
      var made = "solutions/98-made-up/src/main/java/made/Made%d.java".formatted(i);
      write(made, Course.read(folder.resolve(made)).replace("25 points", "25 points, core"));
    }
    assertThat(requireNonNullElse(new CorePath(course()).problem(), "")).contains(expected);
    assertThat(said()).contains(row);
    assertThat(new CorePath(course()).problem() == null).isEqualTo(expected.isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "the core path; 98, 98; 8; 8; ''",
        "the core path; 98; 4.5; 4.5; takes 4.0 hours by the READMEs, got the row | 1 | 98 | 4.5 |",
        "Whole modules; 98, its task 98.2; 8; 8; ''",
        "Whole modules; 98 or 01; 4; 4; ''",
        "Whole modules; 98: the first halves; 4; 4; ''",
        "Whole modules; 98; 8; 8.5; takes 8.0 hours by the READMEs, got the row | | together | 8.5 |",
        "Whole modules; 98; 8; ''; has no plan with a sum of hours"
      })
  void a_term_has_the_hours_of_the_modules(
      String plan, String modules, String hours, String sum, String expected) throws IOException {
    write("solutions/98-made-up/README.md", "Time: 7 to 9 hours.\n\n<!-- exercises -->\n");
    write("solutions/01-count/README.md", "# Count\n");
    for (int i = 1; i <= 3; i += 2) {
      var made = "solutions/98-made-up/src/main/java/made/Made%d.java".formatted(i);
      write(made, Course.read(folder.resolve(made)).replace("25 points", "25 points, core"));
    }
    write(
        "grader/instructor/syllabus.md",
        "| Week | %s | Hours | Hand in |\n| 1 | %s | %s | 98 |\n%s\n"
            .formatted(
                plan, modules, hours, sum.isEmpty() ? "" : "| | together | " + sum + " | |"));
    var problem = requireNonNullElse(new Syllabus(course()).problem(), "");
    assertThat(problem).contains(expected);
    assertThat(problem.isEmpty()).isEqualTo(expected.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "98-made-up, 'exercise 98.2 stands in one notebook, got []'",
    "98b-again, 'exercise 98.1 stands in one notebook, got [98-made-up, 98b-again]'"
  })
  void each_exercise_is_in_one_notebook_of_its_module(String name, String message)
      throws IOException {
    write("notebooks/" + name + ".ipynb", notebook(1));
    Generate.write(course());
    assertThat(said()).contains(message);
  }

  @ParameterizedTest
  @CsvSource({
    "pom.xml, pom.xml has no line with <module>modules/98-made-up</module>",
    "solutions/pom.xml, solutions/pom.xml has no line with <module>98-made-up</module>",
    "grader/tests/pom.xml, no line with <artifactId>98-made-up</artifactId>",
    "grader/tests/pom.xml, no line with <source>98-made-up/java</source>",
    "README.md, README.md has no line with ](modules/98-made-up)",
    "modules/README.md, modules/README.md has no line with ](98-made-up) | 01 | – |",
    "notebooks/98-made-up.ipynb, there is no notebooks/98-made-up.ipynb",
    "notebooks/quizzes/98-made-up.md, there is no notebooks/quizzes/98-made-up.md",
    "solutions/98-made-up/README.md, there is no solutions/98-made-up/README.md",
    "solutions/98-made-up/src/bench/java/made/MadeBenchmark.java, there is no benchmark",
    "grader/tests/98-made-up/98.2.md, there is no brief grader/tests/98-made-up/98.2.md",
    "grader/tests/98-made-up/java/tapeline/tests/made/MadeTest.java, there is no test in",
    "grader/tests/98-made-up/mutants.txt, -Dmutants=write writes it",
    "modules/98-made-up, -Dgenerate writes it"
  })
  void a_step_that_was_forgotten_is_named(String forgotten, String message) throws IOException {
    try (var files = Files.walk(folder.resolve(forgotten))) {
      for (var file : files.sorted().toList().reversed()) {
        Files.delete(file);
      }
    }
    assertThat(said()).contains(message);
  }

  @Test
  void an_exercise_in_what_is_given_is_found() throws IOException {
    var made = "src/main/java/made/Made1.java";
    var given = "solutions/98-made-up/src/given/java/made/Given.java";
    var text = Course.read(folder.resolve("solutions/98-made-up").resolve(made));
    write(given, text.replace("Made1", "Given").replace("98.1", "98.5"));
    Generate.write(course());
    assertThat(said()).isEqualTo("an exercise stands in src/main, and one is in " + given);
  }

  @Test
  void all_that_the_exercises_lack_is_named_at_once() throws IOException {
    var file = folder.resolve("solutions/98-made-up/src/main/java/made/Made2.java");
    Files.writeString(file, Files.readString(file).replace("25 points", "30 points"));
    Files.delete(folder.resolve("grader/tests/98-made-up/98.2.md"));
    Files.delete(folder.resolve("grader/tests/98-made-up/98.3.md"));
    assertThat(said())
        .isEqualTo(
            """
            the exercises of a module have 100 points together, got 105: 98.1 has 25, 98.2 has 30, 98.3 has 25, 98.4 has 25
            there is no brief grader/tests/98-made-up/98.2.md
            there is no brief grader/tests/98-made-up/98.3.md\
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "Fourths, 'abstract class Fourths { @Test @Tag(\"98.4\") void fourth() {} }', extends Fourths {}",
    "Fourth, '@Retention(RetentionPolicy.RUNTIME) @Tag(\"98.4\") @interface Fourth {}',"
        + " { @Test @Fourth void fourth() {} }"
  })
  void a_tag_outside_the_class_of_its_test_is_found(String name, String holder, String test)
      throws IOException {
    var tests = "grader/tests/98-made-up/java/tapeline/tests/made/";
    var header =
        """
        package tapeline.tests.made;
        import java.lang.annotation.*;
        import org.junit.jupiter.api.*;
        """;
    var own = folder.resolve(tests + "MadeTest.java");
    var text = Files.readString(own);
    write(tests + "MadeTest.java", text.replace("@Test @Tag(\"98.4\") void fourth() {}", ""));
    write(tests + name + ".java", header + holder);
    write(tests + "FourthTest.java", header + "class FourthTest " + test);
    assertThat(said())
        .isEqualTo(
            "@Tag(\"98.4\") has to stand in the test's own class, or no worker loads it;"
                + " FourthTest.fourth has it from elsewhere");
  }
}
