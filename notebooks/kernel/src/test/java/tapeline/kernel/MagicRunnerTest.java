package tapeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.magic.CellMagic;
import org.dflib.jjava.jupyter.kernel.magic.LineMagic;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.toolkit.Todo;

/// Lines that begin with a per cent sign.
class MagicRunnerTest {
  @AutoClose private static final TestNotebook notebook = new TestNotebook();

  @TempDir Path folder;

  private final List<String> heard = new ArrayList<>();

  @BeforeEach
  void register() {
    LineMagic<Object, BaseKernel> echo =
        (_, words) -> {
          heard.addAll(words);
          return words.isEmpty() ? null : String.join("|", words);
        };
    CellMagic<Object, BaseKernel> whole = (_, words, body) -> words + body;
    LineMagic<Object, BaseKernel> todo =
        (_, _) -> {
          throw new Todo("02.3", "sweep");
        };
    LineMagic<Object, BaseKernel> broken =
        (_, _) -> {
          throw new StackOverflowError("too deep");
        };
    notebook
        .kernel
        .getMagicsRegistry()
        .registerLineMagic("echo", echo)
        .registerCellMagic("whole", whole)
        .registerLineMagic("todo", todo)
        .registerLineMagic("broken", broken);
  }

  @Test
  void quotes_hold_words_together() {
    notebook.run("%echo a \"b c\"  d");

    assertThat(heard).containsExactly("a", "b c", "d");
  }

  @Test
  void a_command_for_a_whole_cell_is_given_its_text_as_it_is() {
    assertThat(notebook.run("\n%%whole 01.2 x\n  line \"one\"\n\n%echo two\n"))
        .isEqualTo("[01.2, x]  line \"one\"\n\n%echo two\n");
    assertThat(notebook.run("%%whole")).isEqualTo("[]");
  }

  @Test
  void commands_and_java_take_turns_and_the_last_value_counts() {
    assertThat(notebook.run("int a = 1;\n%echo one\n\n  %echo two\nint b = a + 1;\nb"))
        .isEqualTo(2);
    assertThat(heard).containsExactly("one", "two");
    assertThat(notebook.run("%echo shown\nint c = 3;")).isEqualTo("shown");
  }

  @Test
  void a_line_of_java_may_begin_with_a_per_cent_sign() {
    assertThat(notebook.run("int seven = 17\n  %echo;".replace("echo", "10") + "\nseven"))
        .isEqualTo(7);
    assertThat(notebook.run("int ten = 10; int rest = (17\n  %ten);\nrest")).isEqualTo(7);
    assertThat(notebook.run("String text = \"\"\"\n%echo no\n\"\"\";\ntext"))
        .isEqualTo("%echo no\n");
    assertThat(heard).isEmpty();
  }

  @Test
  void a_command_for_a_whole_cell_below_other_lines_says_where_it_belongs() {
    assertThat(notebook.failure("int a = 1;\n%%whole x\ny"))
        .hasMessage("%%whole takes a whole cell: it must be the first line.");
  }

