package tapeline.instructor.judge.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tapeline.competition.Archive;
import tapeline.competition.ArchiveException;
import tapeline.competition.Event;
import tapeline.competition.Manifest;
import tapeline.competition.ManifestCheck;
import tapeline.instructor.judge.Defence;
import tapeline.instructor.judge.RuleBroken;

/// A submission's files, taken out of its archive and checked, with nothing run.
///
/// @param folder the judge's own copy
/// @param hash of all files, the manifest included
public record EntryFiles(Path folder, Manifest manifest, String hash) {
  private static final long MOST_MANIFEST = 4 << 20;

  /// Copies a submission, a folder or an archive, and checks it.
  ///
  /// @param to a folder that does not exist
  /// @throws RuleBroken when it is not as it has to be
  static EntryFiles open(Event event, Path submission, Path to) throws IOException, RuleBroken {
    unpack(event, submission, to);
    var file = to.resolve(Archive.MANIFEST);
    if (!Files.isRegularFile(file) || Files.size(file) > MOST_MANIFEST) {
      throw RuleBroken.refused(
          Defence.MANIFEST,
          "an entry has a file manifest.json of at most %d bytes".formatted(MOST_MANIFEST));
    }
    Manifest manifest;
    try {
      manifest = Manifest.read(Files.readString(file));
    } catch (IllegalArgumentException | java.nio.charset.CharacterCodingException e) {
      throw RuleBroken.refused(Defence.MANIFEST, line(e));
    }
    var problems = ManifestCheck.problems(manifest, event, to);
    if (!problems.isEmpty()) {
      throw RuleBroken.refused(Defence.MANIFEST, String.join("; ", problems));
    }
    return new EntryFiles(to, manifest, hash(to));
  }

  private static void unpack(Event event, Path submission, Path to) throws IOException, RuleBroken {
    try {
      if (!Files.isDirectory(submission)) {
        Archive.unpack(submission, to, event.limits());
        return;
      }
      long bytes = 0;
      for (var file : Archive.files(submission).entrySet()) {
        bytes += Files.size(file.getValue());
        if (bytes > 1024L * event.limits().archiveKiB()) {
          throw new ArchiveException(
              "an entry has at most %d KiB, got more".formatted(event.limits().archiveKiB()));
        }
        var copy = to.resolve(file.getKey());
        Files.createDirectories(copy.getParent());
        Files.copy(file.getValue(), copy);
      }
    } catch (ArchiveException e) {
      throw RuleBroken.refused(Defence.ARCHIVE, line(e));
    }
  }

  /// What a submission is known by even if it cannot be opened: a hash of the archive, or of what
  /// can be read of the folder.
  public static String hash(Path submission) throws IOException {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      if (Files.isDirectory(submission)) {
        sha.update(Archive.hash(submission).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        var manifest = submission.resolve(Archive.MANIFEST);
        sha.update(Files.isRegularFile(manifest) ? Files.readAllBytes(manifest) : new byte[0]);
      } else {
        try (var in = Files.newInputStream(submission)) {
          in.transferTo(
              new java.security.DigestOutputStream(java.io.OutputStream.nullOutputStream(), sha));
        }
      }
      return HexFormat.of().formatHex(sha.digest());
    } catch (ArchiveException _) {
      return ""; // a folder with links in it: it has no hash
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String line(Exception e) {
    return String.valueOf(e.getMessage()).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
  }
}
