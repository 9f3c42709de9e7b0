package tapeline.laboratory.packing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import tapeline.toolkit.Sha256;

/// The files of a program, by name: a small jar that can be kept, and run again.
///
/// Which classes belong to it, the classes say: each names those that it uses (JVM specification,
/// §4.4.1). So what was measured is kept, and its [#hash] changes when that changes, and not with
/// the rest of a class path.
public record PackedProgram(SortedMap<String, byte[]> files) {
  private static final LocalDateTime NO_DATE = LocalDateTime.of(1980, 1, 1, 0, 0);
  private static final String CLASS = ".class";

  /// Names of files that belong to a jar and not to the program in it.
  private static final String IGNORED =
      "META-INF/MANIFEST\\.MF|META-INF/[^/]+\\.(SF|DSA|RSA)|(.*/)?module-info\\.class";

  /// All classes that the roots reach on a class path but the JDK's; and the files beside them that
  /// are no classes. What a class finds by a name that it puts together is not followed.
  ///
  /// @param left classes that are left out, and not looked into, by names like `java.lang.String`
  /// @throws IllegalArgumentException when a root is not on the class path
  public static PackedProgram of(List<Path> classPath, List<String> roots, Predicate<String> left)
      throws IOException {
    var urls = new ArrayList<URL>();
    for (var place : classPath) {
      urls.add(place.toUri().toURL());
    }
    try (var loader =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      var files = new TreeMap<String, byte[]>();
      var places = reach(loader, roots, left, files);
      addFiles(files, places, name -> !name.endsWith(CLASS));
      return new PackedProgram(files);
    }
  }

  /// All files of the folders and jars from which a loaded class reaches something: larger, and
  /// nothing is missing that is found by a name that is put together.
  public static PackedProgram whole(Class<?> root) throws IOException {
    var places = reach(root.getClassLoader(), List.of(root.getName()), _ -> false, new TreeMap<>());
    var files = new TreeMap<String, byte[]>();
    addFiles(files, places, _ -> true);
    return new PackedProgram(files);
  }

  /// Adds the classes that are reached to `files`; the folders and jars in which they were found.
  private static Set<Path> reach(
      ClassLoader loader, List<String> roots, Predicate<String> left, SortedMap<String, byte[]> to)
      throws IOException {
    var places = new LinkedHashSet<Path>();
    var open = new ArrayDeque<>(roots);
    while (!open.isEmpty()) {
      var type = open.pop();
      var file = type.replace('.', '/') + CLASS;
      if (to.containsKey(file) || left.test(type)) {
        continue;
      }
      var url = loader.getResource(file);
      if (url != null && !url.getProtocol().equals("jrt")) {
        var connection = url.openConnection();
        connection.setUseCaches(false); // a jar stays open in the cache
        try (var in = connection.getInputStream()) {
          byte[] bytes = in.readAllBytes();
          to.put(file, bytes);
          open.addAll(used(bytes));
        }
        var place =
            connection instanceof JarURLConnection jar
                ? jar.getJarFileURL().toString()
                : url.toString().substring(0, url.toString().length() - file.length());
        places.add(Path.of(URI.create(place)));
      } else if (roots.contains(type)) {
        throw new IllegalArgumentException(
            "a program's class is on its class path, and %s is not".formatted(type));
      }
    }
    return places;
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

  /// Adds the files that `kept` likes; of two with one name the first, as a class loader finds it.
  private static void addFiles(
      SortedMap<String, byte[]> files, Collection<Path> places, Predicate<String> kept)
      throws IOException {
    for (var place : places) {
      if (Files.isDirectory(place)) {
        addFiles(files, place, kept);
      } else {
        try (var jar = FileSystems.newFileSystem(place)) {
          addFiles(files, jar.getPath("/"), kept);
        }
      }
    }
  }

  private static void addFiles(SortedMap<String, byte[]> files, Path root, Predicate<String> kept)
      throws IOException {
    try (var walk = Files.walk(root)) {
      for (var file : walk.filter(Files::isRegularFile).toList()) {
        var name = root.relativize(file).toString().replace('\\', '/');
        if (kept.test(name) && !name.matches(IGNORED) && !files.containsKey(name)) {
          files.put(name, Files.readAllBytes(file));
        }
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

  /// Reads a packed program from a stream.
  public static PackedProgram read(InputStream jar) throws IOException {
    var files = new TreeMap<String, byte[]>();
    try (var zip = new ZipInputStream(jar, UTF_8)) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        files.put(entry.getName(), zip.readAllBytes());
      }
    }
    return new PackedProgram(files);
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

  /// Writes [#jar].
  public void write(Path jar) throws IOException {
    Files.write(jar, jar());
  }

  /// A jar: the same files, the same bytes.
  public byte[] jar() throws IOException {
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
