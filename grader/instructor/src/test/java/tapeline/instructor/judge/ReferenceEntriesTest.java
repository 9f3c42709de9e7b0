package tapeline.instructor.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.competition.Archive;
import tapeline.competition.EntryFolder;
import tapeline.competition.Manifest;
import tapeline.competition.Packaging;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.judge.verdict.JudgeVerdict;

/// Entries of module 20's learners are judged as they submit them: begun, completed, packed.
@Needs(Need.BUBBLEWRAP)
class ReferenceEntriesTest {
  @TempDir Path folder;
  @AutoClose private static EntryJudge judge;

  @BeforeAll
  static void open() throws IOException {
    judge = EntryJudge.open(Corpus.PLAN);
  }

  /// The sources of module 20's answers.
  private static Path sources() {
    return SampleEntry.root()
        .resolve("../../../solutions/20-competition/src/main/java/tapeline/competition")
        .normalize();
  }

  @ParameterizedTest
  @ValueSource(strings = {"matmul", "scalar-sprint"})
  void the_entry_that_the_module_asks_for_is_ranked(String id) throws IOException {
    var event = QuickEvents.named(id);
    var mine = folder.resolve("mine");
    EntryFolder.begin(event, sources(), mine);
    var begun = Manifest.read(Files.readString(mine.resolve(Archive.MANIFEST)));
    HonestManifest.write(mine, event, "mine", begun.main());
    var zip = folder.resolve("mine.zip");
    assertThat(Packaging.pack(mine, zip)).as("the rules that the manifest breaks").isEmpty();
    var judgement = judge.judge(event, zip, Optional.empty(), HostileCorpusTest.SEED, _ -> {});
    assertThat(judgement.verdict())
        .as("%s of module 20 keeps all rules, got %s", begun.main(), judgement)
        .isIn(
            JudgeVerdict.BETTER,
            JudgeVerdict.WORSE,
            JudgeVerdict.UNDECIDED,
            JudgeVerdict.REVIEW); // ten times as fast as a tape, perhaps
  }
}
