package tapeline.instructor.board;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tapeline.competition.Archive;
import tapeline.competition.Manifest;

/// An entry for [FakeJudge].
///
/// @param fake how fast it is, or its verdict
public record MadeUpEntry(
    String event, String team, String name, List<String> techniques, String fake) {
  public static MadeUpEntry of(String event, String team, String fake) {
    return new MadeUpEntry(event, team, "First try", List.of("cache blocking"), fake);
  }

  MadeUpEntry named(String other) {
    return new MadeUpEntry(event, team, other, techniques, fake);
  }

  MadeUpEntry by(String... others) {
    return new MadeUpEntry(event, team, name, List.of(others), fake);
  }

  /// Writes it as a folder.
  public Path write(Path folder) {
    try {
      var source = Files.createDirectories(folder.resolve("src/team")).resolve("Entry.java");
      var lines =
          "// " + name + "\n" + "x += 1;\n".repeat(20 + Math.floorMod(team.hashCode(), 400));
      Files.writeString(source, "package team;\nclass Entry {}\n" + lines);
      var manifest =
          new Manifest(
              name,
              team,
              List.of("Ada", "Grace"),
              event,
              "team.Entry",
              Archive.hash(folder),
              techniques,
              new Manifest.Environment(
                  "25", List.of("-Xmx1g", "-Dfake=" + fake), "Laptop", 8, "Linux"),
              List.of(),
              new Manifest.Claim(2.1, 1.9, 2.3),
              List.of(
                  new Manifest.LogEntry(
                      "The inner loop waits for memory", "Blocks of 64 by 64", "1.4 times as fast"),
                  new Manifest.LogEntry(
                      "Four sums hide the latency of fma",
                      "Unrolled by four",
                      "1.8 times as fast")));
      Files.writeString(folder.resolve(Archive.MANIFEST), manifest.write());
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
