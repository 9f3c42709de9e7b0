package tapeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Three notebooks in the dialect of IJava, cell by cell, with a Maven repository in a folder.
class IJavaNotebooksTest {
  private static final MIMEType HTML = MIMEType.TEXT_HTML;

  @TempDir Path folder;

  @AutoClose private final TestNotebook notebook = new TestNotebook();

  /// `shapes` needs `numbers`; both are in the repository as `lesson:…:1.0`. Maven copies them to
  /// its own repository: another source needs another version.
  @BeforeEach
  void repository() throws IOException {
    publish("numbers", "public class Numbers { public static int twice(int n) { return 2 * n; } }");
    publish(
        "shapes",
        "public record Square(int side) { public int area() { return side * side; } }",
        "numbers");
  }

  @Test
  void a_notebook_that_takes_a_library_from_a_repository() {
    run("%mavenRepo mine " + repo());
    run("%maven lesson:shapes:1.0");
    run("import lesson.Square;\nimport lesson.Numbers;");
    run(
        """
        // the sides of four squares
        List<Square> squares = IntStream.rangeClosed(1, 4)
            .mapToObj(Square::new)
            .collect(Collectors.toList());
        """);
    assertThat(run("squares.stream().mapToInt(Square::area).sum()")).isEqualTo(30);
    assertThat(run("Numbers.twice(squares.size())")).as("what the library needs").isEqualTo(8);
    assertThat(notebook.printed("%%time\nfor (var s : squares) {\n  System.out.println(s);\n}"))
        .contains("Square[side=4]", " s, one timing");
    assertThat(notebook.shown("render(\"<b>\" + squares.size() + \"</b>\", \"text/html\")", HTML))
        .isEqualTo("<b>4</b>");
  }

  @Test
  void a_notebook_that_begins_with_a_pom() throws IOException {
    run(
        """
        %%%%loadFromPOM
        <repository>
          <id>mine</id>
          <url>%s</url>
        </repository>
        <dependency>
          <groupId>lesson</groupId>
          <artifactId>shapes</artifactId>
          <version>1.0</version>
        </dependency>
        """
            .formatted(repo()));
    run("import lesson.*;");
    run(
        """
        interface Sized { int size(); default boolean isLarge() { return size() > 10; } }
        class Tile implements Sized {
          private final Square square;
          Tile(Square square) { this.square = square; }
          @Override public int size() { return square.area(); }
        }
        enum Kind { SMALL, LARGE; static Kind of(Sized s) { return s.isLarge() ? LARGE : SMALL; } }
        """);
    run("Map<Kind, List<Integer>> kinds = new TreeMap<>();");
    run(
        """
        for (int side = 2; side < 6; side++) {
          var tile = new Tile(new Square(side));
          kinds.computeIfAbsent(Kind.of(tile), k -> new ArrayList<>()).add(tile.size());
        }
        kinds
        """);
    assertThat(run("kinds")).hasToString("{SMALL=[4, 9], LARGE=[16, 25]}");
    assertThat(notebook.error("Kind.of(null)")).contains("NullPointerException", "line 7");

    var pom = folder.resolve("pom.xml");
    Files.writeString(
        pom,
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>a</groupId><artifactId>b</artifactId><version>1</version>
          <repositories><repository><id>mine</id><url>%s</url></repository></repositories>
          <dependencies><dependency><groupId>lesson</groupId><artifactId>numbers</artifactId><version>1.0</version></dependency></dependencies>
        </project>
        """
            .formatted(repo()));
    assertThat(run("List<String> added = %loadFromPOM " + pom + "\nadded.size()")).isEqualTo(1);
  }

  @Test
  void a_notebook_with_jars_of_its_own_and_helpers_in_a_file() throws IOException {
    var jars = folder.resolve("repository/lesson");
    Files.writeString(
        folder.resolve("helpers.jshell"),
        """
        import lesson.Numbers;
        static int fourTimes(int n) { return Numbers.twice(Numbers.twice(n)); }
        static String bar(int n) { return "*".repeat(n); }
        """);
    run("List<String> added = %jars " + jars + "/numbers/1.0/*.jar");
    assertThat(run("added.size()")).isEqualTo(1);
    run("%load " + folder.resolve("helpers.jshell"));
    run("%addMavenRepo mine " + repo() + "\n%addMavenDependency lesson:shapes:1.0");
    assertThat(run("fourTimes(new lesson.Square(3).area())")).isEqualTo(36);
    run("Function<Integer, String> row = n -> bar(n) + \"\\n\";");
    assertThat(notebook.printed("for (int i : new int[] {1, 3}) System.out.print(row.apply(i));"))
        .isEqualTo("*\n***\n");
    assertThat(notebook.printed("%time fourTimes(2)")).contains(" s, one timing");
    assertThat(run("int[] squares = IntStream.range(0, 4).map(i -> i * i).toArray();\nsquares[3]"))
        .isEqualTo(9);
    assertThat(run("try { throw new IOException(\"none\"); } catch (IOException e) { }")).isNull();
  }

  private @Nullable Object run(String cell) {
    return notebook.run(cell);
  }

  private String repo() {
    return folder.resolve("repository").toUri().toString();
  }

  /// Puts a class of the package `lesson` into the repository as a jar with its pom.
  private void publish(String artifact, String source, String... needs) throws IOException {
    var classes = Files.createDirectories(folder.resolve("classes/" + artifact));
    TestNotebook.compile(classes, source);
    var place = Files.createDirectories(folder.resolve("repository/lesson/" + artifact + "/1.0"));
    var name = artifact + "-1.0";
    try (var jar = new JarOutputStream(Files.newOutputStream(place.resolve(name + ".jar")));
        var files = Files.list(classes.resolve("lesson"))) {
      for (var file : files.toList()) {
        jar.putNextEntry(new ZipEntry("lesson/" + file.getFileName()));
        Files.copy(file, jar);
      }
    }
    var dependencies = new StringBuilder();
    for (var n : needs) {
      dependencies.append(
          "<dependency><groupId>lesson</groupId><artifactId>%s</artifactId><version>1.0</version></dependency>"
              .formatted(n));
    }
    Files.writeString(
        place.resolve(name + ".pom"),
        """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>lesson</groupId><artifactId>%s</artifactId><version>1.0</version>
          <dependencies>%s</dependencies>
        </project>
        """
            .formatted(artifact, dependencies));
  }
}
