package tapeline.gpu.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tapeline.toolkit.WholeFile;

/// A folder of PTX, which need not exist yet.
record PtxCache(Path folder) implements PtxStore {
  private static final String END = "// end"; // the last line of a file

  @Override
  public Set<String> files() {
    if (!Files.isDirectory(folder)) {
      return Set.of();
    }
    try (var files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + folder, e);
    }
  }

  /// One that was cut short counts as none.
  @Override
  public Optional<String> text(String name) {
    var file = folder.resolve(name);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      var text = Files.readString(file).stripTrailing();
      return text.endsWith(END)
          ? Optional.of(text.substring(0, text.length() - END.length()))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + file, e);
    }
  }

  /// Keeps what a text was compiled to. A reader finds the whole file meanwhile, or none.
  void put(CudaSource source, PtxFile ptx) {
    try {
      WholeFile.write(file(source), part -> Files.writeString(part, ptx.text(source) + END));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to " + folder, e);
    }
  }

  /// Returns the file that holds, or would hold, the PTX of a source.
  Path file(CudaSource source) {
    return folder.resolve(PtxFile.name(source));
  }
}
