package tapeline.instructor.judge.entry;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import tapeline.competition.Archive;
import tapeline.competition.ArchiveException;
import tapeline.competition.ClaimCheck;
import tapeline.competition.Event;
import tapeline.competition.Event.EventLimits;
import tapeline.competition.Manifest;
import tapeline.competition.ManifestCheck;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;
import tapeline.toolkit.Sha256;

/// A submission's files, taken out of its archive, with nothing run.
///
/// @param folder a copy of them
public record EntryFiles(Path folder) {
  /// Copies a submission, a folder or an archive.
  ///
  /// @param to an empty folder, or none yet
  /// @throws ArchiveException naming the rule of archives that it breaks
  public static EntryFiles open(Path submission, Path to, EventLimits limits) throws IOException {
    if (!Files.isDirectory(submission)) {
      Archive.unpack(submission, to, limits);
      return new EntryFiles(to);
    }
    long bytes = 0;
    for (var file : Archive.files(inner(submission)).entrySet()) {
      bytes += Files.size(file.getValue());
      if (bytes > 1024L * limits.archiveKiB()) {
        throw new ArchiveException(
            "an entry has at most %d KiB, got more".formatted(limits.archiveKiB()));
      }
      var copy = to.resolve(file.getKey());
      Files.createDirectories(copy.getParent());
      Files.copy(file.getValue(), copy);
    }
    return new EntryFiles(Files.createDirectories(to));
  }

  /// Returns the folder with the manifest: this one, or the only one in it.
  private static Path inner(Path folder) throws IOException {
    if (Files.exists(folder.resolve(Archive.MANIFEST))) {
      return folder;
    }
    try (var list = Files.list(folder)) {
      var inside = list.filter(p -> !p.getFileName().toString().matches("\\..*|__MACOSX")).toList();
      return inside.size() == 1
              && Files.isRegularFile(inside.getFirst().resolve(Archive.MANIFEST))
              && Files.isDirectory(inside.getFirst(), LinkOption.NOFOLLOW_LINKS)
          ? inside.getFirst()
          : folder;
    }
  }

  /// A submission to an event, as it has to be.
  ///
  /// @param to an empty folder, or none yet
  /// @throws RuleBroken when it is not
  public static EntryFiles checked(Event event, Path submission, Path to)
      throws IOException, RuleBroken {
    EntryFiles files;
    try {
      files = open(submission, to, event.limits());
    } catch (ArchiveException e) {
      throw RuleBroken.refused(Defence.ARCHIVE, line(e));
    }
    try {
      var problems =
          ManifestCheck.problems(files.manifest(), event, files.folder, ClaimCheck::problems);
      if (!problems.isEmpty()) {
        throw RuleBroken.refused(Defence.MANIFEST, String.join("; ", problems));
      }
    } catch (IllegalArgumentException e) {
      throw RuleBroken.refused(Defence.MANIFEST, line(e));
    }
    return files;
  }

  /// Its manifest: what it says of itself.
  ///
  /// @throws IllegalArgumentException when it says nothing that can be read
  public Manifest manifest() throws IOException {
    return Manifest.read(manifestText());
  }

  /// The text of its manifest.
  ///
  /// @throws IllegalArgumentException when there is none, or it is too long or no text
  public String manifestText() throws IOException {
    var file = folder.resolve(Archive.MANIFEST);
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("an entry has a manifest.json, and this has none");
    }
    if (Files.size(file) > Manifest.MOST_BYTES) {
      throw new IllegalArgumentException(
          "a manifest has %d KiB at most, got %d"
              .formatted(Manifest.MOST_BYTES >> 10, Files.size(file) >> 10));
    }
    try {
      return Files.readString(file).replaceFirst("^\\uFEFF", ""); // Notepad's
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "a manifest is text in UTF-8, and this is not: " + e.getMessage(), e);
    }
  }

  /// Returns the hash that identifies the entry: with another claim, log or team it is another.
  public String hash(String manifestText) throws IOException {
    return Sha256.of(Archive.hash(folder) + "\n" + Sha256.of(manifestText));
  }

  /// Returns the size of its files without the manifest.
  public long bytes() throws IOException {
    long size = 0;
    for (var file : Archive.files(folder).entrySet()) {
      size += file.getKey().equals(Archive.MANIFEST) ? 0 : Files.size(file.getValue());
    }
    return size;
  }

  private static String line(Exception e) {
    return String.valueOf(e.getMessage()).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
  }
}
