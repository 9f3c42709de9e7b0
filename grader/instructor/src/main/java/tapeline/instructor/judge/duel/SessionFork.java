package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Pairing;
import tapeline.bench.load.Arrivals;
import tapeline.bench.load.LoadGenerator.Clock;
import tapeline.bench.stats.Sample;
import tapeline.competition.workload.Question;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.verdict.RuleBroken;

/// A fork of which sessions are timed: queries arrive at random (MLPerf's Server scenario), and the
/// 99th percentile of how long they waited is a session's value.
///
/// Queries come so often that the other side has work half of the time; the same for both. A
/// latency counts from when the query was due, so that who is late once is late for those behind.
final class SessionFork extends JudgedFork {
  private static final double LOAD = 0.5;
  private static final double QUANTILE = 0.99;
  private static final long AWAKE = 100_000; // ns

  SessionFork(Pair pair, int number, Referee ofEntry, Referee ofOther) {
    super(pair, number, ofEntry, ofOther);
  }

  /// The queries of a session, the same for both sides, and when they are due.
  record Session(List<Question> queries, List<byte[]> questions, long[] due) {}

  @Override
  Fork measured(ContestantProcess entry, ContestantProcess other, Pace pace, boolean swapped)
      throws IOException, RuleBroken, OtherBroken {
    var ofA = new ArrayList<Double>();
    var ofB = new ArrayList<Double>();
    var session = session(pace.millis());
    for (boolean turnOfA : Pairing.turns(pair.plan().sessions() / 2, random)) {
      if (turnOfA) {
        ofA.add(asOther(other, session));
      } else {
        ofB.add(run(entry, ofEntry, session));
      }
      if (ofA.size() == ofB.size()) {
        session = session(pace.millis());
      }
    }
    return new Fork(sample(ofA), sample(ofB), 1, 0, 0, swapped);
  }

  private Session session(double millis) {
    var queries = Stream.generate(this::next).limit(pair.plan().queries()).toList();
    var questions = queries.stream().map(q -> ArenaFrames.question(q.input())).toList();
    return new Session(
        queries, questions, Arrivals.poisson(LOAD * 1e3 / millis, queries.size(), random));
  }

  private double asOther(ContestantProcess other, Session session) throws IOException, OtherBroken {
    return OtherBroken.blaming(pair.other().name(), () -> run(other, ofOther, session));
  }

  /// Sleeps, but not to the end: a sleep ends late, and one that only spins takes a processor from
  /// who answers.
  private static void waitUntil(long due) {
    for (long left = due - Clock.SYSTEM.nanos(); left > AWAKE; left = due - Clock.SYSTEM.nanos()) {
      LockSupport.parkNanos(left - AWAKE);
    }
    Clock.SYSTEM.waitUntil(due);
  }

  /// The p99 of a session's latencies, ns. Its answers are looked at when it is over.
  static double run(ContestantProcess player, Referee referee, Session session)
      throws IOException, RuleBroken {
    var clock = Clock.SYSTEM;
    var latencies = new double[session.due().length];
    var replies = new ArrayList<ContestantProcess.Reply>();
    player.begin();
    long start = clock.nanos();
    for (int i = 0; i < latencies.length; i++) {
      waitUntil(start + session.due()[i]);
      var query = session.queries().get(i);
      replies.add(player.ask(session.questions().get(i), query.answerLength()));
      latencies[i] = clock.nanos() - (start + session.due()[i]);
    }
    referee.add(player.end());
    for (int i = 0; i < latencies.length; i++) {
      referee.look(session.queries().get(i), replies.get(i));
    }
    return Sample.of(latencies).quantile(QUANTILE);
  }
}
