package tapeline.competition;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The rules for an unread archive, so that unpacking it does no harm.
public final class ArchiveRules {
  /// Files and folders of an entry.
  public static final int MOST_FILES = 500;

  /// Characters of a name, folders included.
  public static final int LONGEST_NAME = 200;

  /// A file's or a folder's name: letters of any script, no spaces, no dot at its end, and not
  /// `..`.
  private static final String PART =
      "\\.?[\\p{L}\\p{M}0-9_$+-]([\\p{L}\\p{M}0-9._$+-]*[\\p{L}\\p{M}0-9_$+-])?";

  private ArchiveRules() {}

  /// A name is a path below the folder: its parts between slashes match [#PART], and it has
  /// [#LONGEST_NAME] characters at most. So it is not absolute, and does not go up.
  ///
  /// @throws ArchiveException with [#badName]
  static void requireName(String name) throws ArchiveException {
    boolean ok = name.length() <= LONGEST_NAME;
    for (var part : name.split("/", -1)) {
      ok &= part.matches(PART);
    }
    if (!ok) {
      throw badName(name);
    }
  }

  /// The rules for the list of an archive: [#MOST_FILES] at most, good names, no links, and no name
  /// twice, also not in other letters: `A.java` and `a.java` are one file on some systems.
  ///
  /// @throws ArchiveException naming the rule that is broken, and the entry
  static void requireItems(List<CentralDirectory.ZipItem> items) throws ArchiveException {
    if (items.size() > MOST_FILES) {
      throw new ArchiveException(
          "an archive has %d entries at most, got %d".formatted(MOST_FILES, items.size()));
    }
    var seen = new HashSet<String>();
    for (var item : items) {
      requireName(item.path());
      if (item.isSpecial()) {
        throw new ArchiveException("an entry is a file or a folder, got " + item.path());
      }
      if (!seen.add(item.path().toLowerCase(Locale.ROOT))) {
        throw new ArchiveException("a name is there once, got twice " + item.path());
      }
    }
  }

  /// The bytes of an entry, which are `most` at most, whatever its header says.
  ///
  /// @throws ArchiveException when there are more: the rest is not read
  static byte[] read(InputStream in, long most) throws IOException {
    byte[] bytes = in.readNBytes((int) most + 1);
    if (bytes.length > most) {
      throw new ArchiveException("an archive unpacks to no more than is allowed, got more");
    }
    return bytes;
  }

  /// The message about a name that breaks the rule.
  static ArchiveException badName(String name) {
    return new ArchiveException(
        "a name is of letters, digits and ._$+- between slashes, up to %d characters, got \"%s\""
            .formatted(LONGEST_NAME, name.replaceAll("\\p{Cntrl}", "?")));
  }

  /// Java looks for classes in `data` too: one made at home would be run, and no compiler and no
  /// list of allowed names would have seen it.
  ///
  /// @throws ArchiveException naming it
  static void requireNoClass(String name) throws ArchiveException {
    if (name.toLowerCase(Locale.ROOT).matches("data/.*\\.class")) {
      throw new ArchiveException("classes are compiled from src, and data holds none, got " + name);
    }
  }

  /// No file may lie in what is a file itself.
  ///
  /// @throws ArchiveException naming it
  static void requireFolders(Set<String> names) throws ArchiveException {
    var files = new HashSet<String>();
    names.forEach(n -> files.add(n.toLowerCase(Locale.ROOT)));
    for (var name : names) {
      for (int at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
        if (files.contains(name.substring(0, at).toLowerCase(Locale.ROOT))) {
          throw new ArchiveException("a file lies in a folder, got " + name + " in a file");
        }
      }
    }
  }
}
