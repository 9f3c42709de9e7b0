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
  /// KiB of an entry, which no event's limit is above.
  public static final int MOST = 64 * 1024;

  private static final int LONGEST_NAME = 80;

  private Intake() {}

  /// A submission that is there: all together may be larger than the memory.
  @FunctionalInterface
  public interface Unread {
    /// Reads it into an entry, refused where something is wrong with it.
    SubmittedEntry read() throws IOException;
  }

  /// The submissions in the folder: each folder and each `.zip` in it, in the order of their names,
  /// in which numbers count as numbers. That is the order of submission.
  ///
  /// @param archiveKiB of an entry, unpacked: a larger one is refused, and its bytes are not kept
  /// @param ignored hears the names of other files
  public static List<Unread> find(Path submissions, int archiveKiB, List<String> ignored)
      throws IOException {
    var limits = new EventLimits(1, 1, 1, 1, archiveKiB);
    List<Path> found;
    try (var list = Files.list(submissions)) {
      found = list.sorted(Comparator.comparing(p -> byNumber(name(p)))).toList();
    }
    var unread = new ArrayList<Unread>();
    for (var path : found) {
      if (name(path).startsWith(".")) {
        continue;
      }
      boolean isArchive =
          Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
              && name(path).toLowerCase(Locale.ROOT).endsWith(".zip");
      if (isArchive || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        unread.add(() -> read(path, limits));
      } else {
        ignored.add(name(path));
      }
    }
    return unread;
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

  private static SubmittedEntry read(Path path, EventLimits limits) throws IOException {
    try {
      return readable(path, limits);
    } catch (AccessDeniedException e) {
      var problem = "an entry can be read, got " + e.getFile();
      return refused(path, Sha256.of(name(path) + "\n" + problem), new byte[0], problem);
    }
  }

  private static SubmittedEntry readable(Path path, EventLimits limits) throws IOException {
    try (var scratch = ScratchFolder.of("entry")) {
      var files = EntryFiles.open(path, scratch.path().resolve("files"), limits);
      return entry(name(path), files, packed(path, files, scratch.path()));
    } catch (ArchiveException e) {
      return refused(path, e, limits);
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
  private static SubmittedEntry refused(Path path, ArchiveException why, EventLimits limits)
      throws IOException {
    boolean keeps = Files.isRegularFile(path) && Files.size(path) <= 1024L * limits.archiveKiB();
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
