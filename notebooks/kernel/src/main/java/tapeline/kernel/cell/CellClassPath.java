package tapeline.kernel.cell;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import jdk.jshell.JShell;
import tapeline.kernel.reload.Library;
import tapeline.kernel.reload.Reload;

/// The class path of cells, for the compiler and at run time: the course's classes, libraries that
/// cells have added, and the kernel's own class path.
///
/// @param files the compiler's view
/// @param runner has the view of the running code
record CellClassPath(
    JShell shell, StandardJavaFileManager files, Library library, CellRunner runner) {

  /// Adds a jar or a folder.
  void add(Path path) {
    library.add(path);
    renewCompiler();
  }

  /// Has cells see the course's classes in these folders as they are now.
  ///
  /// @return the names of the variables that lost their value
  Set<String> show(List<Path> folders) {
    var reload = Reload.of(runner.generation(), folders);
    runner.use(reload.now());
    renewCompiler();
    reload.old().delete();
    return reload.lost();
  }

  /// The compiler forgets what it has read when its path grows; then it is given the real one.
  private void renewCompiler() {
    var path =
        Stream.of(
                Stream.ofNullable(runner.generation().course().folder()),
                library.paths().stream(),
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(Path::of))
            .flatMap(p -> p)
            .toList();
    shell.addToClasspath(path.getFirst().toString());
    try {
      files.setLocationFromPaths(StandardLocation.CLASS_PATH, path);
    } catch (IOException e) {
      throw new UncheckedIOException("The compiler cannot use " + path, e);
    }
  }

  /// Deletes what was written.
  void close() {
    runner.generation().course().delete();
  }
}
