package tapeline.instructor.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import tapeline.competition.Archive;
import tapeline.competition.Events;
import tapeline.instructor.judge.duel.JudgePlan;

/// Judges folders by the quick plan and prints what came of them: `JudgeOne EVENT FOLDER…`. A
/// folder without a manifest gets one in a copy.
final class JudgeOne {
  private JudgeOne() {}

  static void main(String[] args) throws IOException {
    var event =
        Events.standard().stream().filter(e -> e.id().equals(args[0])).findFirst().orElseThrow();
    boolean strict = !Boolean.getBoolean("loose");
    try (var judge = EntryJudge.withFewerDefences(JudgePlan.QUICK, strict, true)) {
      for (int i = 1; i < args.length; i++) {
        var folder = Path.of(args[i]);
        if (!Files.exists(folder.resolve(Archive.MANIFEST))) {
          folder = copy(folder);
          HonestManifest.write(
              folder,
              event,
              Path.of(args[i]).getFileName().toString(),
              System.getProperty("main", "Entry"));
        }
        var j = judge.judge(event, folder, Optional.empty(), 1, _ -> {});
        IO.println(
            "%-28s %-9s %5.1f s  [%s] %s"
                .formatted(
                    args[i].replaceFirst(".*/", ""),
                    j.verdict(),
                    j.seconds(),
                    j.defence(),
                    j.reason()));
        if (j.score() != null) {
          IO.println(
              "   other %.0f, entry %.0f, forks %d"
                  .formatted(j.score().other(), j.score().entry(), j.score().forks().size()));
        }
      }
    }
  }

  static Path copy(Path folder) throws IOException {
    var to = Files.createTempDirectory("entry");
    try (var files = Files.walk(folder)) {
      for (var file :
          files.sorted(Comparator.naturalOrder()).filter(Files::isRegularFile).toList()) {
        var copy = to.resolve(folder.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    return to;
  }
}
