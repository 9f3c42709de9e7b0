package tapeline.bench.compare;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How long the parts of a side's command are that the other side's need not equal. Identical
/// classes on a longer class path, with one more flag, are slower in most forks: so both sides get
/// what is as long.
///
/// @param classPath characters
/// @param flags how many
/// @param characters of all flags
record SideCommand(int classPath, int flags, int characters) {
  /// The settings that both need.
  static SideCommand of(Contender a, Contender b, Path harness) {
    int flags = 1 + Math.max(a.flags().size(), b.flags().size());
    return new SideCommand(
        Math.max(join(a, harness).length(), join(b, harness).length()),
        flags,
        Math.max(length(filled(a, flags)), length(filled(b, flags))));
  }

  private static int length(List<String> words) {
    return words.stream().mapToInt(String::length).sum();
  }

  /// The contender's flags, and properties that say nothing until there are so many.
  private static List<String> filled(Contender of, int flags) {
    var all = new ArrayList<>(of.flags());
    while (all.size() < flags) {
      all.add("-Dtapeline.filler%d=".formatted(all.size() % 10));
    }
    return all;
  }

  /// Its flags, the last of which makes up for the characters that the other side has more.
  List<String> flags(Contender of) {
    var all = filled(of, flags);
    int more = characters - length(all);
    all.add(all.removeLast() + "x".repeat(more));
    return all;
  }

  /// Its class path. `/./classes` is `/classes`, with two characters more.
  String classPath(Contender of, Path harness) {
    var path = join(of, harness);
    int more = classPath - path.length();
    int root = Math.max(0, path.indexOf(File.separator));
    var same = (File.separator + ".").repeat(more / 2) + (more % 2 == 0 ? "" : File.separator);
    return path.substring(0, root) + same + path.substring(root);
  }

  private static String join(Contender of, Path harness) {
    return Stream.concat(of.classPath().stream(), Stream.of(harness))
        .map(p -> p.toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
