package tapeline.instructor.database;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Opens what is no database: the error names the place that was asked for, and why.
class DatabaseTest {
  @TempDir Path folder = Path.of(".");

  @ParameterizedTest
  @CsvSource({"notes.txt, not a database", "class, unable to open"})
  void a_file_of_another_kind_is_named(String name, String why) throws IOException {
    Files.writeString(
        folder.resolve("notes.txt"), "a list of students, and no database\n".repeat(99));
    Files.createDirectories(folder.resolve("class"));
    var place = folder.resolve(name).toString();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Database.open(place))
        .withMessageStartingWith("--db %s cannot be opened: ".formatted(place))
        .withMessageContaining(why);
  }

  @Test
  void a_server_that_is_not_there_is_named_without_its_password() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Database.open("jdbc:postgresql://127.0.0.1:1/board?password=secret"))
        .withMessageStartingWith("--db jdbc:postgresql://127.0.0.1:1/board cannot be opened: ")
        .withMessageContaining("refused")
        .withMessageNotContaining("secret");
  }
}
