package tapeline.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

/// The kernel's class path: Maven's, with a jar in place of each class folder, so that a kernel
/// that runs keeps its classes while Maven compiles others.
record ClassPath(List<Path> jars) {

  /// Packs the folders of `classPath` into `library`. A jar whose folder has not changed keeps its
  /// file, which Windows would not replace while a kernel runs from it.
  static ClassPath packed(String classPath, Path library) throws IOException {
    Files.createDirectories(library);
    var jars = new ArrayList<Path>();
    for (var entry : classPath.split(File.pathSeparator, -1)) {
      var path = Path.of(entry).toAbsolutePath();
      if (Files.isDirectory(path)) {
        jars.add(pack(path, library.resolve(project(path) + ".jar")));
      } else if (Files.exists(path)) {
        jars.add(path);
      }
    }
    return new ClassPath(List.copyOf(jars));
  }

  /// `grader` of `…/grader/target/classes`.
  private static String project(Path classes) {
    return String.valueOf(classes.getName(classes.getNameCount() - 3));
  }

  private static Path pack(Path classes, Path jar) throws IOException {
    var fresh = jar.resolveSibling(jar.getFileName() + "." + ProcessHandle.current().pid());
    int code =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "--create",
                "--no-manifest",
                "--date=1980-01-01T00:00:02Z", // the same classes make the same bytes
                "--file=" + fresh,
                "-C",
                classes.toString(),
                ".");
    if (code != 0) {
      throw new IOException("jar ended with %d for %s".formatted(code, classes));
    }
    if (Files.exists(jar) && Files.mismatch(fresh, jar) < 0) {
      Files.delete(fresh);
    } else {
      try {
        Files.move(fresh, jar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } catch (AccessDeniedException e) { // Windows replaces no file that a process has open
        Files.delete(fresh);
        throw new IOException("%s is in use: end the notebooks that run".formatted(jar), e);
      }
    }
    return jar;
  }

  /// Returns the class path in the form that `-classpath` takes.
  @Override
  public String toString() {
    return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
