package tapeline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Three notebooks in the dialect of IJava, cell by cell, with a Maven repository in a folder.
class IJavaNotebooksTest {
  private static final MIMEType HTML = MIMEType.TEXT_HTML;

  @TempDir Path folder;

  @AutoClose private final TestNotebook notebook = new TestNotebook();

  /// `shapes` needs `numbers`; both are in the repository as `lesson:…:1.0`. Maven copies them to
  /// its own repository: another source needs another version.
  @BeforeEach
  void repository() throws IOException {
    publish(
        "numbers",
        "public class Numbers { public static int twice(int n) { return 2 * n; } }",
        "1.0");
    publish(
        "shapes",
        "public record Square(int side) { public int area() { return side * side; } }",
        "1.0",
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

  @ParameterizedTest
  @ValueSource(
      strings = {"1.0:small", "jar:small:1.0", "jar::1.0", "jar:1.0"}) // the first is not IJava's
  void a_coordinate_may_have_a_type_and_a_classifier(String rest) throws IOException {
    var small = folder.resolve("repository/lesson/numbers/1.0/numbers-1.0-small.jar");
    Files.copy(small.resolveSibling("numbers-1.0.jar"), small);
    run("%mavenRepo mine " + repo());

    run("List<String> added = %maven lesson:numbers:" + rest);

    assertThat(run("added.size()")).isEqualTo(1);
    assertThat(run("added.getFirst()"))
        .asString()
        .endsWith(rest.contains("small") ? "numbers-1.0-small.jar" : "numbers-1.0.jar");
    assertThat(run("lesson.Numbers.twice(2)")).isEqualTo(4);
  }

  @Test
  void of_two_versions_the_first_stays_and_both_are_named() throws IOException {
    publish("numbers", "public class Numbers { public static int thrice; }", "1.1");
    run("%mavenRepo mine " + repo());
    run("%maven lesson:numbers:1.0");

    assertThat(notebook.printed("%maven lesson:numbers:1.1"))
        .isEqualTo("numbers-1.1.jar is left out: cells have numbers-1.0.jar\n");
    assertThat(run("lesson.Numbers.twice(2)")).isEqualTo(4);
    assertThat(notebook.error("lesson.Numbers.thrice")).contains("cannot find symbol");
  }

  /// Does what notebooks on GitHub do: a way to show a type, commands of their own, and a shell.
  @Test
  void a_notebook_that_speaks_to_its_kernel() throws IOException {
    run(
        """
        import io.github.spencerpark.ijava.IJava;
        import io.github.spencerpark.jupyter.kernel.display.mime.MIMEType;
        import io.github.spencerpark.jupyter.kernel.magic.common.Shell;
        import static io.github.spencerpark.ijava.runtime.Display.*;
        record Bold(String text) {}
        IJava.getKernelInstance().getRenderer()
            .createRegistration(Bold.class)
            .preferring(MIMEType.TEXT_HTML)
            .register((bold, ctx) ->
                ctx.renderIfRequested(MIMEType.TEXT_HTML, () -> "<b>" + bold.text() + "</b>"));
        """);
    assertThat(notebook.shown("new Bold(\"so\")", HTML)).isEqualTo("<b>so</b>");
    run(
        """
        var magics = getKernelInstance().getMagics();
        magics.registerMagics(Shell.class);
        magics.registerLineMagic("join", words -> String.join("-", words));
        magics.registerCellMagic("count", (words, body) -> words.size() + body.length());
        """);
    assertThat(run("%sh printf %s\\n a b")).isEqualTo(List.of("a", "b"));
    assertThat(run("%join a b")).isEqualTo("a-b");
    assertThat(run("%%count x\nfour")).isEqualTo(5);
    assertThat(run("magics.applyLineMagic(\"join\", List.of(\"c\"))")).isEqualTo("c");
    assertThat(run("IJava.getKernelInstance().evalRaw(\"int five = 5; five + 1\")")).isEqualTo(6);
    assertThat(run("IJava.getKernelInstance().eval(\"five\").getData(MIMEType.TEXT_PLAIN)"))
        .isEqualTo("5");
    var jar = folder.resolve("repository/lesson/numbers/1.0/numbers-1.0.jar");
    run("IJava.getKernelInstance().addToClasspath(\"" + jar + "\");");
    assertThat(run("lesson.Numbers.twice(five)")).isEqualTo(10);
  }

  private @Nullable Object run(String cell) {
    return notebook.run(cell);
  }

  private String repo() {
    return folder.resolve("repository").toUri().toString();
  }

  /// Puts a class of the package `lesson` into the repository as a jar with its pom.
  private void publish(String artifact, String source, String version, String... needs)
      throws IOException {
    var classes = Files.createDirectories(folder.resolve("classes/" + artifact));
    TestNotebook.compile(classes, source);
    var place =
        Files.createDirectories(folder.resolve("repository/lesson/" + artifact + "/" + version));
    var name = artifact + "-" + version;
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
          <groupId>lesson</groupId><artifactId>%s</artifactId><version>%s</version>
          <dependencies>%s</dependencies>
        </project>
        """
            .formatted(artifact, version, dependencies));
  }
}
