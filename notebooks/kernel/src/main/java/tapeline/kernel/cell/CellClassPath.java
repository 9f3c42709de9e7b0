package tapeline.kernel.cell;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import jdk.jshell.JShell;
import tapeline.grader.run.Classes;
import tapeline.kernel.reload.CourseClasses;
import tapeline.kernel.reload.Library;
import tapeline.kernel.reload.Reload;

/// The class path of cells, for the compiler and at run time: the course's classes, libraries that
/// cells have added, and the kernel's own class path.
///
/// The compiler keeps its reading of the class path as long as the course's classes differ in
/// bodies of methods at most: reading is most of the work of a cell.
final class CellClassPath {
  /// The kernel's own.
  static final List<Path> KERNELS =
      Stream.of(Classes.OWN_PATH.split(File.pathSeparator)).map(Path::of).toList();

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

  /// Adds jars and folders.
  ///
  /// @return what is left out, and why, in a line each
  List<String> add(List<Path> paths) {
    var leftOut = library.add(paths);
    renewCompiler();
    return leftOut;
  }

  /// Lets cells see the course's classes that are in these folders at this moment.
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
    var libraries = new ArrayList<>(library.paths());
    libraries.addAll(KERNELS);
    var path = Stream.concat(Stream.ofNullable(read.folder()), libraries.stream()).toList();
    System.setProperty(
        "java.class.path",
        libraries.stream().map(Path::toString).collect(joining(File.pathSeparator)));
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

  /// Deletes what was written, and leaves the JVM the class path that it had.
  void close() {
    System.setProperty("java.class.path", Classes.OWN_PATH);
    read.delete();
    runner.generation().course().delete();
  }
}
