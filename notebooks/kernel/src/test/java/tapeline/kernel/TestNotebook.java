package tapeline.kernel;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.jspecify.annotations.Nullable;
import tapeline.kernel.cell.CellException;

/// A kernel without a front end.
final class TestNotebook implements AutoCloseable {
  private static final long BEFORE_INTERRUPT_MILLIS = 300;

  final Kernel kernel = new Kernel.Builder().extensionsEnabled(false).build();

  TestNotebook() {
    kernel.warmUp();
  }

  /// The value of a cell.
  @Nullable Object run(String cell) {
    kernel.threads().ready();
    return kernel.evalRaw(cell);
  }

  /// A cell's value as it is shown, in one of its forms.
  @Nullable Object shown(String cell, MIMEType form) {
    return Objects.requireNonNull(kernel.eval(cell)).getData(form);
  }

  /// The exception with which a cell fails.
  CellException failure(String cell) {
    return failure(cell, () -> run(cell));
  }

  private static CellException failure(String cell, ThrowingCallable running) {
    return Objects.requireNonNull(
        catchThrowableOfType(CellException.class, running), () -> "no failure: " + cell);
  }

  /// Returns the error as the learner reads it, without colours.
  String error(String cell) {
    return String.join("\n", failure(cell).lines()).replaceAll("\u001B\\[\\d+m", "");
  }

  /// The text that a cell prints.
  String printed(String cell) {
    var out = System.out;
    var bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      run(cell);
    } finally {
      System.setOut(out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /// The exception of a cell that is interrupted again and again until it ends.
  CellException interrupted(String cell) throws InterruptedException {
    return interrupted(cell, () -> run(cell));
  }

  /// Returns the exception of a cell that is run by `running` and interrupted until it ends.
  CellException interrupted(String cell, ThrowingCallable running) throws InterruptedException {
    var stopper =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                while (true) {
                  Thread.sleep(BEFORE_INTERRUPT_MILLIS);
                  kernel.interrupt();
                }
              } catch (InterruptedException _) {
                // the cell has ended
              }
            });
    try {
      return failure(cell, running);
    } finally {
      stopper.interrupt();
      stopper.join();
    }
  }

  /// Compiles classes of the package `lesson` into `folder` and shows them to cells.
  ///
  /// @return the variables that lost their value
  List<String> show(Path folder, String source) throws IOException {
    compile(folder, source);
    return kernel.showClasses(List.of(folder));
  }

  static void compile(Path folder, String source) throws IOException {
    var name = source.replaceFirst("public (?:class|record) (\\w+)[\\s\\S]*", "$1");
    var file = Files.createTempDirectory("lesson").resolve(name + ".java");
    Files.writeString(file, "package lesson;\n" + source);
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-d", folder.toString(), file.toString());
    Files.delete(file);
    Files.delete(file.getParent());
    if (code != 0) {
      throw new IllegalArgumentException("does not compile: " + source);
    }
  }

  @Override
  public void close() {
    kernel.onShutdown(false);
  }
}
