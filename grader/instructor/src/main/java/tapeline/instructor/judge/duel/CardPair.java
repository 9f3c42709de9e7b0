package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;
import tapeline.bench.compare.Comparison;
import tapeline.bench.compare.Fork;
import tapeline.competition.Event;
import tapeline.competition.Event.SizeRange;
import tapeline.competition.Metric;
import tapeline.instructor.judge.arena.CardKind;
import tapeline.instructor.judge.duel.TimedPair.Outcome;
import tapeline.instructor.judge.entry.JudgeFolder;
import tapeline.instructor.judge.entry.KernelEntry;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.JudgeVerdict;
import tapeline.instructor.judge.verdict.RuleBroken;

/// Compares the times of two kernels on a card: first the emulator looks at both, at small sizes;
/// then forks, until the plan's looks decide.
///
/// @param seed of all that is drawn
/// @param progress hears which share is done, from 0 to 1
/// @param kind the card, or what stands for it in tests
public record CardPair(
    Event event,
    JudgeFolder folder,
    KernelEntry other,
    KernelEntry entry,
    JudgePlan plan,
    long seed,
    DoubleConsumer progress,
    CardKind kind) {
  /// A person looks at what is so many times better: from the plainest kernel to the best that are
  /// known it is some fifteen times.
  static final double MOST_BELIEVED = 30;

  private static final int LEAST_CHECKED = 17;
  private static final int MOST_CHECKED = 64;

  /// Judges the pair.
  ///
  /// @throws RuleBroken when the entry's kernel breaks a rule
  /// @throws NoCardException when there is no card: nothing is known of the entry then
  public Outcome run() throws IOException, RuleBroken, OtherBroken {
    var card = Card.find(kind, event, folder);
    check();
    var ofEntry = new CardReferee(event, card);
    var ofOther = new CardReferee(event, card);
    var forks = new ArrayList<Fork>();
    var unseen = new ArrayList<Double>();
    while (true) {
      var result = new CardFork(this, card, forks.size(), ofEntry, ofOther).run();
      forks.add(result.fork());
      unseen.add(result.unseen());
      progress.accept((double) forks.size() / plan.plan().most());
      var ended = Comparison.ended(other.name(), entry.name(), plan.plan(), forks);
      if (ended.isPresent()) {
        progress.accept(1);
        return outcome(ended.get(), card, CardClocks.disagree(unseen));
      }
    }
  }

  /// Checks both kernels on the emulator: one that is wrong there never reaches the card.
  private void check() throws IOException, RuleBroken, OtherBroken {
    try {
      new TrafficPair(small(event), folder, other, entry, plan, seed).check();
    } catch (RuleBroken e) {
      throw new RuleBroken(
          e.verdict(), e.defence(), "on the emulator, before the card: " + e.reason());
    }
  }

  /// Returns the event as a counted one, at sizes small enough for all checks of the emulator.
  static Event small(Event event) {
    return new Event(
        event.id(),
        event.title(),
        event.about(),
        event.workload(),
        Metric.TRAFFIC,
        event.publicSizes(),
        new SizeRange(
            atMost(LEAST_CHECKED, event.secretSizes().most()),
            atMost(MOST_CHECKED, event.secretSizes().most())),
        event.dtype(),
        event.threads(),
        event.tolerance(),
        event.baseline(),
        event.limits(),
        event.floor());
  }

  private static Map<String, Integer> atMost(int most, Map<String, Integer> sizes) {
    var small = new TreeMap<>(sizes);
    small.replaceAll((_, size) -> Math.min(size, most));
    return small;
  }

  private Outcome outcome(Comparison comparison, Card card, boolean hidden) {
    var score = TimedPair.score(comparison);
    if (hidden) {
      return new Outcome(
          JudgeVerdict.REVIEW,
          Defence.CLOCKS,
          "this machine's clock saw more of the kernel's time than the card's clock did",
          score);
    }
    return Outcome.of(
        comparison,
        score,
        MOST_BELIEVED,
        (", on " + card.name() + ". " + card.warning()).stripTrailing());
  }
}
