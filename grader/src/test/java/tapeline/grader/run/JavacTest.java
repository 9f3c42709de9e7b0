package tapeline.grader.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  void a_folder_of_the_class_path_that_comes_later_is_seen() throws IOException {
    var use = "class Use { int x = One.one(); }";
    assertThat(compiled("Use", use, "later", "out")).isNotEmpty();
    var one = "class One { static int one() { return 1; } }";
    assertThat(compiled("One", one, "later", "later")).isEmpty();
    assertThat(compiled("Use", use, "later", "out")).isEmpty();
  }
}
