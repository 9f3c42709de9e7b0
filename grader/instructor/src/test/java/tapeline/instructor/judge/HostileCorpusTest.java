package tapeline.instructor.judge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
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
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.instructor.judge.duel.OtherBroken;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.Judgement;

/// Every cheat of the [Corpus] comes to what it has to come to.
@Execution(value = ExecutionMode.CONCURRENT, reason = "how fast a cheat is does not matter")
@ResourceLock("pairs that no clock decides")
@Needs(Need.BUBBLEWRAP)
class HostileCorpusTest {
  static final long SEED = Long.getLong("judge.seed", 1);

  private static final Set<Defence> OF_A_BUSY_MACHINE =
      EnumSet.of(Defence.SET_UP, Defence.DEADLINE, Defence.SPREAD);

  @TempDir static Path folder;
  private static EntryJudge judge;
  private static EntryJudge loose;

  @BeforeAll
  static void open() throws IOException {
    judge = EntryJudge.open(Corpus.PLAN);
    loose = EntryJudge.withFewerDefences(Corpus.PLAN);
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
      throws Exception {
    var submission = cheat.make().in(folder.resolve(cheat.name() + "-" + how));
    var judgement = judged(judge, cheat.event(), submission, fate::isThat);
    assertThat(fate.isThat(judgement))
        .as(
            "%s should be %s by %s, got %s",
            cheat.what(), fate.verdictText(), fate.defences(), judgement)
        .isTrue();
  }

  static Judgement judged(
      EntryJudge judge, Event event, Path submission, Predicate<Judgement> isWanted)
      throws Exception {
    return judged(() -> judge.judge(event, submission, Optional.empty(), SEED, _ -> {}), isWanted);
  }

  /// Some judgements come of a busy machine as well: such a one that is not wanted is made again,
  /// at most twice, and one that failed because the baseline was late.
  static Judgement judged(Callable<Judgement> judge, Predicate<Judgement> isWanted)
      throws Exception {
    for (int left = 2; ; left--) {
      try {
        var judgement = judge.call();
        if (left == 0 || !mayBeBusy(judgement) || isWanted.test(judgement)) {
          return judgement;
        }
      } catch (IOException e) {
        if (left == 0 || !(e.getCause() instanceof OtherBroken other) || !other.isOfMachine()) {
          throw e;
        }
      }
    }
  }

  private static boolean mayBeBusy(Judgement judgement) {
    return OF_A_BUSY_MACHINE.stream().anyMatch(d -> d.text().equals(judgement.defence()));
  }
}
