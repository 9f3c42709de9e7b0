package tapeline.competition;

import java.text.Normalizer;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/// The names of an entry's files as their author meant them: without what systems put beside them,
/// composed (NFC), and without a folder around everything, which many programs pack with its
/// contents.
public final class PlainNames {
  private static final Pattern ADDED =
      Pattern.compile(
          "(?:.*/)?(?:__MACOSX(?:/.*)?|\\.DS_Store|\\._[^/]*|Thumbs\\.db|desktop\\.ini)");

  /// A folder's name; none that leads up.
  private static final Pattern FOLDER = Pattern.compile("[^/\\\\.][^/\\\\]*/");

  private PlainNames() {}

  /// Returns whether a file was put there by a system, as macOS and Windows do.
  public static boolean isAdded(String name) {
    return ADDED.matcher(name).matches();
  }

  /// The name in composed form: `ö` in one character, which macOS writes as two.
  static String composed(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFC);
  }

  /// The folder that all names lie in, with its slash, where the manifest is at its top; else
  /// empty.
  static String around(Collection<String> names) {
    var first = names.stream().findFirst().orElse("");
    var folder = first.substring(0, first.indexOf('/') + 1);
    boolean all = names.stream().allMatch(n -> n.startsWith(folder));
    return all && FOLDER.matcher(folder).matches() && names.contains(folder + Archive.MANIFEST)
        ? folder
        : "";
  }

  /// An archive's entries by their plain names, without what systems added.
  ///
  /// @param around see [#around]
  static List<CentralDirectory.ZipItem> of(List<CentralDirectory.ZipItem> items, String around) {
    return items.stream()
        .filter(i -> !isAdded(i.path()) && !i.name().equals(around))
        .map(i ->
            new CentralDirectory.ZipItem(
                composed(i.name().substring(around.length())), i.size(), i.kind()))
        .toList();
  }
}
