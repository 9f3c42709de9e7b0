package tapeline.laboratory.sample;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Where the programs of this package find their classes.
final class Samples {
  private Samples() {}

  static List<Path> classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .toList();
  }
}
