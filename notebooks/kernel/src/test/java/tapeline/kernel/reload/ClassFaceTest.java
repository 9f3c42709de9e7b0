package tapeline.kernel.reload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassFaceTest {
  private static final String SHAPE =
      """
      class Shape {
        static final int SIDES = 4;
        int area(int side) { return side * side; }
        record Corner(int x, int y) {}
      }
      """;

  @TempDir private Path folder;

  private Map<String, byte[]> compiled(String text) throws IOException {
    var output = Files.createTempDirectory(folder, "classes");
    var source = Files.writeString(output.resolve("Shape.java"), text);
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, Locale.ROOT, UTF_8)) {
      var options = List.of("-d", output.toString());
      var task =
          compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(source));
      assertThat(task.call()).as(text).isTrue();
    }
    var classes = new HashMap<String, byte[]>();
    try (var all = Files.list(output)) {
      for (var file : all.filter(p -> p.toString().endsWith(".class")).toList()) {
        classes.put(file.getFileName().toString().replace(".class", ""), Files.readAllBytes(file));
      }
    }
    return classes;
  }

  private boolean sameWhen(String from, String to) throws IOException {
    assertThat(SHAPE).contains(from);
    return ClassFace.same(compiled(SHAPE), compiled(SHAPE.replace(from, to)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "side * side|side + side",
        "return side * side|return java.util.stream.IntStream.of(side).map(s -> s * side).sum()",
        "return side * side|return new Object() { int twice() { return side; } }.twice()"
      })
  void what_only_a_body_has_does_not_show(String from, String to) throws IOException {
    assertThat(sameWhen(from, to)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SIDES = 4|SIDES = 5", // compilers copy a constant's value
        "area(int side)|area(short side)",
        "int area|long area",
        "int area(int side)|int area(int side) throws java.io.IOException",
        "int x, int y|int x, int z",
        "class Shape|final class Shape",
        "class Shape|class Shape implements java.io.Serializable",
        "record Corner(int x, int y) {}|"
      })
  void what_another_class_is_compiled_against_shows(String from, String to) throws IOException {
    assertThat(sameWhen(from, to == null ? "" : to)).isFalse();
  }

  @Test
  void a_class_more_shows() throws IOException {
    assertThat(sameWhen("class Shape {", "class Ring {}\nclass Shape {")).isFalse();
  }
}
