package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The compiler keeps the class path of its last compilation open, and sees what changes there.
class JavacTest {
  @TempDir private Path folder;

  private List<CompileError> compiled(String type, String text, String path, String output)
      throws IOException {
    var source = Files.writeString(folder.resolve(type + ".java"), text);
    return Javac.compile(List.of(source), List.of(folder.resolve(path)), folder.resolve(output));
  }

  @Test
  void a_class_that_is_compiled_again_on_the_same_class_path_is_seen() throws IOException {
    Files.createDirectories(folder.resolve("lib"));
    var one = "class One { static int one() { return 1; } }";
    assertThat(compiled("One", one, "lib", "lib")).isEmpty();
    assertThat(compiled("Use", "class Use { int x = One.one(); }", "lib", "out")).isEmpty();
    var two = "class One { static int two() { return 2; } } class Two {}";
    assertThat(compiled("One", two, "lib", "lib")).isEmpty();
    assertThat(compiled("Use", "class Use { int x = One.two(); Two y; }", "lib", "out")).isEmpty();
    assertThat(compiled("Use", "class Use { int x = One.one(); }", "lib", "out"))
        .singleElement()
        .satisfies(e -> assertThat(e.message()).contains("one()"));
  }

  @Test
  void an_interrupt_costs_one_compilation_at_most() throws IOException {
    var all = "package a; class One {} class Two {} class Three {}";
    assertThat(compiled("One", all, "lib", "lib")).isEmpty();
    jar("lib", "a.jar");
    assertThat(compiled("Use", "package a; class Use { One x; }", "a.jar", "out")).isEmpty();
    Thread.currentThread().interrupt();
    compiled("Use", "package a; class Use { Two x; }", "a.jar", "out");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(compiled("Use", "package a; class Use { Three x; }", "a.jar", "out")).isEmpty();
  }

  @Test
  void a_jar_that_is_gone_costs_no_compilation_without_it() throws IOException {
    assertThat(compiled("One", "class One {}", "lib", "lib")).isEmpty();
    jar("lib", "a.jar");
    assertThat(compiled("Use", "class Use { One x; }", "a.jar", "out")).isEmpty();
    Files.delete(folder.resolve("a.jar"));
    assertThat(compiled("Use", "class Use { One x; }", "lib", "out")).isEmpty();
  }

  private void jar(String classes, String file) {
    var command =
        List.of(
            "--create", "--file=" + folder.resolve(file), "-C", folder.resolve(classes) + "", ".");
    int made =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(System.out, System.err, command.toArray(String[]::new));
    assertThat(made).isZero();
  }

  @Test
  void a_folder_of_the_class_path_that_comes_later_is_seen() throws IOException {
    var use = "class Use { int x = One.one(); }";
    assertThat(compiled("Use", use, "later", "out")).isNotEmpty();
    var one = "class One { static int one() { return 1; } }";
    assertThat(compiled("One", one, "later", "later")).isEmpty();
    assertThat(compiled("Use", use, "later", "out")).isEmpty();
  }
}
