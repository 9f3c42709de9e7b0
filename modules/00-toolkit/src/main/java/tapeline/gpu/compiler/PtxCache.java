package tapeline.gpu.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// A folder of PTX, each file named for the text it was compiled from: `softmax-4f1c09ab52d0.ptx`.
/// With it, kernels that have not changed need no compiler.
public final class PtxCache {
  private static final String HEADER = "// made from %s (sha-256 %s) by %s\n";
  private static final int DIGITS = 12;

  private final Path folder;

  /// A cache in this folder, which need not exist yet.
  public PtxCache(Path folder) {
    this.folder = folder;
  }

  public Path folder() {
    return folder;
  }

  /// PTX, and the compiler it came from.
  record Entry(String ptx, String compiler) {}

  /// What this very text was compiled to.
  Optional<Entry> find(CudaSource source) {
    var file = file(source);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      var text = Files.readString(file).replace("\r\n", "\n");
      var start = HEADER.formatted(source.file(), source.hash(), "");
      int end = text.indexOf('\n');
      if (end < 0 || !text.startsWith(start.strip())) {
        return Optional.empty(); // another text of the same first digits, or a file cut short
      }
      return Optional.of(
          new Entry(text.substring(end + 1), text.substring(start.length() - 1, end).strip()));
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + file, e);
    }
  }

  /// Whether there is PTX for a file of this name, but made from another text.
  boolean hasOther(CudaSource source) {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (var files = Files.list(folder)) {
      var name = source.stem() + "-[0-9a-f]{" + DIGITS + "}\\.ptx";
      return files.anyMatch(f -> f.getFileName().toString().matches(name));
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + folder, e);
    }
  }

  /// Keeps what a text was compiled to.
  void put(CudaSource source, String ptx, String compiler) {
    try {
      Files.createDirectories(folder);
      var part = Files.createTempFile(folder, source.stem(), ".part");
      var tool = compiler.replaceAll(" \\(.*\\)$", ""); // not where it lay
      Files.writeString(part, HEADER.formatted(source.file(), source.hash(), tool) + ptx);
      Files.move(part, file(source), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to " + folder, e);
    }
  }

  /// Where the PTX of a text is, or would be.
  Path file(CudaSource source) {
    return folder.resolve(source.stem() + "-" + source.hash().substring(0, DIGITS) + ".ptx");
  }
}
