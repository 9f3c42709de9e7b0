package tapeline.grader.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The files of the repository as they lie on the disk, without what is built or kept of a learner.
record Checkout(Path root) {
  private static final Set<String> BUILT =
      Set.of("target", "node_modules", ".git", ".ipynb_checkpoints", ".idea", ".vscode");

  /// The files below `name`, or that file itself, sorted; none where there is nothing.
  List<Path> files(String name) {
    var found = new ArrayList<Path>();
    var from = root.resolve(name);
    if (!Files.exists(from)) {
      return found;
    }
    try {
      Files.walkFileTree(
          from,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return BUILT.contains("" + folder.getFileName())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (!file.getFileName().toString().startsWith(".progress.json")) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.sort(null);
    return found;
  }

  /// The file's path from the root, with `/` on every system.
  String name(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  /// The names of all Java files that are written by hand: modules with exercises are generated.
  List<String> javaFiles() {
    return files("").stream()
        .map(this::name)
        .filter(n -> n.endsWith(".java") && !n.matches("modules/(?!00)\\d\\d-.*"))
        .toList();
  }
}
