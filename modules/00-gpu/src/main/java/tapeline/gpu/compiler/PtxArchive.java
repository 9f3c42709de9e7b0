package tapeline.gpu.compiler;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import tapeline.toolkit.WholeFile;

/// A zip of PTX, which need not exist yet. The course's own is read when a text is first asked for.
final class PtxArchive implements PtxStore {
  private static final String COURSE = "course-ptx.zip";

  /// The date of all entries. A zip cannot leave it out, and the same texts have to be the same
  /// bytes.
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private final Opening opening;
  private final @Nullable Path file;
  private @Nullable SortedMap<String, String> texts;

  /// Opens the zip; null where there is none.
  @FunctionalInterface
  private interface Opening {
    @Nullable InputStream open() throws IOException;
  }

  /// @param file that is opened, from which a text can be read alone; or null
  private PtxArchive(Opening opening, @Nullable Path file) {
    this.opening = opening;
    this.file = file;
  }

  /// The PTX of the course's own kernels.
  static PtxArchive ofCourse() {
    return new PtxArchive(() -> PtxArchive.class.getResourceAsStream(COURSE), null);
  }

  static PtxArchive at(Path file) {
    return new PtxArchive(() -> Files.exists(file) ? Files.newInputStream(file) : null, file);
  }

  /// By the names of their files.
  synchronized SortedMap<String, String> texts() {
    if (texts == null) {
      try (var in = opening.open()) {
        texts = in == null ? new TreeMap<>() : read(new ZipInputStream(in));
      } catch (IOException e) {
        throw new UncheckedIOException("reading an archive of PTX", e);
      }
    }
    return Objects.requireNonNull(texts);
  }

  private static SortedMap<String, String> read(ZipInputStream zip) throws IOException {
    var texts = new TreeMap<String, String>();
    for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      texts.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
    }
    return texts;
  }

  @Override
  public Set<String> files() {
    return texts().keySet();
  }

  @Override
  public Optional<String> text(String name) {
    return file == null ? Optional.ofNullable(texts().get(name)) : alone(file, name);
  }

  /// Reads one text of a zip that may have a hundred.
  private static Optional<String> alone(Path file, String name) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (var zip = new ZipFile(file.toFile())) {
      var entry = zip.getEntry(name);
      return entry == null ? Optional.empty() : Optional.of(whole(zip, entry));
    } catch (IOException e) {
      throw new UncheckedIOException("reading an archive of PTX", e);
    }
  }

  /// Reads an entry, whose checksum a `ZipFile` leaves to its reader.
  private static String whole(ZipFile zip, ZipEntry entry) throws IOException {
    var sum = new CRC32();
    var in = new CheckedInputStream(zip.getInputStream(entry), sum);
    var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    if (sum.getValue() != entry.getCrc()) {
      throw new ZipException(entry + " in " + zip.getName() + " is damaged");
    }
    return text;
  }

  /// Writes texts to a file, as a whole or not at all; where there are none, it is deleted.
  static void write(Path file, SortedMap<String, String> texts) {
    try {
      if (texts.isEmpty()) {
        Files.deleteIfExists(file);
        return;
      }
      WholeFile.write(file, part -> pack(texts, part));
    } catch (IOException e) {
      throw new UncheckedIOException("writing " + file, e);
    }
  }

  private static void pack(SortedMap<String, String> texts, Path file) throws IOException {
    try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      for (var text : texts.entrySet()) {
        var entry = new ZipEntry(text.getKey());
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
        zip.write(text.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
