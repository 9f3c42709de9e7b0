package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;
import tapeline.competition.workload.Draws;
import tapeline.competition.workload.Question;
import tapeline.competition.workload.Task;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.verdict.RuleBroken;

/// One fork: a JVM of each side, which take turns on the same inputs; then the entry is asked again
/// what it was asked before.
///
/// Drawn anew are the size, who starts first, who begins each turn and each block, and each input.
/// How many turns there are follows from the other side's speed, never from the entry's.
abstract sealed class JudgedFork permits TimedFork, SessionFork {
  private static final int LEAST_WARM_UPS = 3;
  private static final int MOST_WARM_UPS = 300;

  final Pair pair;
  final int number;
  final Draws random;
  final Referee ofEntry;
  final Referee ofOther;
  private final Task task;
  private int asked;

  /// The result of a fork.
  ///
  /// @param fork the times
  /// @param repeated the entry's processor time for questions that it had answered before, over
  ///   that for new ones: 1 for who computes, less for who remembers
  record Result(Fork fork, double repeated) {}

  /// @param number from 0: what is drawn depends on the seed and the number alone
  JudgedFork(Pair pair, int number, Referee ofEntry, Referee ofOther) {
    this.pair = pair;
    this.number = number;
    this.random = pair.draws("fork", number);
    this.ofEntry = ofEntry;
    this.ofOther = ofOther;
    this.task = Task.of(pair.event(), pair.draws("task", number));
  }

  Question next() {
    return task.ask(pair.draws("input", number, asked++));
  }

  /// The side that starts first is drawn for each two forks, and is the other one in the second.
  Result run() throws IOException, RuleBroken, OtherBroken {
    boolean drawn = pair.draws("first", number / 2).nextBoolean();
    boolean entryFirst = drawn == (number % 2 == 0);
    try (var first = pair.start(entryFirst, task, entryFirst ? ofEntry : ofOther);
        var second = pair.start(!entryFirst, task, entryFirst ? ofOther : ofEntry)) {
      var entry = entryFirst ? first : second;
      var other = entryFirst ? second : first;
      var pace = warmUp(entry, other);
      ofEntry.beginFork();
      var fork = measured(entry, other, pace, entryFirst);
      ofEntry.endFork();
      return new Result(fork, repeated(entry, pace.repeats(pair.plan())));
    }
  }

  /// The turns that count.
  ///
  /// @param pace of the other side
  /// @param swapped whether the entry was started first
  abstract Fork measured(
      ContestantProcess entry, ContestantProcess other, Pace pace, boolean swapped)
      throws IOException, RuleBroken, OtherBroken;

  static int count(double wanted, int most) {
    return (int) Math.clamp(wanted, 1, most);
  }

  /// The time that the other side takes for an answer. How many turns there are follows from its
  /// processor time, so that a busy machine does not make them fewer.
  ///
  /// @param millis of time
  /// @param workMillis of processor time, without the JVM's compilers
  record Pace(double millis, double workMillis) {
    /// How many questions are asked again.
    int repeats(JudgePlan plan) {
      return count(plan.forkMillis() / (4 * workMillis), plan.repeats());
    }
  }

  /// Asks both sides in turns that do not count, until the other side has worked long enough.
  private Pace warmUp(ContestantProcess entry, ContestantProcess other)
      throws IOException, RuleBroken, OtherBroken {
    var times = new ArrayList<Double>();
    var works = new ArrayList<Double>();
    double worked = 0;
    while (times.size() < LEAST_WARM_UPS
        || (worked < 1e6 * pair.plan().warmUpMillis() && times.size() < MOST_WARM_UPS)) {
      var input = next();
      boolean entryBegins = random.nextBoolean();
      if (entryBegins) {
        ofEntry.ask(entry, input);
      }
      times.add(asOther(other, input, ArenaFrames.question(input.input())));
      var use = ofOther.lastUse();
      works.add(use.own() > 0 ? (double) use.own() : times.getLast()); // a system may not show it
      worked += Math.max(works.getLast(), (double) use.all());
      if (!entryBegins) {
        ofEntry.ask(entry, input);
      }
    }
    return new Pace(lateMedian(times) / 1e6, lateMedian(works) / 1e6);
  }

  private static double lateMedian(List<Double> values) {
    return sample(values.subList(values.size() / 2, values.size())).median();
  }

  double asOther(ContestantProcess other, Question input, byte[] question)
      throws IOException, OtherBroken {
    return OtherBroken.blaming(pair.other().name(), () -> ofOther.ask(other, input, question));
  }

  /// Asks new questions, and as many that were asked before; which comes first is drawn. Of each
  /// kind the least processor time stands for all: what disturbs makes it longer.
  private double repeated(ContestantProcess entry, int repeats) throws IOException, RuleBroken {
    var known = new ArrayList<Question>();
    for (int i = 0; i < 2; i++) {
      known.add(next());
      ofEntry.ask(entry, known.getLast());
    }
    double fresh = Double.POSITIVE_INFINITY;
    double again = Double.POSITIVE_INFINITY;
    for (int i = 0; i < repeats; i++) {
      var input = next();
      var old = known.get(random.nextInt(known.size()));
      boolean freshFirst = random.nextBoolean();
      if (freshFirst) {
        fresh = Math.min(fresh, work(entry, input));
      }
      again = Math.min(again, work(entry, old));
      if (!freshFirst) {
        fresh = Math.min(fresh, work(entry, input));
      }
      known.add(input);
    }
    return again / fresh;
  }

  private double work(ContestantProcess entry, Question asked) throws IOException, RuleBroken {
    ofEntry.ask(entry, asked);
    return ofEntry.lastUse().own();
  }

  static Sample sample(List<Double> values) {
    return Sample.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
