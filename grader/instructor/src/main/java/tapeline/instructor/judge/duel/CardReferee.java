package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tapeline.competition.Event;
import tapeline.competition.workload.Question;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.arena.KernelRunner;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;

/// Asks a side for a launch, and looks at every product: also at those whose times do not count.
final class CardReferee {
  /// A product needs `2mkn` operations, and an eighth less for each level of Strassen's way: no
  /// kernel has more than two of them.
  private static final double STRASSEN = 0.75;

  private final Card card;
  private final PairBudget budget;

  CardReferee(Event event, Card card) {
    this.card = card;
    budget = new PairBudget(event.limits());
  }

  /// The time that its side may take of the pair.
  PairBudget budget() {
    return budget;
  }

  /// The times that a launch took.
  ///
  /// @param device ns on the card's clock
  /// @param host ns on the clock of the JVM that asked for it
  record Launch(long device, long host) {}

  /// The launches of one side in a fork.
  static final class Launches {
    private final List<Launch> launches = new ArrayList<>();

    void add(Launch launch) {
      launches.add(launch);
    }

    int size() {
      return launches.size();
    }

    double[] device() {
      return launches.stream().mapToDouble(Launch::device).toArray();
    }

    /// The ns of each launch that the machine's clock saw beside the card's.
    double[] beside() {
      return launches.stream().mapToDouble(l -> l.host() - l.device()).toArray();
    }
  }

  /// @throws RuleBroken when the product is wrong, came faster than is possible, or not at all
  Launch ask(ContestantProcess player, Question asked) throws IOException, RuleBroken {
    int length = asked.answerLength();
    ContestantProcess.Reply reply;
    try {
      player.begin();
      reply = player.ask(ArenaFrames.question(asked.input()), length + KernelRunner.COUNTS);
      player.end();
    } catch (RuleBroken e) {
      throw e.defence() == Defence.EXCEPTION ? RuleBroken.rejected(Defence.CARD, e.reason()) : e;
    }
    var mark = asked.mark(Arrays.copyOf(reply.answer(), length));
    if (mark.problem().isPresent()) {
      throw RuleBroken.rejected(Defence.ORACLE, "a wrong answer: " + mark.problem().get());
    }
    var launch =
        new Launch(
            KernelRunner.count(reply.answer(), length),
            KernelRunner.count(reply.answer(), length + 2));
    requirePossible(asked, launch, card);
    return launch;
  }

  /// @throws RuleBroken when no card, or not this one, is so fast
  static void requirePossible(Question asked, Launch launch, Card card) throws RuleBroken {
    if (launch.device() < asked.floor()) {
      throw RuleBroken.rejected(
          Defence.ROOFLINE,
          "a product of this size takes %.1f µs at least on any card, got one after %.1f µs"
              .formatted(asked.floor() / 1e3, launch.device() / 1e3));
    }
    float[] size = asked.input()[0];
    double operations = 2.0 * size[0] * size[1] * size[2];
    double least = card.gflops() > 0 ? STRASSEN * operations / card.gflops() : 0;
    if (launch.device() < least) {
      throw RuleBroken.rejected(
          Defence.ROOFLINE,
          "a product of this size takes %.1f µs at least on %s, got one after %.1f µs"
              .formatted(least / 1e3, card.name(), launch.device() / 1e3));
    }
  }
}
