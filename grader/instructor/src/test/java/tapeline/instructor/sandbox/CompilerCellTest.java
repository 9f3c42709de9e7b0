package tapeline.instructor.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tapeline.grader.worker.Wire;

/// Compilers that end, and a disk that takes no classes. The compiler is one that knows a single
/// class and ends where it finds a file `end…`, which it deletes: by `end0` before it is ready.
class CompilerCellTest {
  private static final String COMPILER =
      """
      package tapeline.grader.worker;

      public class SourceCompiler {
        public static void main(String[] args) throws Exception {
          var wire = new Wire(System.in, System.out);
          wire.receive();
          wire.receive();
          if (new java.io.File("end0").delete()) {
            System.err.println("no memory");
            System.exit(8);
          }
          wire.send(java.util.List.of("ready"));
          while (true) {
            wire.receive();
            wire.receive();
            if (new java.io.File("end1").delete() || new java.io.File("end2").delete()) {
              System.exit(9);
            }
            wire.send(java.util.List.of("class", "a/B.class", "AAAA"));
            wire.send(java.util.List.of("done"));
          }
        }
      }
      """;

  @TempDir Path folder;
  private Path source;

  @BeforeEach
  void layOut() throws IOException {
    var package_ = Files.createDirectories(folder.resolve("runner/tapeline/grader/worker"));
    var compiler = Files.writeString(package_.resolve("SourceCompiler.java"), COMPILER);
    for (var name : List.of("Wire.class", "Wire$Forgery.class")) {
      try (var in = Wire.class.getResourceAsStream(name)) {
        Files.copy(in, package_.resolve(name));
      }
    }
    var runner = folder.resolve("runner").toString();
    var javac = ToolProvider.getSystemJavaCompiler();
    assertThat(javac.run(null, null, null, "-cp", runner, compiler.toString())).isZero();
    source = Files.writeString(folder.resolve("B.java"), "package a; class B {}");
  }

  private CompilerCell cell() {
    var sandbox = new Sandbox.Open(folder, "a test");
    return new CompilerCell(sandbox, folder.resolve("runner"), 1, List.of(), 60_000, null);
  }

  @Test
  void one_that_was_killed_is_started_again() throws IOException {
    var output = folder.resolve("classes");
    try (var cell = cell()) {
      Files.createFile(folder.resolve("end1"));
      assertThat(cell.compile(List.of(source), List.of(), output)).isEmpty();
      assertThat(output.resolve("a/B.class")).exists();
    }
  }

  @Test
  void one_that_ends_before_it_is_ready_is_no_error_of_the_source() throws IOException {
    var output = folder.resolve("classes");
    try (var cell = cell()) {
      Files.createFile(folder.resolve("end0"));
      assertThatThrownBy(() -> cell.compile(List.of(source), List.of(), output))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the compiler could not be started: no memory");
      assertThat(cell.compile(List.of(source), List.of(), output)).isEmpty();
    }
  }

  @Test
  void a_source_that_ends_two_of_them_has_an_error() throws IOException {
    try (var cell = cell()) {
      Files.createFile(folder.resolve("end1"));
      Files.createFile(folder.resolve("end2"));
      assertThat(cell.compile(List.of(source), List.of(), folder.resolve("classes")))
          .singleElement()
          .satisfies(e -> assertThat(e.message()).contains("ended on what it was given", "9"));
    }
  }

  @Test
  void classes_that_cannot_be_written_are_no_error_of_the_source() {
    try (var cell = cell()) {
      assertThat(cell.compile(List.of(source), List.of(), folder.resolve("classes"))).isEmpty();
      assertThatThrownBy(() -> cell.compile(List.of(source), List.of(), source.resolve("classes")))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageStartingWith("cannot write what was compiled: ");
    }
  }
}
