package tapeline.grader.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rules of the house that need no course.
class CheckoutRulesTest {
  @TempDir private Path folder;

  private void write(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void a_circle_of_packages_is_found_with_the_files_that_close_it() throws IOException {
    write(
        "grader/src/main/java/tapeline/one/One.java",
        "package tapeline.one;\n\nimport tapeline.two.Two;\n\nclass One {}\n");
    write(
        "grader/src/main/java/tapeline/two/Two.java",
        """
        package tapeline.two;

        /* tapeline.one.One */ // tapeline.one.One
        class Two { String of = "tapeline.one.One"; }
        """);
    assertThat(PackageCircles.find(new Checkout(folder))).isNull();
    write(
        "notebooks/kernel/src/start/java/tapeline/two/Again.java",
        "package tapeline.two;\n\nclass Again { tapeline.one.One one; }\n");
    assertThat(PackageCircles.find(new Checkout(folder)))
        .contains("tapeline.one uses tapeline.two in grader/src/main/java/tapeline/one/One.java")
        .contains("in notebooks/kernel/src/start/java/tapeline/two/Again.java");
  }

  @Test
  void a_type_name_that_is_taken_twice_is_found_tests_included() throws IOException {
    write("solutions/01-count/src/main/java/count/package-info.java", "package count;\n");
    write("solutions/01-count/src/main/java/count/Count.java", "package count;\n");
    assertThat(TypeNames.taken(new Checkout(folder))).isNull();
    write("grader/src/test/java/tapeline/grader/Count.java", "package tapeline.grader;\n");
    assertThat(TypeNames.taken(new Checkout(folder)))
        .isEqualTo(
            "Count is in grader/src/test/java/tapeline/grader/Count.java, in "
                + "solutions/01-count/src/main/java/count/Count.java");
  }

  @Test
  void a_program_that_a_table_does_not_name_is_told() {
    assertThat(CourseChecks.unnamed("| `A`, `B` | a question |", List.of("A", "B"))).isNull();
    assertThat(CourseChecks.unnamed("| `AB` | a question of B |", List.of("A", "AB", "B")))
        .isEqualTo("it does not name A, B");
  }

  @ParameterizedTest
  @CsvSource({
    "README.md, path=a.ipynb ./tapeline grade, 'a badge opens a.ipynb, which is not there'",
    ".devcontainer/Dockerfile, RUN ./tapeline grade, .devcontainer/Dockerfile does not run .binder/postBuild",
    "README.md, path=pom.xml ./tapeline quiz, '.binder/postBuild runs ./tapeline grade, which the README does not have'",
    "README.md, path=pom.xml ./tapeline grade 2, ",
    "README.md, ./tapeline grade 2, README.md has no badge that opens a file"
  })
  void a_badge_that_opens_nothing_is_told(String file, String text, @Nullable String problem)
      throws IOException {
    write("pom.xml", "");
    write("README.md", "path=pom.xml ./tapeline grade 3");
    write(".devcontainer/Dockerfile", "RUN cd a && .binder/postBuild");
    write(".devcontainer/devcontainer.json", "a && .binder/postBuild");
    write(".binder/postBuild", "set -e\n./tapeline grade 1 -Dreference\n");
    write(file, text);
    assertThat(CourseChecks.badges(folder)).isEqualTo(problem);
  }
}
