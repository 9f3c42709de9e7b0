package tapeline.kernel.assist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The comments of the course's own sources, by the signatures that JShell writes.
class SourceDocsTest {
  private static final String RULER =
      """
      package lesson;
      import java.util.List;
      /// Measures lines.
      public final class Ruler {
        /// In millimetres.
        public static final int LENGTH = 300;
        /// A ruler that begins at `zero`.
        public Ruler(int zero) {}
        /// Measures one line.
        public int measure(int line) { return line; }
        /// Measures several lines,
        /// one after the other.
        public int measure(List<String> names, int... lines) { return 0; }
        /** The old way. */
        public void old() {}
        public void silent() {}
        /// Or none.
        public void maybe(@Deprecated String mark) {}
        /// A mark on it.
        public enum Mark { /** Short. */ MINOR }
      }
      """;

  @TempDir private Path folder;
  private SourceDocs docs = new SourceDocs(List.of());

  @BeforeEach
  void write() throws IOException {
    Files.createDirectories(folder.resolve("lesson"));
    Files.writeString(folder.resolve("lesson/Ruler.java"), RULER);
    docs = new SourceDocs(List.of(folder.resolve("none"), folder));
  }

  @Test
  void a_type_and_a_variable_of_it_show_its_comment() {
    assertThat(docs.of("lesson.Ruler")).isEqualTo("Measures lines.");
    assertThat(docs.of("r:lesson.Ruler")).isEqualTo("Measures lines.");
    assertThat(docs.of("lesson.Ruler.Mark")).isEqualTo("A mark on it.");
  }

  @Test
  void overloads_are_told_apart_by_their_parameters() {
    assertThat(docs.of("int Ruler.measure(int line)")).isEqualTo("Measures one line.");
    assertThat(docs.of("int Ruler.measure(int)")).isEqualTo("Measures one line.");
    assertThat(docs.of("int Ruler.measure(List<String> names, int... lines)"))
        .isEqualTo("Measures several lines,\none after the other.");
    assertThat(docs.of("int Ruler.measure(long line)")).isNull();
    assertThat(docs.of("void Ruler.maybe(String mark)")).isEqualTo("Or none.");
  }

  @Test
  void constructors_fields_and_constants_are_found() {
    assertThat(docs.of("lesson.Ruler(int zero)")).isEqualTo("A ruler that begins at `zero`.");
    assertThat(docs.of("Ruler.LENGTH:int")).isEqualTo("In millimetres.");
    assertThat(docs.of("Mark.MINOR")).as("a nested type, whose file it does not name").isNull();
    assertThat(docs.of("Ruler.Mark.MINOR")).isEqualTo("Short.");
  }

  @Test
  void both_kinds_of_comment_are_read_and_none_is_none() {
    assertThat(docs.of("void Ruler.old()")).isEqualTo("The old way.");
    assertThat(docs.of("void Ruler.silent()")).isNull();
    assertThat(docs.of("void Unknown.of()")).isNull();
    assertThat(docs.of("?")).isNull();
  }

  @Test
  void a_source_that_does_not_compile_has_its_comments() throws IOException {
    Files.writeString(folder.resolve("lesson/Ruler.java"), RULER.replace("return line", "return"));
    assertThat(docs.of("int Ruler.measure(int line)")).isEqualTo("Measures one line.");
  }
}
