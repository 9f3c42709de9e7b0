package tapeline.instructor.judge.entry;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/// The bytes of an entry: its classes, without what is there for debuggers alone, and its files,
/// compressed together in the order of their names (Deflate, level 9).
final class EntrySize {
  private static final String CLASS = ".class";

  private EntrySize() {}

  /// Returns the size of the files in these folders and archives.
  static long of(Iterable<Path> places, Predicate<String> counts) throws IOException {
    var files = new TreeMap<String, byte[]>();
    for (var place : places) {
      if (Files.isDirectory(place)) {
        add(place, counts, files);
      } else {
        try (var system = FileSystems.newFileSystem(place)) {
          add(system.getPath("/"), counts, files);
        }
      }
    }
    return compressed(files);
  }

  private static void add(Path root, Predicate<String> counts, Map<String, byte[]> to)
      throws IOException {
    try (var all = Files.walk(root)) {
      for (var file : all.filter(Files::isRegularFile).toList()) {
        var name = root.relativize(file).toString().replace('\\', '/');
        if (counts.test(name)) {
          byte[] bytes = Files.readAllBytes(file);
          to.put(name, name.endsWith(CLASS) ? withoutDebug(bytes) : bytes);
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /// The class without names of sources, numbers of lines, and names of variables; its constants
  /// are written anew, so that these names are no longer among them.
  private static byte[] withoutDebug(byte[] bytes) {
    var context =
        ClassFile.of(
            ClassFile.DebugElementsOption.DROP_DEBUG,
            ClassFile.LineNumbersOption.DROP_LINE_NUMBERS,
            ClassFile.ConstantPoolSharingOption.NEW_POOL);
    return context.transformClass(
        context.parse(bytes),
        (builder, element) -> {
          if (!(element instanceof java.lang.classfile.attribute.SourceFileAttribute)) {
            builder.with(element);
          }
        });
  }

  private static long compressed(SortedMap<String, byte[]> files) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    try (var out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
      for (var file : files.entrySet()) {
        out.writeUTF(file.getKey());
        out.writeInt(file.getValue().length);
        out.write(file.getValue());
      }
    } finally {
      deflater.end();
    }
    return bytes.size();
  }
}
