package tapeline.instructor.judge.duel;

import java.io.IOException;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Pairing;
import tapeline.bench.stats.Sample;
import tapeline.competition.workload.Draws;
import tapeline.competition.workload.Question;
import tapeline.competition.workload.Task;
import tapeline.instructor.judge.duel.CardReferee.Launches;
import tapeline.instructor.judge.entry.KernelEntry;
import tapeline.instructor.judge.verdict.RuleBroken;

/// One fork on a card: a JVM of each side with a context of its own, which take turns on the same
/// numbers, in blocks of four that are ABBA or BAAB.
///
/// A JVM that waits for its turn is not stopped: it holds the driver's locks, and of the entry
/// nothing is in it that could run. How many turns there are follows from the other side's speed.
final class CardFork {
  private static final int LEAST_WARM_UPS = 3;
  private static final int MOST_WARM_UPS = 20;

  private final CardPair pair;
  private final Card card;
  private final int number;
  private final CardReferee ofEntry;
  private final CardReferee ofOther;
  private final Draws random;
  private final Task task;
  private int asked;

  /// The result of a fork.
  ///
  /// @param unseen see [CardClocks#unseen]
  record Result(Fork fork, double unseen) {}

  /// @param number from 0: what is drawn depends on the seed and the number alone
  CardFork(CardPair pair, Card card, int number, CardReferee ofEntry, CardReferee ofOther) {
    this.pair = pair;
    this.card = card;
    this.number = number;
    this.ofEntry = ofEntry;
    this.ofOther = ofOther;
    this.random = Draws.of(pair.seed(), "card fork", number);
    this.task = Task.of(pair.event(), Draws.of(pair.seed(), "card task", number));
  }

  private Question next() {
    return task.ask(Draws.of(pair.seed(), "card input", number, asked++));
  }

  Result run() throws IOException, RuleBroken, OtherBroken {
    boolean entryFirst = random.nextBoolean();
    try (var first = start(entryFirst);
        var second = start(!entryFirst)) {
      var entry = entryFirst ? first : second;
      var other = entryFirst ? second : first;
      double millis = warmUp(entry, other) / 1e6;
      int blocks = blocks(millis);
      var a = new Launches();
      var b = new Launches();
      var input = next();
      for (boolean turnOfA : Pairing.turns(blocks, random)) {
        if (turnOfA) {
          a.add(asOther(other, input));
        } else {
          b.add(ofEntry.ask(entry, input));
        }
        if (a.size() == b.size()) {
          input = next(); // a fresh one for both
        }
      }
      var fork = new Fork(Sample.of(a.device()), Sample.of(b.device()), 1, 0, 0, entryFirst);
      return new Result(fork, CardClocks.unseen(a, b));
    }
  }

  private int blocks(double millis) {
    double wanted = pair.plan().forkMillis() / (2 * millis);
    return (int) Math.clamp(wanted, 1, pair.plan().plan().blocks());
  }

  /// Turns that do not count, until the other side has worked long enough; as many of the entry.
  /// Returns the ns of a turn of the other side by then, of which the kernel is a small part.
  private double warmUp(ContestantProcess entry, ContestantProcess other)
      throws IOException, RuleBroken, OtherBroken {
    double worked = 0;
    double last = 0;
    for (int i = 0;
        i < LEAST_WARM_UPS || (i < MOST_WARM_UPS && worked < 1e6 * pair.plan().warmUpMillis());
        i++) {
      var input = next();
      boolean entryFirst = random.nextBoolean();
      if (entryFirst) {
        ofEntry.ask(entry, input);
      }
      long begin = System.nanoTime();
      asOther(other, input);
      last = System.nanoTime() - begin;
      worked += last;
      if (!entryFirst) {
        ofEntry.ask(entry, input);
      }
    }
    return last;
  }

  private CardReferee.Launch asOther(ContestantProcess other, Question input)
      throws IOException, OtherBroken {
    return OtherBroken.blaming(pair.other().name(), () -> ofOther.ask(other, input));
  }

  private ContestantProcess start(boolean isEntry) throws IOException, RuleBroken, OtherBroken {
    return isEntry
        ? started(pair.entry(), ofEntry)
        : OtherBroken.blaming(pair.other().name(), () -> started(pair.other(), ofOther));
  }

  private ContestantProcess started(KernelEntry kernel, CardReferee referee)
      throws IOException, RuleBroken {
    var command = kernel.cardCommand(pair.event(), pair.folder(), card.kind(), card.walled());
    return new ContestantProcess(
        command, kernel.given(card.kind()), pair.event().limits(), referee.budget(), false);
  }
}
