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
import tapeline.kernel.reload.CourseClasses;
import tapeline.kernel.reload.Library;
import tapeline.kernel.reload.Reload;

/// The class path of cells, for the compiler and at run time: the course's classes, libraries that
/// cells have added, and the kernel's own class path.
///
/// The compiler keeps its reading of the class path as long as the course's classes differ in
/// bodies of methods at most: reading is most of the work of a cell.
final class CellClassPath {
  private final JShell shell;
  private final StandardJavaFileManager files;
  private final Library library;
  private final CellRunner runner;
  private CourseClasses read;

  /// @param files the compiler's view
  /// @param runner has the view of the running code
  CellClassPath(JShell shell, StandardJavaFileManager files, Library library, CellRunner runner) {
    this.shell = shell;
    this.files = files;
    this.library = library;
    this.runner = runner;
    this.read = runner.generation().course();
  }

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
    if (!runner.generation().course().looksLike(read)) {
      renewCompiler();
    }
    if (!reload.old().equals(read)) {
      reload.old().delete();
    }
    return reload.lost();
  }

  /// The compiler forgets what it has read when its path grows; then it is given the real one.
  private void renewCompiler() {
    var before = read;
    read = runner.generation().course();
    var path =
        Stream.of(
                Stream.ofNullable(read.folder()),
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
    if (!before.equals(read)) {
      before.delete();
    }
  }

  /// Deletes what was written.
  void close() {
    read.delete();
    runner.generation().course().delete();
  }
}
