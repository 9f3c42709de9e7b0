package tapeline.instructor.homework;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tapeline.grader.worker.SealedWorker;

/// A Java whose module `jdk.management` can neither look into the heap nor change flags, and that
/// can be told in another way to deny native access.
///
/// Tests count the bytes that code allocates, which needs the module. Its diagnostic beans would
/// write the heap to a file, and with it the secret that seals a run. With the option
/// `--illegal-native-access=deny` the JVM would take its modules from no archive, which costs each
/// start 0.2 s of a processor.
/*
 * Java looks a native method up in its library by its name. With another name there, the method is
 * missing: an UnsatisfiedLinkError for its caller. Nothing is said on the command line, so
 * the archives of classes stay usable: --patch-module would switch them off. The option for native
 * access is handed on as a property whose name no -D may have; with dashes for dots it may.
 */
final class Disarmed {
  private static final Path LIBRARY = Path.of("lib", "libmanagement_ext.so");
  private static final String PREFIX = "Java_com_sun_management_internal_";
  private static final List<String> CLASSES =
      List.of("HotSpotDiagnostic", "DiagnosticCommandImpl", "Flag");
  private static final byte OTHER = 'X';
  private static final Path MODULES = Path.of("lib", "modules");
  private static final String PROPERTY = "jdk.module.illegal.native.access";

  /// The flag that denies native access to all code.
  static final String NO_NATIVE_ACCESS = "-D" + SealedWorker.NATIVE_ACCESS + "=deny";

  private Disarmed() {}

  /// Disarms the Java in the folder `image`. Where there is no bubblewrap its beans stay as they
  /// are: code that has its user's rights needs no heap dump.
  ///
  /// @throws IllegalStateException when a class to disarm has no native methods there, or the
  ///   property of native access is not named once
  static void in(Path image) throws IOException {
    rename(image.resolve(MODULES));
    var library = image.resolve(LIBRARY);
    if (!System.getProperty("os.name").equals("Linux")) {
      return;
    }
    var bytes = Files.readAllBytes(library);
    for (var name : CLASSES) {
      if (rename(bytes, (PREFIX + name + "_").getBytes(StandardCharsets.US_ASCII)) == 0) {
        throw new IllegalStateException(
            "the native methods of %s are to be disarmed, and %s has none"
                .formatted(name, LIBRARY));
      }
    }
    write(library, bytes);
  }

  /// Renames the property in the class that reads it.
  private static void rename(Path modules) throws IOException {
    var bytes = Files.readAllBytes(modules);
    // Letters and digits of one byte each: a text of these is found where its bytes are.
    var text = new String(bytes, StandardCharsets.ISO_8859_1);
    int at = text.indexOf(PROPERTY);
    if (at < 0 || text.indexOf(PROPERTY, at + 1) >= 0) {
      throw new IllegalStateException(
          "%s is to be renamed, and %s does not name it once".formatted(PROPERTY, MODULES));
    }
    var renamed = SealedWorker.NATIVE_ACCESS.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(renamed, 0, bytes, at, PROPERTY.length());
    write(modules, bytes);
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    file.toFile().setWritable(true);
    Files.write(file, bytes);
  }

  /// Changes the first letter of every name that begins like this; says how many.
  private static int rename(byte[] library, byte[] prefix) {
    int renamed = 0;
    for (int i = 0; i + prefix.length <= library.length; i++) {
      int n = 0;
      while (n < prefix.length && library[i + n] == prefix[n]) {
        n++;
      }
      if (n == prefix.length) {
        library[i] = OTHER;
        renamed++;
      }
    }
    return renamed;
  }
}
