package tapeline.grader.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainWordsTest {
  @TempDir private Path folder;

  private String found(String name, String text) throws IOException {
    var file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return "" + PlainWords.others(new Checkout(folder));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "What",
        "Who",
        "Whose",
        "Those",
        "The same",
        "Of",
        "Has",
        "As",
        "Where",
        "Whether"
      })
  void a_comment_that_begins_with_no_verb_is_found_with_its_line(String word) throws IOException {
    assertThat(found("a/A.java", "class A {\n\n  /// %s it. Is it?\n  int a;\n}\n".formatted(word)))
        .isEqualTo(
            "a/A.java:3 begins with %1$s, and asks nothing: /// %1$s it. Is it?".formatted(word));
  }

  @Test
  void a_question_may_begin_so_and_a_later_line_or_a_longer_word_too() throws IOException {
    var text =
        """
        /// What does a step
        /// cost? Much.
        class A {
          /// Asks how
          /// What it is.
          int a;
        }
        """;
    assertThat(found("a/A.java", text)).isEqualTo("null");
  }

  @Test
  void a_word_without_a_subject_is_found_in_documents_and_not_within_names() throws IOException {
    assertThat(found("README.md", "Nobody knows.\n`favours_nobody` NOBODY\n"))
        .isEqualTo("README.md:1 says nobody or whoever: Nobody knows.");
  }

  @Test
  void what_is_generated_is_not_looked_at() throws IOException {
    assertThat(found("modules/01-count/README.md", "whoever")).isEqualTo("null");
    assertThat(found("modules/00-toolkit/README.md", "whoever")).contains("modules/00-toolkit");
  }
}
