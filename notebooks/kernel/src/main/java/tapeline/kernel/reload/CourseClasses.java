package tapeline.kernel.reload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import tapeline.toolkit.ScratchFolder;

/// The course's classes as they were at one moment: to compile again, or to clean up, changes
/// nothing for the cells.
///
/// @param copy of all files, for the compiler; null when there are none
/// @param files class files by class name
/// @param others checksums of all other files, by name
public record CourseClasses(
    @Nullable ScratchFolder copy, Map<String, byte[]> files, Map<String, Long> others) {
  private static final String CLASS = ".class";

  /// Kept by the system's loader: what a stub throws is to be what the kernel knows.
  private static final String TOOLKIT = "tapeline.toolkit.";

  static final CourseClasses NONE = new CourseClasses(null, Map.of(), Map.of());

  /// Copies what is in `folders`; of two files with one name, the first.
  static CourseClasses in(List<Path> folders) {
    var files = new HashMap<String, byte[]>();
    var others = new HashMap<String, Long>();
    try {
      var copy = ScratchFolder.of("cells");
      try {
        for (var folder : folders) {
          if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("There is no folder of classes " + folder);
          }
          try (var all = Files.walk(folder)) {
            for (var file : all.filter(Files::isRegularFile).toList()) {
              copy(file, folder.relativize(file), copy.path(), files, others);
            }
          }
        }
      } catch (IOException | RuntimeException e) {
        copy.close();
        throw e;
      }
      return new CourseClasses(copy, Map.copyOf(files), Map.copyOf(others));
    } catch (IOException e) {
      throw new UncheckedIOException("The course's classes cannot be read: " + e.getMessage(), e);
    }
  }

  private static void copy(
      Path file, Path relative, Path copy, Map<String, byte[]> files, Map<String, Long> others)
      throws IOException {
    var name = relative.toString().replace('\\', '/').replace('/', '.');
    var to = copy.resolve(relative.toString());
    if (name.startsWith(TOOLKIT) || Files.exists(to)) {
      return;
    }
    var bytes = Files.readAllBytes(file);
    Files.createDirectories(to.getParent());
    Files.write(to, bytes);
    if (name.endsWith(CLASS)) {
      files.put(name.substring(0, name.length() - CLASS.length()), bytes);
    } else {
      var checksum = new CRC32();
      checksum.update(bytes);
      others.put(name, checksum.getValue());
    }
  }

  /// Returns whether code is compiled in the same way against these classes and those.
  public boolean looksLike(CourseClasses those) {
    return ClassFace.same(files, those.files);
  }

  /// The copy; null when there is none.
  public @Nullable Path folder() {
    return copy == null ? null : copy.path();
  }

  /// Deletes the copy.
  public void delete() {
    if (copy == null) {
      return;
    }
    try {
      copy.close();
    } catch (IOException _) {
      // Windows keeps what is open; the next kernel deletes it.
    }
  }
}
