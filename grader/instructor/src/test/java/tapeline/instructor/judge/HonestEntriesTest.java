package tapeline.instructor.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tapeline.bench.compare.Plan;
import tapeline.competition.Archive;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.judge.duel.JudgePlan;
import tapeline.instructor.judge.verdict.JudgeVerdict;

/// No honest entry is stopped: the samples in the repository, as folders and as archives.
@Needs(Need.BUBBLEWRAP)
class HonestEntriesTest {
  /// Four forks, two of each kind: enough for every control.
  private static final JudgePlan PLAN =
      new JudgePlan(
          new Plan(new int[] {4}, new double[] {0.05}, 5, 400, 100), 100, 250, 10, 8, 2, 3);

  @TempDir static Path folder;
  @AutoClose private static EntryJudge judge;
  @AutoClose private static EntryJudge quick;

  @BeforeAll
  static void open() throws IOException {
    judge = EntryJudge.open(PLAN);
    quick = EntryJudge.open(Corpus.PLAN);
  }

  @TestFactory
  Stream<DynamicTest> every_sample_is_ranked() throws IOException {
    return SampleEntry.all().stream().map(s -> dynamicTest(s.folder(), () -> isRanked(s)));
  }

  @TestFactory
  Stream<DynamicTest> every_short_one_is_ranked() {
    return ShortEntries.read("honest.txt").stream()
        .map(entry -> dynamicTest(entry.name(), () -> isRanked(entry)));
  }

  private static void isRanked(Cheat entry) throws Exception {
    var made = entry.make().in(folder.resolve(entry.name()));
    var judgement =
        HostileCorpusTest.judged(quick, entry.event(), made, j -> j.verdict().isRanked());
    assertThat(judgement.verdict().isRanked())
        .as("%s is honest and has to be ranked, got %s", entry.name(), judgement)
        .isTrue();
  }

  private static void isRanked(SampleEntry sample) throws Exception {
    var zip = folder.resolve(sample.folder() + ".zip");
    Archive.pack(sample.path(), zip);
    var event = QuickEvents.named(sample.manifest().event());
    var judgement = HostileCorpusTest.judged(judge, event, zip, j -> j.verdict().isRanked());
    assertThat(judgement.verdict().isRanked())
        .as("%s is honest and has to be ranked, got %s", sample.folder(), judgement)
        .isTrue();
    assertThat(judgement.score()).as("%s was measured", sample.folder()).isNotNull();
    if (event.metric().isCounted()) {
      assertThat(judgement.verdict())
          .as("%s has fewer %s than the baseline", sample.folder(), event.metric().unit())
          .isEqualTo(JudgeVerdict.BETTER);
    }
  }
}
