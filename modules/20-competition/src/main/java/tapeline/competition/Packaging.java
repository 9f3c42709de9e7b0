package tapeline.competition;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Checks a finished entry, and packs it: `./tapeline run "Packaging FOLDER entry.zip"`.
public final class Packaging {
  private Packaging() {}

  static void main(String[] args) throws IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException(
          "packaging needs a folder and an archive, got %d words".formatted(args.length));
    }
    var problems = pack(Path.of(args[0]), Path.of(args[1]));
    problems.forEach(IO::println);
    IO.println(problems.isEmpty() ? "packed: " + args[1] : "not packed");
  }

  /// Packs an entry whose manifest keeps all rules.
  ///
  /// @return which it breaks: with one, nothing is packed
  public static List<String> pack(Path folder, Path zip) throws IOException {
    var manifest = Manifest.read(Files.readString(folder.resolve(Archive.MANIFEST)));
    var problems = ManifestCheck.problems(manifest, Events.named(manifest.event()), folder);
    if (problems.isEmpty()) {
      Archive.pack(folder, zip);
    }
    return problems;
  }
}
