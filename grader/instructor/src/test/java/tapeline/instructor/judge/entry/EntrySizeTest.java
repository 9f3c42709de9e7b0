package tapeline.instructor.judge.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntrySizeTest {
  @TempDir Path folder;

  private static final String SOURCE =
      """
      package p;

      public class Model {
        static final class Part { int half(int number) { int result = number / 2; return result; } }

        java.io.InputStream data() { return Model.class.getResourceAsStream("/baseline/model.bin"); }

        int answer(int argument) {
          int local = new Part().half(argument) + Helper.twice(argument);
          return local;
        }
      }
      """;
  private static final String HELPER =
      "package p; class Helper { static int twice(int x) { return 2 * x; } }";
  private static final String STALE =
      "package p; class Model_Old { String unused = \"what no one names\"; }";

  private Path compiled(String name, String debug) throws IOException {
    var sources = Files.createDirectories(folder.resolve(name + "-src/p"));
    var classes = Files.createDirectories(folder.resolve(name));
    var command = new ArrayList<>(List.of(debug, "-proc:none", "-d", classes.toString()));
    for (var source : List.of(SOURCE, HELPER, STALE)) {
      var type = source.replaceFirst("(?s).*?class (\\w+).*", "$1");
      var file = Files.writeString(sources.resolve(type + ".java"), source);
      command.add(file.toString());
    }
    int code =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new));
    assertThat(code).as("compiles").isZero();
    Files.createDirectories(classes.resolve("baseline"));
    Files.write(classes.resolve("baseline/model.bin"), new byte[] {1, 2, 3});
    Files.write(classes.resolve("baseline/old.bin"), new byte[] {4, 5, 6});
    return classes;
  }

  @Test
  void what_is_there_for_debuggers_does_not_count() throws IOException {
    long with = EntrySize.of(List.of(compiled("with", "-g")), _ -> true);
    long without = EntrySize.of(List.of(compiled("without", "-g:none")), _ -> true);
    assertThat(with).as("bytes with -g, beside those with -g:none").isEqualTo(without);
  }

  @Test
  void what_no_class_names_is_not_reached() throws IOException {
    var classes = compiled("classes", "-g");
    assertThat(ReachableFiles.from("p.Model", classes))
        .as("the class, its own ones, its helper and its data; nothing that was left behind")
        .containsExactly(
            "baseline/model.bin", "p/Helper.class", "p/Model$Part.class", "p/Model.class");
  }

  @Test
  void an_archive_is_read_as_a_folder_is() throws IOException {
    var classes = compiled("classes", "-g");
    var jar = folder.resolve("classes.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        var files = Files.walk(classes)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
    assertThat(ReachableFiles.from("p.Model", jar))
        .isEqualTo(ReachableFiles.from("p.Model", classes));
  }

  @Test
  void a_main_class_that_is_not_there_is_named() throws IOException {
    var classes = compiled("classes", "-g");
    assertThatThrownBy(() -> ReachableFiles.from("p.Gone", classes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("p/Gone.class");
  }
}
