package tapeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Completion, documentation, and whether a line needs another one.
class AssistantTest {
  @AutoClose private static final TestNotebook notebook = new TestNotebook();

  @Test
  void methods_are_completed_and_replace_the_word_at_the_cursor() {
    var options = notebook.kernel.complete("Math.hyp + 1", 8);

    assertThat(options.getReplacements()).containsExactly("hypot(");
    assertThat(options.getSourceStart()).isEqualTo(5);
    assertThat(options.getSourceEnd()).isEqualTo(8);
  }

  @Test
  void a_variable_of_the_same_cell_is_known() {
    var code = "var words = List.of(\"a\");\nwords.getFir";

    assertThat(notebook.kernel.complete(code, code.length()).getReplacements())
        .containsExactly("getFirst()");
  }

  @Test
  void what_stands_above_a_declaration_or_a_command_does_not_matter() {
    for (var above : new String[] {"%time 1 + 1\n", "int f() { return 1; }\nrecord R() {}\n"}) {
      var code = above + "Math.hyp";

      var options = notebook.kernel.complete(code, code.length());

      assertThat(options.getReplacements()).as(above).containsExactly("hypot(");
      assertThat(options.getSourceStart()).isEqualTo(code.length() - 3);
    }
  }

  @Test
  void an_import_below_a_command_is_completed() throws InterruptedException {
    var code = "%time 1 + 1\nimport java.util.func";

    var found = notebook.kernel.complete(code, code.length()).getReplacements();
    for (int i = 0; i < 600 && found.isEmpty(); i++) {
      Thread.sleep(100); // JShell makes its list of packages in the background
      found = notebook.kernel.complete(code, code.length()).getReplacements();
    }
    assertThat(found).containsExactly("function.");
  }

  @Test
  void characters_are_counted_as_front_ends_count_them() {
    var code = "var s = \"😀\"; s.isBla";

    var options = notebook.kernel.complete(code, code.codePointCount(0, code.length()));

    assertThat(options.getReplacements()).containsExactly("isBlank()");
    assertThat(options.getSourceStart()).isEqualTo(code.length() - 1 - "isBla".length());
  }

  @Test
  void commands_are_completed() {
    assertThat(notebook.kernel.complete("int a;\n%ti", 10).getReplacements())
        .containsExactly("%time");
    assertThat(notebook.kernel.complete("%%t", 3).getReplacements()).containsExactly("%%time");
  }

  @Test
  void in_a_kernel_nothing_of_java_is_offered() {
    var cell = "%%exercise 10.1\nextern \"C\" __global__ void f(float* x) {\n  int i = Math.hyp";

    assertThat(notebook.kernel.complete(cell, cell.length()).getReplacements()).isEmpty();
    assertThat(notebook.kernel.inspect(cell, cell.length(), false)).isNull();
    assertThat(notebook.kernel.isComplete(cell)).isEqualTo("complete");
    var java = "%%exercise 01.1\n    return Math.hyp";
    assertThat(notebook.kernel.complete(java, java.length()).getReplacements())
        .containsExactly("hypot(");
  }

  @Test
  void documentation_is_plain_text() {
    var shown =
        Objects.requireNonNull(
            notebook.kernel.inspect("int f() { return 1; }\nMath.hypot", 30, false));

    assertThat(shown.getData(MIMEType.TEXT_PLAIN))
        .asString()
        .contains("double Math.hypot(double x, double y)")
        .doesNotContain("<i>")
        .doesNotContain("&nbsp;");
    assertThat(notebook.kernel.inspect("nothingLikeThat", 3, false)).isNull();
  }

  @Test
  void documentation_of_the_courses_own_classes_comes_from_their_sources(@TempDir Path folder)
      throws IOException {
    // Apart from the classes, as in the course: javac takes what is newer where both lie together.
    var sources = folder.resolve("sources");
    Files.createDirectories(sources.resolve("lesson"));
    Files.writeString(
        sources.resolve("lesson/Ruler.java"),
        """
        package lesson;
        /// Measures.
        public class Ruler {
          /// In `mm`.
          public static int of(int x) { return x; }
        }
        """);
    var classes = Files.createDirectory(folder.resolve("classes"));
    notebook.show(classes, "public class Ruler { public static int of(int x) { return x; } }");
    notebook.kernel.showSources(List.of(sources));

    var shown = Objects.requireNonNull(notebook.kernel.inspect("lesson.Ruler.of", 15, false));

    assertThat(shown.getData(MIMEType.TEXT_PLAIN))
        .isEqualTo("int lesson.Ruler.of(int x)\nIn `mm`.");
  }

  @Test
  void a_line_that_needs_another_one_is_told_apart() {
    assertThat(notebook.kernel.isComplete("int a = 1; for (;;) {")).isEqualTo("  ");
    assertThat(notebook.kernel.isComplete("int a = 1;\na + 1")).isEqualTo("complete");
    assertThat(notebook.kernel.isComplete("int a = );")).isEqualTo("invalid");
    assertThat(notebook.kernel.isComplete("%%exercise 01.1\nfor (;;) {")).isEqualTo("complete");
  }
}
