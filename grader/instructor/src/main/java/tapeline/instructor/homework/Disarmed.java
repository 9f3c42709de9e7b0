package tapeline.instructor.homework;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A Java whose module `jdk.management` can neither look into the heap nor change flags.
///
/// Tests count the bytes that code allocates, which needs the module. Its diagnostic beans would
/// write the heap to a file, and with it the secret that seals a run.
/*
 * Java looks a native method up in its library by its name. With another name there, the method is
 * missing: an UnsatisfiedLinkError for its caller. Nothing is said on the command line, so
 * the archives of classes stay usable: --patch-module would switch them off.
 */
final class Disarmed {
  private static final Path LIBRARY = Path.of("lib", "libmanagement_ext.so");
  private static final String PREFIX = "Java_com_sun_management_internal_";
  private static final List<String> CLASSES =
      List.of("HotSpotDiagnostic", "DiagnosticCommandImpl", "Flag");
  private static final byte OTHER = 'X';

  private Disarmed() {}

  /// Disarms the Java in the folder `image`. Where there is no bubblewrap it stays as it is: code
  /// that has its user's rights needs no heap dump.
  ///
  /// @throws IllegalStateException when a class to disarm has no native methods there
  static void in(Path image) throws IOException {
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
    library.toFile().setWritable(true);
    Files.write(library, bytes);
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
