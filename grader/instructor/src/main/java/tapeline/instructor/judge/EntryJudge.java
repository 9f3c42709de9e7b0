package tapeline.instructor.judge;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import tapeline.competition.Event;
import tapeline.competition.Metric;
import tapeline.instructor.judge.arena.CardKind;
import tapeline.instructor.judge.duel.CardPair;
import tapeline.instructor.judge.duel.CountedPair;
import tapeline.instructor.judge.duel.JudgePlan;
import tapeline.instructor.judge.duel.NoCardException;
import tapeline.instructor.judge.duel.OtherBroken;
import tapeline.instructor.judge.duel.Pair;
import tapeline.instructor.judge.duel.TimedPair;
import tapeline.instructor.judge.duel.TimedPair.Outcome;
import tapeline.instructor.judge.duel.TrafficPair;
import tapeline.instructor.judge.entry.Entrant;
import tapeline.instructor.judge.entry.EntryFiles;
import tapeline.instructor.judge.entry.JudgeFolder;
import tapeline.instructor.judge.entry.KernelEntry;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.Judgement;
import tapeline.instructor.judge.verdict.PairJudge;
import tapeline.instructor.judge.verdict.RuleBroken;
import tapeline.instruments.machine.SystemInfo;

/// The judge: opens a submission, checks it, runs it beside the other one, and says what became of
/// it. It has its own folder, which closing deletes.
///
/// ```java
/// try (var judge = EntryJudge.open(JudgePlan.OFFICIAL)) {
///   judge.judge(event, entry, Optional.empty(), new SecureRandom().nextLong(), share -> {});
/// }
/// ```
public final class EntryJudge implements PairJudge {
  private static final int LONGEST_REASON = 2_000;

  private final JudgePlan plan;
  private final boolean strict;
  private final JudgeFolder folder;
  private final CardKind card;
  private final SystemInfo machine;
  private String noCard = ""; // why, once that is known

  private EntryJudge(JudgePlan plan, boolean strict, JudgeFolder folder, CardKind card) {
    this.plan = plan;
    this.strict = strict;
    this.folder = folder;
    this.card = card;
    this.machine = SystemInfo.now();
  }

  /// A judge with all its defences.
  public static EntryJudge open(JudgePlan plan) throws IOException {
    return new EntryJudge(plan, true, JudgeFolder.open(), CardKind.REAL);
  }

  /// A judge for tests, whose card is the emulator with a made-up clock.
  static EntryJudge withSimulatedCard(JudgePlan plan) throws IOException {
    return new EntryJudge(plan, true, JudgeFolder.open(), CardKind.SIMULATED);
  }

  /// A judge that does not read the entry's classes, which shows what its other defences are worth.
  static EntryJudge withFewerDefences(JudgePlan plan) throws IOException {
    return new EntryJudge(plan, false, JudgeFolder.open(), CardKind.REAL);
  }

  /// The folder that closing deletes.
  Path folder() {
    return folder.path();
  }

  @Override
  public synchronized Judgement judge(
      Event event, Path entry, Optional<Path> against, long seed, DoubleConsumer progress)
      throws IOException {
    long start = System.nanoTime();
    Outcome outcome;
    try {
      outcome = compared(event, entry, against, seed, progress);
    } catch (RuleBroken e) {
      outcome = new Outcome(e.verdict(), e.defence(), e.reason(), null);
    } catch (NoCardException e) {
      noCard = e.why();
      throw e;
    } catch (OtherBroken e) {
      if (against.isEmpty()) {
        throw new IOException("the event's baseline fails: " + e.getMessage(), e);
      }
      outcome =
          new Outcome(
              JudgeVerdict.UNDECIDED,
              e.isOfMachine() ? null : Defence.OTHER,
              "it could not be compared, as the other entry was stopped: " + e.getMessage(),
              null);
    } finally {
      folder.tidy();
    }
    return new Judgement(
        seed,
        outcome.verdict(),
        outcome.defence() == null ? "" : outcome.defence().text(),
        cut(outcome.reason()),
        outcome.score(),
        machine,
        Instant.now().toString(),
        (System.nanoTime() - start) / 1e9);
  }

  private static String cut(String reason) {
    return reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) + "…" : reason;
  }

  private Outcome compared(
      Event event, Path entry, Optional<Path> against, long seed, DoubleConsumer progress)
      throws IOException, RuleBroken, OtherBroken {
    var files = EntryFiles.checked(event, entry, folder.fresh("entry"));
    if (event.metric() == Metric.TRAFFIC) {
      var kernel = KernelEntry.of(files, folder);
      return new TrafficPair(event, folder, otherKernel(event, against), kernel, plan, seed).run();
    }
    if (event.metric() == Metric.DEVICE_TIME) {
      var kernel = KernelEntry.of(files, folder);
      var other = otherKernel(event, against);
      requireCard(event);
      return new CardPair(event, folder, other, kernel, plan, seed, progress, card).run();
    }
    var contender = Entrant.of(files, folder, strict);
    var other = other(event, against);
    var pair = Pair.of(event, folder, other, contender, plan, seed, progress);
    return switch (event.metric()) {
      case TIME, LATENCY -> new TimedPair(pair).run();
      case SIZE, TRAFFIC, DEVICE_TIME -> new CountedPair(pair).run();
    };
  }

  /// A machine that had no card for one pair has none for the next: the judge does not look again.
  private void requireCard(Event event) throws NoCardException {
    if (!noCard.isEmpty()) {
      throw new NoCardException(event, noCard);
    }
  }

  private Entrant other(Event event, Optional<Path> against) throws IOException, OtherBroken {
    if (against.isEmpty()) {
      return Entrant.baseline(event, folder);
    }
    return OtherBroken.blaming(
        against.get().toString(),
        () ->
            Entrant.of(
                EntryFiles.checked(event, against.get(), folder.fresh("entry")), folder, strict));
  }

  private KernelEntry otherKernel(Event event, Optional<Path> against)
      throws IOException, OtherBroken {
    if (against.isEmpty()) {
      return KernelEntry.baseline(event, folder);
    }
    return OtherBroken.blaming(
        against.get().toString(),
        () ->
            KernelEntry.of(
                EntryFiles.checked(event, against.get(), folder.fresh("entry")), folder));
  }

  @Override
  public void close() throws IOException {
    folder.close();
  }
}
