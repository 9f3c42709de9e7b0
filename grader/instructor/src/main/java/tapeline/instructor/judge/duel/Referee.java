package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Event;
import tapeline.competition.workload.Question;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;

/// Asks a side, and looks at every answer: also at those whose times do not count.
final class Referee {
  /// The share of a fork's turns that is looked at by itself: its score is a low quantile of their
  /// times, so what is done in these alone decides it.
  private static final double FASTEST = 0.25;

  /// Standard errors by which the answers of those turns may be worse than they have to be.
  private static final double CHANCE = 3;

  private final Event event;
  private final PairBudget budget;
  private final List<Double> fastShares = new ArrayList<>();
  private final List<Double> slowShares = new ArrayList<>();
  private @Nullable List<Turn> fork;
  private int right;
  private int parts;
  private TurnClock.Use lastUse = new TurnClock.Use(0, 0);

  /// A turn that counts, and the answers in it.
  private static final class Turn {
    private long nanos;
    private int right;
    private int parts;
  }

  Referee(Event event) {
    this.event = event;
    budget = new PairBudget(event.limits());
  }

  /// The turns of a fork that count begin.
  void beginFork() {
    fork = new ArrayList<>();
  }

  /// They are over: the fastest of them are looked at by themselves.
  void endFork() {
    var turns =
        Objects.requireNonNull(fork, "it has begun").stream()
            .sorted(Comparator.comparingLong(t -> t.nanos))
            .toList();
    int fast = (int) Math.ceil(FASTEST * turns.size());
    for (int i = 0; i < turns.size(); i++) {
      var turn = turns.get(i);
      if (turn.parts > 0) {
        (i < fast ? fastShares : slowShares).add((double) turn.right / turn.parts);
      }
    }
    fork = null;
  }

  /// Nanoseconds that the answer took.
  ///
  /// @throws RuleBroken when it is wrong, or came faster than is possible
  long ask(ContestantProcess player, Question asked) throws IOException, RuleBroken {
    return ask(player, asked, ArenaFrames.question(asked.input()));
  }

  long ask(ContestantProcess player, Question asked, byte[] question)
      throws IOException, RuleBroken {
    player.begin();
    var reply = player.ask(question, asked.answerLength());
    add(player.end());
    look(asked, reply);
    return reply.nanos();
  }

  /// Returns the processor time of the last turn, which no other program's work changes.
  TurnClock.Use lastUse() {
    return lastUse;
  }

  /// Begins the record of a turn that took `use`.
  void add(TurnClock.Use use) {
    if (fork != null) {
      fork.add(new Turn());
    }
    lastUse = use;
  }

  /// Looks at an answer.
  void look(Question asked, ContestantProcess.Reply reply) throws RuleBroken {
    if (reply.nanos() < asked.floor()) {
      throw RuleBroken.rejected(
          Defence.ROOFLINE,
          "an answer of this size takes %.1f µs at least on any machine of this kind, got one after %.1f µs"
              .formatted(asked.floor() / 1e3, reply.nanos() / 1e3));
    }
    var mark = asked.mark(reply.answer());
    if (mark.problem().isPresent()) {
      throw RuleBroken.rejected(Defence.ORACLE, "a wrong answer: " + mark.problem().get());
    }
    right += mark.right();
    parts += mark.parts();
    if (fork != null) {
      var turn = fork.getLast();
      turn.nanos += reply.nanos();
      turn.right += mark.right();
      turn.parts += mark.parts();
    }
  }

  /// The time that its side may take of the pair.
  PairBudget budget() {
    return budget;
  }

  /// Checks the answers of a fork that has ended.
  ///
  /// @throws RuleBroken when too few parts of all answers or of the fastest ones were right
  void requireFair() throws RuleBroken {
    requireAccuracy();
    requireFastAccuracy();
  }

  /// The answers that are timed have to be right: those that were right in other turns do not make
  /// up for them, but by chance.
  private void requireFastAccuracy() throws RuleBroken {
    if (slowShares.size() < 2 || fastShares.isEmpty()) {
      return;
    }
    double fast = mean(fastShares);
    double error = deviation(slowShares) / Math.sqrt(fastShares.size());
    if (fast < event.tolerance() - CHANCE * error) {
      throw RuleBroken.rejected(
          Defence.ACCURACY,
          "at least %.1f %% have to be right, also in the fastest turns, got %.1f %% there and %.1f %% in the others"
              .formatted(100 * event.tolerance(), 100 * fast, 100 * mean(slowShares)));
    }
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(v -> v).average().orElse(0);
  }

  private static double deviation(List<Double> values) {
    double mean = mean(values);
    double sum = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
    return Math.sqrt(sum / (values.size() - 1));
  }

  /// @throws RuleBroken when too few parts of all answers were right: one answer alone cannot show
  ///   that
  void requireAccuracy() throws RuleBroken {
    if (parts > 0 && right < event.tolerance() * parts) {
      throw RuleBroken.rejected(
          Defence.ACCURACY,
          "at least %.1f %% have to be right, got %.1f %% of %d"
              .formatted(100 * event.tolerance(), 100.0 * right / parts, parts));
    }
  }
}
