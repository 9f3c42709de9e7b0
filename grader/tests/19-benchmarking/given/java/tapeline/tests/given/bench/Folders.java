package tapeline.tests.given.bench;

import java.net.URISyntaxException;
import java.nio.file.Path;

/// Finds the folders of classes, for the class paths of JVMs.
final class Folders {
  private Folders() {}

  static Path of(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
