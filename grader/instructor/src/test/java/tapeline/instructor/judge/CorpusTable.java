package tapeline.instructor.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Judges the [Corpus] and prints it as a table in Markdown: cheat, verdict, defence; and by what
/// it is stopped when the judge does not read its classes. `CorpusTable [NAME…]`.
final class CorpusTable {
  private CorpusTable() {}

  static void main(String[] names) throws IOException {
    var folder = Files.createTempDirectory("corpus");
    int wrong = 0;
    long start = System.nanoTime();
    try (var judge = EntryJudge.open(Corpus.PLAN);
        var loose = EntryJudge.withFewerDefences(Corpus.PLAN)) {
      IO.println("| Cheat | Entry | Verdict | Defence | Without the list of names |");
      IO.println("|---|---|---|---|---|");
      for (var cheat : Corpus.all()) {
        if (names.length > 0 && !java.util.List.of(names).contains(cheat.name())) {
          continue;
        }
        var strict = cell(judge, cheat, cheat.strict(), folder.resolve(cheat.name()));
        var second = cell(loose, cheat, cheat.loose(), folder.resolve(cheat.name() + "-loose"));
        IO.println("| %s | `%s` | %s | %s |".formatted(cheat.what(), cheat.name(), strict, second));
        wrong += (strict + second).contains("**") ? 1 : 0;
      }
    }
    IO.println();
    IO.println(
        "%d as expected, %d not; %.0f s"
            .formatted(Corpus.all().size() - wrong, wrong, (System.nanoTime() - start) / 1e9));
  }

  private static String cell(EntryJudge judge, Cheat cheat, Cheat.@Nullable Fate fate, Path folder)
      throws IOException {
    if (fate == null) {
      return "";
    }
    var judgement =
        judge.judge(
            cheat.event(),
            cheat.make().in(folder),
            Optional.empty(),
            HostileCorpusTest.SEED,
            _ -> {});
    if (!fate.isThat(judgement)) {
      return "**%s** | **%s: %s**"
          .formatted(judgement.verdict(), judgement.defence(), judgement.reason());
    }
    return fate.equals(cheat.loose())
        ? fate.verdictText() + ": " + fate.text()
        : fate.verdictText() + " | " + fate.text();
  }
}
