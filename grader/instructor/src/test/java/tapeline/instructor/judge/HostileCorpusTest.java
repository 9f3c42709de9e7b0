package tapeline.instructor.judge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tapeline.competition.Event;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.Judgement;

/// Every cheat of the [Corpus] comes to what it has to come to.
@Execution(value = ExecutionMode.CONCURRENT, reason = "how fast a cheat is does not matter")
@ResourceLock("pairs that no clock decides")
class HostileCorpusTest {
  static final long SEED = Long.getLong("judge.seed", 1);

  @TempDir static Path folder;
  private static EntryJudge judge;
  private static EntryJudge loose;

  @BeforeAll
  static void open() throws IOException {
    judge = EntryJudge.open(Corpus.PLAN);
    loose = EntryJudge.withFewerDefences(Corpus.PLAN, false, true);
    assumeTrue(judge.warning().isEmpty(), judge.warning()); // nothing hostile runs unprotected
  }

  @AfterAll
  static void close() throws IOException {
    judge.close();
    loose.close();
    CorpusFiles.deleteLinks(folder); // JUnit warns of each that it finds
  }

  @TestFactory
  Stream<DynamicTest> every_cheat_is_stopped_or_gains_nothing() {
    return Corpus.all().stream()
        .map(c -> dynamicTest(c.name(), () -> comesTo(c, judge, c.strict(), "strict")));
  }

  @TestFactory
  Stream<DynamicTest> and_without_the_list_of_names_the_rest_holds() {
    return Corpus.all().stream()
        .filter(c -> c.loose() != null)
        .map(c ->
            dynamicTest(c.name(), () -> comesTo(c, loose, requireNonNull(c.loose()), "loose")));
  }

  private static void comesTo(Cheat cheat, EntryJudge judge, Cheat.Fate fate, String how)
      throws IOException {
    var submission = cheat.make().in(folder.resolve(cheat.name() + "-" + how));
    var judgement = judged(judge, cheat.event(), submission, fate::isThat);
    assertThat(fate.isThat(judgement))
        .as(
            "%s should be %s by %s, got %s",
            cheat.what(), fate.verdictText(), fate.defences(), judgement)
        .isTrue();
  }

  /// A baseline that is slower beside an entry than alone comes of a busy machine as well: then it
  /// is judged again, at most twice.
  static Judgement judged(
      EntryJudge judge, Event event, Path submission, Predicate<Judgement> isWanted)
      throws IOException {
    var judgement = judge.judge(event, submission, Optional.empty(), SEED, _ -> {});
    for (int i = 0; i < 2 && isSlowedBaseline(judgement) && !isWanted.test(judgement); i++) {
      judgement = judge.judge(event, submission, Optional.empty(), SEED, _ -> {});
    }
    return judgement;
  }

  private static boolean isSlowedBaseline(Judgement judgement) {
    return judgement.defence().equals(Defence.ALONE.text());
  }
}
