package tapeline.toolkit;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.stream.StreamSupport;

/// Class files in a folder of their own, for a JVM that is to run a class of this one: also one
/// that has no file, as JShell's and a notebook's have none.
///
/// A class file names all classes that it uses. So the folder holds some classes, what these name,
/// and so on, but for the JDK; and it stays as it is when a class is compiled anew.
public final class ClassFolder {
  private static final ClassLoader JDK = ClassLoader.getPlatformClassLoader();
  private static final String END = ".class";

  private ClassFolder() {}

  /// A temporary folder with these classes and all that they need. It is deleted when this JVM
  /// ends.
  public static Path of(Class<?>... types) throws IOException {
    var folder = ScratchFolder.of("classes").untilTheEnd().path();
    var known = new HashSet<String>();
    for (var type : types) {
      var names = new ArrayDeque<>(List.of(type.getName().replace('.', '/')));
      while (!names.isEmpty()) {
        var name = names.remove();
        if (known.add(name) && JDK.getResource(name + END) == null) {
          names.addAll(copied(name, type.getClassLoader(), folder));
        }
      }
    }
    return folder;
  }

  /// Copies a class file, and returns the classes that it names.
  private static List<String> copied(String name, ClassLoader loader, Path folder)
      throws IOException {
    try (var in = loader.getResourceAsStream(name + END)) {
      if (in == null) {
        return List.of(); // an array's, or of what was there for the compiler alone
      }
      var bytes = in.readAllBytes();
      var file = folder.resolve(name + END);
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
      var pool = ClassFile.of().parse(bytes).constantPool();
      return StreamSupport.stream(pool.spliterator(), false)
          .filter(ClassEntry.class::isInstance)
          .map(entry -> elements(((ClassEntry) entry).asInternalName()))
          .toList();
    }
  }

  /// `a/B` of `[[La/B;`, the class of an array's elements; other names as they are.
  private static String elements(String name) {
    return name.endsWith(";") ? name.substring(name.lastIndexOf('[') + 2, name.length() - 1) : name;
  }
}
