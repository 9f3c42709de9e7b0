package tapeline.instructor.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tapeline.competition.Archive;
import tapeline.competition.ArchiveException;
import tapeline.competition.Event;
import tapeline.competition.Manifest;
import tapeline.toolkit.ScratchFolder;

/// Reads submissions, folders or archives, into entries. Nothing of them is run, and whatever is
/// wrong with one is its own entry's problem.
public final class Intake {
  private static final int MOST_KIB = 64 * 1024;
  private static final int MANIFEST_KIB = 512;
  private static final Event.EventLimits LIMITS = new Event.EventLimits(1, 1, 1, 1, MOST_KIB);
  private static final int LONGEST_NAME = 80;

  private Intake() {}

  /// What lies in the folder: each folder and each `.zip` in it, in the order of their names, in
  /// which numbers count as numbers. That is the order of submission.
  ///
  /// @param ignored hears the names of other files
  public static List<SubmittedEntry> read(Path submissions, List<String> ignored)
      throws IOException {
    List<Path> found;
    try (var list = Files.list(submissions)) {
      found = list.sorted(Comparator.comparing(p -> byNumber(name(p)))).toList();
    }
    var entries = new ArrayList<SubmittedEntry>();
    for (var path : found) {
      if (name(path).startsWith(".")) {
        continue;
      }
      if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        entries.add(folder(path));
      } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
          && name(path).toLowerCase(Locale.ROOT).endsWith(".zip")) {
        entries.add(archive(path));
      } else {
        ignored.add(name(path));
      }
    }
    return entries;
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  /// `team-10` after `team-9`: each number is filled up with zeros.
  private static String byNumber(String name) {
    var key = new StringBuilder();
    for (var part : name.split("(?<=\\d)(?=\\D)|(?<=\\D)(?=\\d)", -1)) {
      boolean digits = !part.isEmpty() && Character.isDigit(part.charAt(0));
      key.append(digits ? "0".repeat(Math.max(0, 20 - part.length())) + part : part);
    }
    return key.toString();
  }

  private static SubmittedEntry folder(Path folder) throws IOException {
    try (var scratch = ScratchFolder.of("entry")) {
      var zip = scratch.path().resolve("entry.zip");
      requireSmall(folder);
      Archive.pack(folder, zip);
      return entry(name(folder), folder, Files.readAllBytes(zip));
    } catch (ArchiveException e) {
      return refused(name(folder), Sha256.hex(listing(folder)), new byte[0], e);
    }
  }

  private static void requireSmall(Path folder) throws IOException {
    long size = 0;
    for (var file : Archive.files(folder).values()) {
      size += Files.size(file);
    }
    if (size > 1024L * MOST_KIB) {
      throw new ArchiveException(
          "an entry has %d KiB at most, got %d".formatted(MOST_KIB, size / 1024));
    }
  }

  /// What tells a folder that cannot be packed from others: the names and sizes in it.
  private static String listing(Path folder) throws IOException {
    var text = new StringBuilder(name(folder));
    try (var walk = Files.walk(folder)) {
      for (var path : walk.sorted().toList()) {
        text.append('\n').append(folder.relativize(path));
        if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
          text.append(' ').append(Files.size(path));
        }
      }
    }
    return text.toString();
  }

  private static SubmittedEntry archive(Path zip) throws IOException {
    if (Files.size(zip) > 1024L * MOST_KIB) {
      var why = "an archive has %d KiB at most, got %d".formatted(MOST_KIB, Files.size(zip) / 1024);
      var hash = Sha256.hex(name(zip) + " " + Files.size(zip));
      return refused(name(zip), hash, new byte[0], new ArchiveException(why));
    }
    byte[] bytes = Files.readAllBytes(zip);
    try (var scratch = ScratchFolder.of("entry")) {
      Archive.unpack(zip, scratch.path(), LIMITS);
      return entry(name(zip), scratch.path(), bytes);
    } catch (ArchiveException e) {
      return refused(name(zip), Sha256.hex(bytes), bytes, e);
    }
  }

  private static SubmittedEntry entry(String source, Path folder, byte[] bytes) throws IOException {
    long size = 0;
    for (var file : Archive.files(folder).entrySet()) {
      size += file.getKey().equals(Archive.MANIFEST) ? 0 : Files.size(file.getValue());
    }
    String text = "";
    Manifest manifest = null;
    String problem = "";
    try {
      text = manifestText(folder);
      manifest = Manifest.read(text);
    } catch (ArchiveException | IllegalArgumentException e) {
      problem = BoardText.clean(String.valueOf(e.getMessage()));
    }
    // The manifest is part of an entry: with another claim, log or team it is another.
    var hash = Sha256.hex(Archive.hash(folder) + "\n" + Sha256.hex(text));
    var read =
        new BoardEntry(
            hash,
            0,
            BoardText.line(source, LONGEST_NAME),
            manifest == null ? "" : BoardText.line(manifest.event(), LONGEST_NAME),
            BoardText.line(manifest == null ? source : manifest.team(), LONGEST_NAME),
            BoardText.line(manifest == null ? source : manifest.entry(), LONGEST_NAME),
            manifest == null ? "" : text,
            problem,
            size,
            Sha256.hex(bytes),
            "");
    return new SubmittedEntry(read, bytes);
  }

  private static String manifestText(Path folder) throws IOException {
    var file = folder.resolve(Archive.MANIFEST);
    if (!Files.isRegularFile(file)) {
      throw new ArchiveException("an entry has a manifest.json, and this has none");
    }
    if (Files.size(file) > 1024L * MANIFEST_KIB) {
      throw new ArchiveException(
          "a manifest has %d KiB at most, got %d".formatted(MANIFEST_KIB, Files.size(file) / 1024));
    }
    try {
      return Files.readString(file, UTF_8);
    } catch (CharacterCodingException e) {
      throw new ArchiveException("a manifest is text in UTF-8, and this is not: " + e.getMessage());
    }
  }

  private static SubmittedEntry refused(
      String source, String hash, byte[] bytes, ArchiveException why) {
    var name = BoardText.line(source, LONGEST_NAME);
    var problem = BoardText.clean(String.valueOf(why.getMessage()));
    var archive = Sha256.hex(bytes);
    var read = new BoardEntry(hash, 0, name, "", name, name, "", problem, 0, archive, "");
    return new SubmittedEntry(read, bytes);
  }
}
