package tapeline.laboratory.packing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import tapeline.toolkit.Sha256;

/// The files of a program, by name: a small jar that can be kept, and run again.
///
/// Which classes belong to it, the classes say: each names those that it uses (JVM specification,
/// §4.4.1). So what was measured is kept, and its [#hash] changes when that changes, and not with
/// the rest of a class path.
public final class PackedProgram {
  private static final LocalDateTime NO_DATE = LocalDateTime.of(1980, 1, 1, 0, 0);
  private static final String CLASS = ".class";

  private final SortedMap<String, byte[]> files;

  private PackedProgram(SortedMap<String, byte[]> files) {
    this.files = files;
  }

  /// What these classes reach on a class path, the JDK's left out; and the files beside them that
  /// are no classes. What a class finds by a name that it puts together is not followed.
  ///
  /// @param left classes that are left out, and not looked into, by names like `java.lang.String`
  /// @throws IllegalArgumentException when a root is not on the class path
  public static PackedProgram of(List<Path> classPath, List<String> roots, Predicate<String> left)
      throws IOException {
    var files = new TreeMap<String, byte[]>();
    try (var path = new ClassRoots(classPath)) {
      reach(path::read, roots, left, files);
      path.addUsed(files, name -> !name.endsWith(CLASS));
    }
    return new PackedProgram(files);
  }

  /// All files of the folders and jars from which a loaded class reaches something: larger, and
  /// nothing is missing that is found by a name that is put together.
  public static PackedProgram whole(Class<?> root) throws IOException {
    var path = new LinkedHashSet<Path>();
    reach(
        file -> {
          var url = root.getClassLoader().getResource(file);
          if (url == null || url.getProtocol().equals("jrt")) {
            return null;
          }
          path.add(ClassRoots.rootOf(url, file));
          try (var in = url.openStream()) {
            return in.readAllBytes();
          }
        },
        List.of(root.getName()),
        _ -> false,
        new TreeMap<>());
    var files = new TreeMap<String, byte[]>();
    try (var roots = new ClassRoots(List.copyOf(path))) {
      roots.addFiles(files, _ -> true);
    }
    return new PackedProgram(files);
  }

  /// Where files are found by name: null where there is none.
  private interface Source {
    byte @Nullable [] read(String file) throws IOException;
  }

  private static void reach(
      Source source, List<String> roots, Predicate<String> left, SortedMap<String, byte[]> files)
      throws IOException {
    var open = new ArrayDeque<>(roots);
    while (!open.isEmpty()) {
      var type = open.pop();
      if (files.containsKey(file(type)) || left.test(type)) {
        continue;
      }
      byte[] bytes = source.read(file(type));
      if (bytes != null) {
        files.put(file(type), bytes);
        open.addAll(used(bytes));
      } else if (roots.contains(type)) {
        throw new IllegalArgumentException(
            "a program's class is on its class path, and %s is not".formatted(type));
      }
    }
  }

  /// The files of a jar that [#write] wrote.
  ///
  /// @throws IOException when it is no jar, or a broken one
  public static PackedProgram read(Path jar) throws IOException {
    try (var in = Files.newInputStream(jar)) {
      return read(in);
    }
  }

  /// The same from a stream.
  public static PackedProgram read(InputStream jar) throws IOException {
    var files = new TreeMap<String, byte[]>();
    try (var zip = new ZipInputStream(jar, UTF_8)) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        files.put(entry.getName(), zip.readAllBytes());
      }
    }
    return new PackedProgram(files);
  }

  /// The classes that a class names, arrays by their elements.
  private static List<String> used(byte[] type) {
    var names = new ArrayList<String>();
    for (var entry : ClassFile.of().parse(type).constantPool()) {
      if (entry instanceof ClassEntry c) {
        var element = c.asInternalName().replaceFirst("^\\[+L?", "").replaceFirst(";$", "");
        names.add(element.replace('/', '.'));
      }
    }
    return names;
  }

  private static String file(String type) {
    return type.replace('.', '/') + CLASS;
  }

  /// Its files by their names.
  public SortedMap<String, byte[]> files() {
    return files;
  }

  /// SHA-256 of the names and contents, in hexadecimal digits: two programs with one hash are the
  /// same, however they were packed.
  public String hash() {
    var sha = Sha256.digest();
    files.forEach((name, bytes) -> {
      byte[] text = name.getBytes(UTF_8);
      sha.update(ByteBuffer.allocate(8).putInt(text.length).putInt(bytes.length).flip());
      sha.update(text);
      sha.update(bytes);
    });
    return HexFormat.of().formatHex(sha.digest());
  }

  /// Writes a jar: the same files, the same bytes.
  public void write(Path jar) throws IOException {
    Files.write(jar, jar());
  }

  /// The jar that [#write] writes.
  public byte[] jar() throws IOException {
    return jar(files);
  }

  /// A jar of these files, the same bytes each time.
  public static byte[] jar(SortedMap<String, byte[]> files) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(bytes, UTF_8)) {
      for (var file : files.entrySet()) {
        var entry = new ZipEntry(file.getKey());
        entry.setTimeLocal(NO_DATE);
        out.putNextEntry(entry);
        out.write(file.getValue());
        out.closeEntry();
      }
    }
    return bytes.toByteArray();
  }
}
