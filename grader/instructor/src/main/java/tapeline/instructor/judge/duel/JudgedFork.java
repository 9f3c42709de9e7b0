package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tapeline.bench.compare.Fork;
import tapeline.bench.stats.Sample;
import tapeline.instructor.judge.Draws;
import tapeline.instructor.judge.RuleBroken;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.workload.Asked;
import tapeline.instructor.judge.workload.Task;

/// One fork: a JVM of each side, which take turns on the same inputs; then two controls.
///
/// Drawn anew are the size, who starts first, who warms up first, who begins each block, and each
/// input. How many turns there are follows from the other side's speed, never from the entry's.
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

  /// What came of it.
  ///
  /// @param fork the times
  /// @param repeated the entry's processor time for questions that it had answered before, over
  ///   that for new ones: 1 for who computes, less for who remembers
  /// @param disturbed the other side's time beside the entry, over that alone
  record Result(Fork fork, double repeated, double disturbed) {}

  /// @param number from 0: what is drawn depends on the seed and the number alone
  JudgedFork(Pair pair, int number, Referee ofEntry, Referee ofOther) {
    this.pair = pair;
    this.number = number;
    this.random = pair.draws("fork", number);
    this.ofEntry = ofEntry;
    this.ofOther = ofOther;
    this.task = Task.of(pair.event(), pair.draws("task", number));
  }

  Asked next() {
    return task.ask(pair.draws("input", number, asked++));
  }

  Result run() throws IOException, RuleBroken, Pair.OtherBroken {
    boolean entryFirst = random.nextBoolean();
    try (var first = pair.start(entryFirst, task);
        var second = pair.start(!entryFirst, task)) {
      var entry = entryFirst ? first : second;
      var other = entryFirst ? second : first;
      double millis = warmUp(entry, other) / 1e6;
      var fork = measured(entry, other, millis, entryFirst);
      int repeats = count(pair.plan().forkMillis() / (4 * millis), pair.plan().repeats());
      var beside = new double[repeats];
      double repeated = repeated(entry, other, beside);
      entry.close();
      return new Result(fork, repeated, Sample.of(beside).min() / alone(other, repeats));
    }
  }

  /// The turns that count.
  ///
  /// @param millis that the other side takes for an answer
  /// @param swapped whether the entry was started first
  abstract Fork measured(Player entry, Player other, double millis, boolean swapped)
      throws IOException, RuleBroken, Pair.OtherBroken;

  static int count(double wanted, int most) {
    return (int) Math.clamp(wanted, 1, most);
  }

  /// Turns that do not count, until the other side has worked long enough; as many of the entry.
  /// Returns the ns that the other side takes for an answer by then.
  private double warmUp(Player entry, Player other)
      throws IOException, RuleBroken, Pair.OtherBroken {
    var warm = new ArrayList<Double>();
    double worked = 0;
    while (warm.size() < LEAST_WARM_UPS
        || (worked < 1e6 * pair.plan().warmUpMillis() && warm.size() < MOST_WARM_UPS)) {
      var input = next();
      boolean entryFirst = random.nextBoolean();
      if (entryFirst) {
        ofEntry.ask(entry, input);
      }
      warm.add(asOther(other, input, ArenaFrames.question(input.input())));
      worked += warm.getLast();
      if (!entryFirst) {
        ofEntry.ask(entry, input);
      }
    }
    return sample(warm.subList(warm.size() / 2, warm.size())).median();
  }

  double asOther(Player other, Asked input, byte[] question) throws IOException, Pair.OtherBroken {
    try {
      return ofOther.ask(other, input, question);
    } catch (RuleBroken e) {
      throw new Pair.OtherBroken(pair.other().name(), e);
    }
  }

  /// New questions, and as many that were there before; which comes first is drawn. Of each kind
  /// the least processor time stands for all: what disturbs makes it longer.
  ///
  /// @param beside gets the other side's times
  private double repeated(Player entry, Player other, double[] beside)
      throws IOException, RuleBroken, Pair.OtherBroken {
    var known = new ArrayList<Asked>();
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
        fresh = Math.min(fresh, cpu(entry, input, question));
      }
      again = Math.min(again, cpu(entry, old, oldQuestion));
      if (!freshFirst) {
        fresh = Math.min(fresh, cpu(entry, input, question));
      }
      beside[i] = asOther(other, input, question);
      known.add(input);
    }
    return again / fresh;
  }

  private double cpu(Player entry, Asked asked, byte[] question) throws IOException, RuleBroken {
    ofEntry.ask(entry, asked, question);
    return ofEntry.lastCpu();
  }

  /// The other side's time when the entry is gone, ns.
  private double alone(Player other, int repeats) throws IOException, Pair.OtherBroken {
    var nanos = new double[repeats];
    for (int i = 0; i < repeats; i++) {
      var input = next();
      nanos[i] = asOther(other, input, ArenaFrames.question(input.input()));
    }
    return Sample.of(nanos).min();
  }

  static Sample sample(List<Double> values) {
    return Sample.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
