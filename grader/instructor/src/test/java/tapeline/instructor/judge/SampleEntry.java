package tapeline.instructor.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tapeline.competition.Archive;
import tapeline.competition.Manifest;

/// An honest entry of the samples in `grader/instructor/submissions`.
///
/// @param manifest what it says of itself
record SampleEntry(Path path, Manifest manifest) {

  /// Returns the samples' folder: it lies in the course's, which `-Dtapeline.root` names or which
  /// lies above.
  static Path root() {
    return tapeline.data.Datasets.folder().resolveSibling("grader/instructor/submissions");
  }

  String folder() {
    return path.getFileName().toString();
  }

  /// All samples, by their folders' names.
  static List<SampleEntry> all() throws IOException {
    var found = new ArrayList<SampleEntry>();
    try (var folders = Files.list(root())) {
      for (var path : folders.filter(Files::isDirectory).sorted().toList()) {
        var manifest = Manifest.read(Files.readString(path.resolve(Archive.MANIFEST)));
        found.add(new SampleEntry(path, manifest));
      }
    }
    return found;
  }
}
