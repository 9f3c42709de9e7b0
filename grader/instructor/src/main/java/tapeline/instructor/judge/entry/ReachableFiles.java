package tapeline.instructor.judge.entry;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The files of a folder or an archive that a class needs: the classes that it names, those that
/// these name, and the resources whose whole name one of them has as a string, for example
/// `"/baseline/digits.bin"`.
///
/// No class names what a build left behind when its source was deleted.
final class ReachableFiles {
  private static final String CLASS = ".class";

  private ReachableFiles() {}

  /// Their names in `place`, for example `tapeline/competition/baseline/DigitsModel.class`.
  ///
  /// @param type the class to begin with, for example `tapeline.competition.baseline.DigitsModel`
  /// @throws IOException when `place` has no such class
  static Set<String> from(String type, Path place) throws IOException {
    if (Files.isDirectory(place)) {
      return in(place, type);
    }
    try (FileSystem system = FileSystems.newFileSystem(place)) {
      return in(system.getPath("/"), type);
    }
  }

  private static Set<String> in(Path root, String type) throws IOException {
    var names = new TreeSet<String>();
    var next = new ArrayDeque<String>();
    var first = type.replace('.', '/') + CLASS;
    if (!Files.isRegularFile(root.resolve(first))) {
      throw new IOException(
          "an entrant has its main class, got no %s in %s".formatted(first, root));
    }
    next.add(first);
    while (!next.isEmpty()) {
      var name = next.remove();
      if (Files.isRegularFile(root.resolve(name)) && names.add(name) && name.endsWith(CLASS)) {
        for (var constant : ClassFile.of().parse(root.resolve(name)).constantPool()) {
          named(constant).ifPresent(next::add);
        }
      }
    }
    return names;
  }

  private static Optional<String> named(PoolEntry constant) {
    return switch (constant) {
      case ClassEntry c ->
          Optional.of(
              c.asInternalName().replaceFirst("^\\[+L?", "").replaceFirst(";$", "") + CLASS);
      case StringEntry s when s.stringValue().matches("/[\\w/.-]+") ->
          Optional.of(s.stringValue().substring(1));
      default -> Optional.empty();
    };
  }
}
