package tapeline.grader.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrontTest {
  /// A command in a text, which no comment is.
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^(?! *//).*\"[^\"\\n]*(?:\\./tapeline |mvn -pl).*$");

  @ParameterizedTest
  @CsvSource({
    "MAVEN, mvn -pl grader test -Dmodule=3, mvn -pl grader test -Dhint=03.2, -Dhint=03.2",
    "LAUNCHER, ./tapeline grade 03, ./tapeline hint 03.2, ./tapeline hint 03.2",
    "NOTEBOOK, %grade 03, %hint 03.2, %hint 03.2",
  })
  void a_command_reads_as_it_is_typed_there(Front front, String grade, String hint, String option) {
    assertThat(front.grade(3)).isEqualTo(grade);
    assertThat(front.grade(new ExerciseId(3, 2))).isEqualTo(grade.replaceFirst("0?3$", "03.2"));
    assertThat(front.command("hint", "03.2")).isEqualTo(hint);
    assertThat(front.option("hint", "03.2")).isEqualTo(option);
  }

  @Test
  void the_grader_prints_no_command_in_one_fixed_form() throws IOException {
    var main = Path.of("grader/src/main/java/tapeline/grader");
    try (var files = Files.walk(main)) {
      assertThat(files.filter(Files::isRegularFile))
          .as("a learner's commands are written by Front; Option lists those for instructors")
          .filteredOn(f -> !f.startsWith(main.resolve("check")))
          .filteredOn(f -> !f.endsWith("Front.java") && !f.endsWith("Option.java"))
          .flatMap(f -> COMMAND.matcher(Course.read(f)).results().map(r -> f + r.group()).toList())
          .isEmpty();
    }
  }
}
