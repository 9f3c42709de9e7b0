package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.verdict.RuleBroken;
import tapeline.instructor.judge.workload.Draws;
import tapeline.instructor.judge.workload.Question;
import tapeline.instructor.judge.workload.Task;

/// One fork: a JVM of each side, which take turns on the same inputs; then two controls.
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
  /// @param disturbed the other side's time beside the entry, over that alone
  /// @param aloneFirst whether that alone was before the entry came, and not after it had gone
  record Result(Fork fork, double repeated, double disturbed, boolean aloneFirst) {}

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

  /// The side that starts first is drawn for each two forks, and is the other one in the second: so
  /// are both places of the control that is measured alone.
  Result run() throws IOException, RuleBroken, OtherBroken {
    boolean drawn = pair.draws("first", number / 2).nextBoolean();
    return drawn == (number % 2 == 0) ? aloneLast() : aloneFirst();
  }

  /// The entry starts first, and leaves before the last control.
  private Result aloneLast() throws IOException, RuleBroken, OtherBroken {
    try (var entry = pair.start(true, task, ofEntry);
        var other = pair.start(false, task, ofOther)) {
      var pace =
          warmUp(input -> {
            if (random.nextBoolean()) {
              ofEntry.ask(entry, input);
              return asOther(other, input);
            }
            long nanos = asOther(other, input);
            ofEntry.ask(entry, input);
            return nanos;
          });
      var fork = counted(entry, other, pace, true);
      var beside = new double[pace.repeats(pair.plan())];
      double repeated = repeated(entry, other, beside);
      entry.close();
      return new Result(fork, repeated, least(beside) / alone(other, beside.length), false);
    }
  }

  /// The other side is alone at first; then the entry starts, and gets as many turns before those
  /// that count.
  private Result aloneFirst() throws IOException, RuleBroken, OtherBroken {
    try (var other = pair.start(false, task, ofOther)) {
      var inputs = new ArrayList<Question>();
      var pace =
          warmUp(input -> {
            inputs.add(input);
            return asOther(other, input);
          });
      int repeats = pace.repeats(pair.plan());
      double alone = alone(other, repeats);
      try (var entry = pair.start(true, task, ofEntry)) {
        for (var input : inputs) {
          ofEntry.ask(entry, input);
        }
        for (int i = 0; i < repeats; i++) {
          ofEntry.ask(entry, next()); // as many as the other side had alone: both are as warm
        }
        var fork = counted(entry, other, pace, false);
        var beside = new double[repeats];
        double repeated = repeated(entry, other, beside);
        return new Result(fork, repeated, least(beside) / alone, true);
      }
    }
  }

  private Fork counted(ContestantProcess entry, ContestantProcess other, Pace pace, boolean swapped)
      throws IOException, RuleBroken, OtherBroken {
    ofEntry.beginFork();
    var fork = measured(entry, other, pace, swapped);
    ofEntry.endFork();
    return fork;
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
    /// How often each control asks.
    int repeats(JudgePlan plan) {
      return count(plan.forkMillis() / (4 * workMillis), plan.repeats());
    }
  }

  /// Asks at least the other side.
  private interface WarmUpTurn {
    /// Returns the ns that the other side took.
    long ask(Question input) throws IOException, RuleBroken, OtherBroken;
  }

  /// Turns that do not count, until the other side has worked long enough.
  private Pace warmUp(WarmUpTurn turn) throws IOException, RuleBroken, OtherBroken {
    var times = new ArrayList<Double>();
    var works = new ArrayList<Double>();
    double worked = 0;
    while (times.size() < LEAST_WARM_UPS
        || (worked < 1e6 * pair.plan().warmUpMillis() && times.size() < MOST_WARM_UPS)) {
      times.add((double) turn.ask(next()));
      // a system may not show it
      works.add(ofOther.lastWork() > 0 ? (double) ofOther.lastWork() : times.getLast());
      worked += Math.max(works.getLast(), (double) ofOther.lastCpu());
    }
    return new Pace(lateMedian(times) / 1e6, lateMedian(works) / 1e6);
  }

  private static double lateMedian(List<Double> values) {
    return sample(values.subList(values.size() / 2, values.size())).median();
  }

  private long asOther(ContestantProcess other, Question input) throws IOException, OtherBroken {
    return (long) asOther(other, input, ArenaFrames.question(input.input()));
  }

  double asOther(ContestantProcess other, Question input, byte[] question)
      throws IOException, OtherBroken {
    return OtherBroken.blaming(pair.other().name(), () -> ofOther.ask(other, input, question));
  }

  /// New questions, and as many that were there before; which comes first is drawn. Of each kind
  /// the least processor time stands for all: what disturbs makes it longer.
  ///
  /// @param beside gets the other side's times
  private double repeated(ContestantProcess entry, ContestantProcess other, double[] beside)
      throws IOException, RuleBroken, OtherBroken {
    var known = new ArrayList<Question>();
    for (int i = 0; i < 2; i++) {
      known.add(next());
      ofEntry.ask(entry, known.getLast());
    }
    double fresh = Double.POSITIVE_INFINITY;
    double again = Double.POSITIVE_INFINITY;
    for (int i = 0; i < beside.length; i++) {
      var input = next();
      var question = ArenaFrames.question(input.input());
      var old = known.get(random.nextInt(known.size()));
      var oldQuestion = ArenaFrames.question(old.input());
      boolean freshFirst = random.nextBoolean();
      if (freshFirst) {
        fresh = Math.min(fresh, work(entry, input, question));
      }
      again = Math.min(again, work(entry, old, oldQuestion));
      if (!freshFirst) {
        fresh = Math.min(fresh, work(entry, input, question));
      }
      beside[i] = asOther(other, input, question);
      known.add(input);
    }
    return again / fresh;
  }

  private double work(ContestantProcess entry, Question asked, byte[] question)
      throws IOException, RuleBroken {
    ofEntry.ask(entry, asked, question);
    return ofEntry.lastWork();
  }

  /// The other side's time when there is no entry, ns.
  private double alone(ContestantProcess other, int repeats) throws IOException, OtherBroken {
    var nanos = new double[repeats];
    for (int i = 0; i < repeats; i++) {
      nanos[i] = asOther(other, next());
    }
    return least(nanos);
  }

  /// The least time stands for all: a disturbance makes times longer.
  private static double least(double[] nanos) {
    return Sample.of(nanos).min();
  }

  static Sample sample(List<Double> values) {
    return Sample.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
