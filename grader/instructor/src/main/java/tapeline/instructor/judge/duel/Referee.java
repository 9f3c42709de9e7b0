package tapeline.instructor.judge.duel;

import java.io.IOException;
import tapeline.competition.Event;
import tapeline.instructor.judge.Defence;
import tapeline.instructor.judge.RuleBroken;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.workload.Asked;

/// Asks a side, and looks at every answer: also at those whose times do not count.
final class Referee {
  /// How much more processor time than time a side may take, for each of its threads: what the
  /// clocks differ by.
  private static final double SLACK = 1.25;

  /// Threads that may want a processor beside those that may work: all of a JVM's wake up for a
  /// moment when it goes on, and on a busy machine they queue.
  private static final double WAKING = 1.5;

  private static final long SLACK_NANOS = 20_000_000;

  private final Event event;
  private int right;
  private int parts;
  private long nanos;
  private long wall;
  private long cpu;
  private long wanted;
  private long lastCpu;

  Referee(Event event) {
    this.event = event;
  }

  /// Nanoseconds that the answer took.
  ///
  /// @throws RuleBroken when it is wrong, or came faster than is possible
  long ask(Player player, Asked asked) throws IOException, RuleBroken {
    return ask(player, asked, ArenaFrames.question(asked.input()));
  }

  long ask(Player player, Asked asked, byte[] question) throws IOException, RuleBroken {
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

  /// Adds what a turn took.
  void add(Player.Use use) {
    wall += use.wallNanos();
    cpu += use.cpuNanos();
    wanted += use.wantedNanos();
    lastCpu = use.cpuNanos();
  }

  /// Looks at an answer.
  void look(Asked asked, Player.Reply reply) throws RuleBroken {
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

  /// @throws RuleBroken when too few parts of all answers were right, or more threads worked than
  ///   there may be
  void requireFair() throws RuleBroken {
    requireAccuracy();
    int threads = event.threads();
    if (cpu > SLACK * threads * wall + SLACK_NANOS
        || wanted > (threads + WAKING) * wall + SLACK_NANOS) {
      throw RuleBroken.rejected(
          Defence.PROCESSOR_TIME,
          "%d threads may work; in %.0f ms they took %.0f ms of processor time, and wanted %.0f ms"
              .formatted(threads, wall / 1e6, cpu / 1e6, wanted / 1e6));
    }
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
