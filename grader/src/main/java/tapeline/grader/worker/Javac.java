package tapeline.grader.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/// The JDK's compiler, in this process: a worker's, or that of a notebook's kernel.
public final class Javac {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
  private static final List<String> OPTIONS =
      List.of("-proc:none", "-g", "-parameters", "-Xlint:none", "-nowarn", "-implicit:none");

  private Javac() {}

  /// Compiles `sources` into `output`, whose earlier content is gone afterwards.
  ///
  /// @return a frame an error: `error`, file, line, column, message
  public static List<List<String>> compile(List<Path> sources, List<Path> classPath, String output)
      throws IOException {
    var out = Path.of(output);
    empty(out);
    var errors = new ArrayList<List<String>>();
    if (sources.isEmpty()) {
      return errors;
    }
    try (var files = COMPILER.getStandardFileManager(null, Locale.ROOT, UTF_8)) {
      files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
      files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(out));
      COMPILER
          .getTask(
              null,
              files,
              d -> {
                if (d.getKind() == Diagnostic.Kind.ERROR) {
                  errors.add(frame(d));
                }
              },
              OPTIONS,
              null,
              files.getJavaFileObjectsFromPaths(sources))
          .call();
    }
    return errors;
  }

  private static List<String> frame(Diagnostic<? extends JavaFileObject> d) {
    var source = d.getSource();
    return List.of(
        "error",
        source == null ? "" : source.getName(),
        Long.toString(d.getLineNumber()),
        Long.toString(d.getColumnNumber()),
        d.getMessage(Locale.ROOT));
  }

  private static void empty(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (var s = Files.walk(folder)) {
        for (var p : s.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(p);
        }
      }
    }
    Files.createDirectories(folder);
  }
}
