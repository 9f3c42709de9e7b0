package tapeline.competition;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tapeline.toolkit.WholeFile;

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

  /// Packs an entry that keeps all rules of manifests and archives.
  ///
  /// @return which it breaks: with one, nothing is packed
  public static List<String> pack(Path folder, Path zip) throws IOException {
    var file = folder.resolve(Archive.MANIFEST);
    if (!Files.exists(file)) {
      return List.of(
          "an entry has a %s, and there is none in %s".formatted(Archive.MANIFEST, folder));
    }
    if (Files.size(file) > Manifest.MOST_BYTES) {
      return List.of(
          "a manifest has %d KiB at most, got %d"
              .formatted(Manifest.MOST_BYTES >> 10, Files.size(file) >> 10));
    }
    Manifest manifest;
    Event event;
    try {
      manifest = Manifest.read(Files.readString(file));
      event = Events.named(manifest.event());
    } catch (IllegalArgumentException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
    var problems = ManifestCheck.problems(manifest, event, folder, ClaimCheck::problems);
    return problems.isEmpty() ? packed(folder, zip, event.limits()) : problems;
  }

  /// Packs beside `zip`, and reads the archive as a judge does, before it takes that place.
  private static List<String> packed(Path folder, Path zip, Event.EventLimits limits)
      throws IOException {
    try {
      WholeFile.write(
          zip,
          part -> {
            Archive.pack(folder, part);
            Archive.contents(Files.readAllBytes(part), 1024L * limits.archiveKiB());
          });
      return List.of();
    } catch (ArchiveException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }
}
