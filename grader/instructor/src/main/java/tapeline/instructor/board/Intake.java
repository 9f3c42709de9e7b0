package tapeline.instructor.board;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tapeline.competition.Archive;
import tapeline.competition.ArchiveException;
import tapeline.competition.Event.EventLimits;
import tapeline.competition.Manifest;
import tapeline.instructor.judge.entry.EntryFiles;
import tapeline.toolkit.ScratchFolder;
import tapeline.toolkit.Sha256;

/// Reads submissions, folders or archives, into entries. Nothing of them is run, and whatever is
/// wrong with one is its own entry's problem.
public final class Intake {
  /// No event's limit is above 64 MiB.
  private static final EventLimits LIMITS = new EventLimits(1, 1, 1, 1, 64 * 1024);

  private static final int LONGEST_NAME = 80;

  private Intake() {}

  /// The entries in the folder: each folder and each `.zip` in it, in the order of their names, in
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
      boolean isArchive =
          Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
              && name(path).toLowerCase(Locale.ROOT).endsWith(".zip");
      if (isArchive || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        entries.add(read(path));
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

  private static SubmittedEntry read(Path path) throws IOException {
    try {
      return readable(path);
    } catch (AccessDeniedException e) {
      var problem = "an entry can be read, got " + e.getFile();
      return refused(path, Sha256.of(name(path) + "\n" + problem), new byte[0], problem);
    }
  }

  private static SubmittedEntry readable(Path path) throws IOException {
    try (var scratch = ScratchFolder.of("entry")) {
      var files = EntryFiles.open(path, scratch.path().resolve("files"), LIMITS);
      return entry(name(path), files, packed(path, files, scratch.path()));
    } catch (ArchiveException e) {
      return refused(path, e);
    }
  }

  /// The bytes that are kept: an archive as it is, a folder packed.
  private static byte[] packed(Path path, EntryFiles files, Path scratch) throws IOException {
    if (Files.isRegularFile(path)) {
      return Files.readAllBytes(path);
    }
    var zip = scratch.resolve("entry.zip");
    Archive.pack(files.folder(), zip);
    return Files.readAllBytes(zip);
  }

  private static SubmittedEntry entry(String source, EntryFiles files, byte[] bytes)
      throws IOException {
    String text = "";
    Manifest manifest = null;
    String problem = "";
    try {
      text = files.manifestText();
      manifest = Manifest.read(text);
      problem = BoardText.clean(TeamName.problem(manifest.team()));
    } catch (IllegalArgumentException e) {
      problem = BoardText.clean(String.valueOf(e.getMessage()));
    }
    var read =
        new BoardEntry(
            files.hash(text),
            0,
            BoardText.line(source, LONGEST_NAME),
            manifest == null ? "" : BoardText.line(manifest.event(), LONGEST_NAME),
            BoardText.line(manifest == null ? source : manifest.team(), LONGEST_NAME),
            BoardText.line(manifest == null ? source : manifest.entry(), LONGEST_NAME),
            manifest == null ? "" : BoardJson.line(manifest),
            problem,
            files.bytes(),
            Sha256.of(bytes),
            "");
    return new SubmittedEntry(read, bytes);
  }

  /// One that cannot be unpacked is known by its bytes, or by the names and sizes of what is there.
  private static SubmittedEntry refused(Path path, ArchiveException why) throws IOException {
    boolean keeps = Files.isRegularFile(path) && Files.size(path) <= 1024L * LIMITS.archiveKiB();
    byte[] bytes = keeps ? Files.readAllBytes(path) : new byte[0];
    var hash = keeps ? Sha256.of(bytes) : Sha256.of(listing(path));
    return refused(path, hash, bytes, String.valueOf(why.getMessage()));
  }

  private static SubmittedEntry refused(Path path, String hash, byte[] bytes, String why) {
    var name = BoardText.line(name(path), LONGEST_NAME);
    var problem = BoardText.clean(why);
    var archive = Sha256.of(bytes);
    var read = new BoardEntry(hash, 0, name, "", name, name, "", problem, 0, archive, "");
    return new SubmittedEntry(read, bytes);
  }

  private static String listing(Path path) throws IOException {
    var text = new StringBuilder(name(path));
    try (var walk = Files.walk(path)) {
      for (var inside : walk.sorted().toList()) {
        text.append('\n').append(path.relativize(inside));
        if (Files.isRegularFile(inside, LinkOption.NOFOLLOW_LINKS)) {
          text.append(' ').append(Files.size(inside));
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return text.toString();
  }
}
