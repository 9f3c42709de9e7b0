package tapeline.instructor.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tapeline.competition.Archive;
import tapeline.competition.ClaimCheck;
import tapeline.competition.Event;
import tapeline.competition.Manifest;
import tapeline.competition.ManifestCheck;

/// A manifest that keeps all rules, for entries whose manifest is not what is tested.
final class HonestManifest {
  private HonestManifest() {}

  /// Writes it beside the files of a folder.
  static void write(Path folder, Event event, String name, String main) throws IOException {
    List<Manifest.Times> samples = event.metric().isCounted() ? List.of() : samples();
    var manifest =
        new Manifest(
            name,
            "team " + name,
            List.of("A. Student"),
            event.id(),
            main,
            Archive.hash(folder),
            List.of("none"),
            new Manifest.Environment("25", List.of(), "a processor", 2, "Linux"),
            samples,
            samples.isEmpty() ? null : ClaimCheck.recomputed(samples),
            List.of(new Manifest.LogEntry("it will work", "everything", "it worked")));
    Files.writeString(folder.resolve(Archive.MANIFEST), manifest.write());
  }

  private static List<Manifest.Times> samples() {
    var forks = new ArrayList<Manifest.Times>();
    for (int i = 0; i < ManifestCheck.FEWEST_FORKS; i++) {
      forks.add(
          new Manifest.Times(
              Collections.nCopies(10, 2000.0 + i), Collections.nCopies(10, 1000.0 + i)));
    }
    return forks;
  }
}
