package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;
import tapeline.competition.Event;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;
import tapeline.instructor.judge.workload.Question;

/// Asks a side, and looks at every answer: also at those whose times do not count.
final class Referee {
  /// How much more processor time than time a side may take, for each of its threads: what the
  /// clocks differ by. More is proof that more threads worked at once. Who shares processors with
  /// others takes longer, and no more processor time: so this never wrongs an entry.
  private static final double SLACK = 1.25;

  private static final long SLACK_NANOS = 20_000_000;

  /// The share of the entry's work that more threads than may work did. That threads wait for one
  /// another or for a processor changes nothing of it: two that halve the work of one have 0.3 to
  /// 0.5, and honest entries had 0.00.
  private static final double MOST_BESIDE = 0.25;

  /// Beside that, this share of the time: a thread that wakes up a thousand times a second to find
  /// nothing takes 0.03, and on a busy machine the time is long beside the work. So there two
  /// threads that halve the work are doubted, and not rejected.
  private static final double WAKING = 0.05;

  /// From this share of the work on a person looks at it.
  private static final double DOUBTED_BESIDE = 0.2;

  /// Work of threads that have ended, whose number nobody can tell: from this share on a person
  /// looks at it.
  private static final double DOUBTED_ENDED = 0.25;

  private final Event event;
  private int right;
  private int parts;
  private long nanos;
  private long wall;
  private long cpu;
  private double work; // of the entry's threads
  private double beside; // of it, of more threads than may work in a turn
  private double ended; // of it, of threads that are gone
  private long lastCpu;
  private long lastWork;

  Referee(Event event) {
    this.event = event;
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

  /// Nanoseconds of processor time of the last turn: what no other program's work changes.
  long lastCpu() {
    return lastCpu;
  }

  /// The same without the JVM's compilers: what the side's own code took.
  long lastWork() {
    return lastWork;
  }

  /// Adds what a turn took.
  void add(TurnClock.Use use) {
    wall += use.wallNanos();
    cpu += use.cpuNanos();
    var threads = new ArrayList<>(use.entrysNanos());
    threads.add(use.endedNanos()); // as if they were one
    threads.sort(Comparator.reverseOrder());
    for (int i = 0; i < threads.size(); i++) {
      work += threads.get(i);
      beside += i < event.threads() ? 0 : threads.get(i);
    }
    ended += use.endedNanos();
    lastCpu = use.cpuNanos();
    lastWork = use.workNanos();
  }

  /// Looks at an answer.
  void look(Question asked, ContestantProcess.Reply reply) throws RuleBroken {
    nanos += reply.nanos();
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
    requireBudget();
  }

  private void requireBudget() throws RuleBroken {
    if (nanos > 1e9 * event.limits().budgetSeconds()) {
      throw RuleBroken.rejected(
          Defence.BUDGET,
          "all answers together have %d s".formatted(event.limits().budgetSeconds()));
    }
  }

  /// @throws RuleBroken when too few parts of all answers were right, or it is proven that more
  ///   threads worked than there may be
  void requireFair() throws RuleBroken {
    requireAccuracy();
    if (cpu > SLACK * event.threads() * wall + SLACK_NANOS
        || (work > SLACK_NANOS && beside > MOST_BESIDE * work + WAKING * wall)) {
      throw RuleBroken.rejected(Defence.PROCESSOR_TIME, numbers());
    }
  }

  /// What a person has to look at: signs of more threads than may work, which prove nothing.
  Optional<String> doubt() {
    return work > SLACK_NANOS && (beside > DOUBTED_BESIDE * work || ended > DOUBTED_ENDED * work)
        ? Optional.of(numbers())
        : Optional.empty();
  }

  private String numbers() {
    return ("%d threads may work; in %.0f ms of its turns all threads took %.0f ms of processor time;"
            + " of the entry's work more threads than may did %.0f %%, and threads that have ended"
            + " %.0f %%")
        .formatted(event.threads(), wall / 1e6, cpu / 1e6, percent(beside), percent(ended));
  }

  private double percent(double part) {
    return work == 0 ? 0 : 100 * part / work;
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
