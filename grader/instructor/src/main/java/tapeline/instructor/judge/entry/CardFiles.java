package tapeline.instructor.judge.entry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tapeline.instructor.sandbox.Limits;

/// The parts of a system that NVIDIA's driver needs to use its cards: a cell with a card has them,
/// and all that a cell without has.
final class CardFiles {
  private static final Path DEV = Path.of("/dev");

  /// `/proc` and `/sys` say which cards there are; the others are where the driver's library may
  /// lie beside the usual folders.
  private static final List<String> READABLE =
      List.of("/proc", "/sys", "/usr/lib/wsl", "/usr/local/nvidia");

  private CardFiles() {}

  /// The nodes of all cards, and of WSL's; none where there is no driver.
  static List<Path> devices() {
    if (!Files.isDirectory(DEV)) {
      return List.of();
    }
    try (var list = Files.list(DEV)) {
      return list.filter(f -> isCard(f.getFileName().toString())).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isCard(String name) {
    return name.startsWith("nvidia") || name.equals("dxg");
  }

  /// Folders by their names in the cell, which are those outside.
  static Map<String, Path> readable() {
    var readable = new LinkedHashMap<String, Path>();
    for (var name : READABLE) {
      if (Files.isDirectory(Path.of(name))) {
        readable.put(name, Path.of(name));
      }
    }
    return readable;
  }

  /// The driver reserves addresses for all memory of machine and cards, and opens a file for each
  /// thing that it maps: these bounds only end a program that has gone mad.
  static Limits limits(int cpuSeconds) {
    return new Limits(cpuSeconds, 1L << 62, 512, 1L << 32, 64 << 20, 1024);
  }
}