  @Test
  void an_unknown_command_names_those_there_are() {
    assertThat(notebook.failure("%grade 01").getMessage())
        .startsWith("There is no %grade. On a line: %addMavenDependencies, ")
        .contains(", %broken, %classpath, %echo, ")
        .endsWith("For a whole cell: %%loadFromPOM, %%time, %%whole.");
    assertThat(notebook.failure("%%nope\nx").getMessage()).startsWith("There is no %%nope.");
    assertThat(notebook.failure("%ecoh").getMessage())
        .startsWith("There is no %ecoh, did you mean %echo? On a line: ");
    assertThat(notebook.failure("%%wole\nx").getMessage())
        .startsWith("There is no %%wole, did you mean %%whole? On a line: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"// list\n%%bash\nls", "/* list */\n\n%%bash -x\nls", "int i = 1\n%%bash\nls"})
  void an_unknown_command_for_a_whole_cell_is_named_below_other_lines_too(String cell) {
    assertThat(notebook.failure(cell).getMessage()).startsWith("There is no %%bash. On a line: ");
  }

  @Test
  void a_command_may_come_upon_an_exercise_that_is_not_done() {
    assertThat(notebook.run("%todo")).asString().startsWith("not started: 02.3 (sweep).");
  }

  @Test
  void a_command_that_breaks_is_an_error_of_the_cell() {
    assertThat(notebook.failure("%broken")).hasMessage("too deep");
  }

  @Test
  void a_command_is_interrupted_like_a_cell() throws InterruptedException {
    LineMagic<Object, BaseKernel> wait =
        (_, _) -> {
          Thread.sleep(600_000);
          return null;
        };
    notebook.kernel.getMagicsRegistry().registerLineMagic("wait", wait);

    assertThat(notebook.interrupted("%wait").kind()).isEqualTo("Interrupted");
  }

  @Test
  void time_runs_java_as_it_stands_and_gives_its_value() {
    assertThat(notebook.run("%time \"a  b\".length()")).isEqualTo(4);
    assertThat(notebook.run("%%time\nint k = 4;\nk + 1")).isEqualTo(5);
    assertThat(notebook.printed("%time 1 + 1")).containsPattern("^\\d+[.,]\\d{3} s, one timing");
    assertThat(notebook.failure("%time")).hasMessageContaining("takes Java on its line");
  }

  @Test
  void load_runs_a_file() throws IOException {
    var file = folder.resolve("with blank.java");
    Files.writeString(file, "int loaded = 11;\nloaded");

    assertThat(notebook.run("%load \"" + file + "\"")).isEqualTo(11);
    var stem = file.toString().replace(".java", "");
    assertThat(notebook.run("%load \"" + stem + "\"")).as("without its suffix").isEqualTo(11);
    Files.writeString(folder.resolve("with blank.jshell"), "12");
    assertThat(notebook.run("%load \"" + stem + "\"")).as("IJava's order").isEqualTo(12);
    assertThat(notebook.failure("%load nowhere.java").getMessage())
        .startsWith("%load found no file /");
  }

  @Test
  void load_runs_the_code_cells_of_a_notebook() throws IOException {
    var file = folder.resolve("a.ipynb");
    Files.writeString(
        file,
        """
        {"cells": [
          {"cell_type": "markdown", "source": ["not Java"]},
          {"cell_type": "code", "source": ["int first = 4;\\n", "int second = first + 1;"]},
          {"cell_type": "code", "source": "%time int third = 2;\\nfirst * second * third"}
        ]}
        """);

    assertThat(notebook.run("%load \"" + file + "\"")).isEqualTo(40);
  }

  @Test
  void what_load_cannot_read_is_named() throws IOException {
    var latin = folder.resolve("latin.java");
    Files.writeString(latin, "// Übung", StandardCharsets.ISO_8859_1);
    assertThat(notebook.failure("%load \"" + latin + "\"").getMessage())
        .isEqualTo("%load reads UTF-8, which this is not: " + latin);
    var old = folder.resolve("old.ipynb");
    Files.writeString(old, "{\"nbformat\": 3, \"worksheets\": [{\"cells\": []}]}");
    assertThat(notebook.failure("%load \"" + old + "\"").getMessage())
        .isEqualTo("The file is no notebook: there is no list of cells, which nbformat 4 has");
  }

  @Test
  void what_a_command_added_can_be_kept_in_a_variable() throws IOException {
    var jar = Files.createDirectory(folder.resolve("a.jar"));

    assertThat(notebook.run("%classpath \"" + jar + "\"")).isNull();
    assertThat(
            notebook.run(
                "int before = 1;\nvar added = %classpath \"" + jar + "\"\nadded.getFirst()"))
        .isEqualTo(jar.toString());
    assertThat(notebook.run("List<String> two = %jars " + folder + "/*.jar;\ntwo.size()"))
        .isEqualTo(1);
  }

  @Test
  void the_other_names_of_IJava_are_known() {
    for (var line :
        List.of("%addMavenDependency x", "%addMavenDependencies x", "%%loadFromPOM\n<a/>")) {
      assertThat(notebook.failure(line).kind()).isEqualTo("MagicError");
      assertThat(notebook.failure(line).getMessage()).contains(" takes ");
    }
    assertThat(notebook.run("%mavenRepo mine https://example.org/maven")).isNull();
    assertThat(notebook.failure("%mavenRepo").getMessage())
        .isEqualTo("%mavenRepo takes a name and an address, got []");
  }

  @Test
  void what_is_missing_or_malformed_is_named() {
    assertThat(notebook.failure("%jars " + folder + "/none-*.jar").getMessage())
        .startsWith("%jars found nothing like");
    assertThat(notebook.failure("%classpath no/such.jar").getMessage())
        .startsWith("%classpath takes a jar or a folder, got ")
        .endsWith("no/such.jar");
    assertThat(notebook.failure("%classpath")).hasMessageContaining("got nothing");
    assertThat(notebook.failure("%maven commons-csv"))
        .hasMessage(
            "%maven takes group:artifact:version or group:artifact:version:classifier, got"
                + " commons-csv");
  }
}
