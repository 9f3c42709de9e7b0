package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tapeline.bench.compare.Fork;
import tapeline.bench.compare.Pairing;
import tapeline.bench.stats.Sample;
import tapeline.instructor.judge.RuleBroken;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.workload.Asked;
import tapeline.instructor.judge.workload.Task;

/// One fork: a JVM of each side, which take turns on the same inputs.
///
/// Drawn anew are the size, who starts first, who warms up first, who begins each block, and each
/// input. How many turns there are follows from the other side's speed, never from the entry's.
final class TimedFork {
  private static final int LEAST_WARM_UPS = 3;
  private static final int MOST_WARM_UPS = 300;

  private final Pair pair;
  private final int number;
  private final Task task;
  private final Referee ofEntry;
  private final Referee ofOther;
  private final List<Double> warm = new ArrayList<>(); // the other side's warm-up, ns
  private int asked;

  /// What came of it.
  ///
  /// @param fork the times
  /// @param repeated the entry's time for questions that it had answered before, over that for new
  ///   ones
  /// @param disturbed the other side's time beside the entry, over that alone
  record Result(Fork fork, double repeated, double disturbed) {}

  /// @param number from 0: what is drawn depends on the seed and the number alone
  TimedFork(Pair pair, int number, Referee ofEntry, Referee ofOther) {
    this.pair = pair;
    this.number = number;
    this.ofEntry = ofEntry;
    this.ofOther = ofOther;
    this.task = Task.of(pair.event(), pair.draws("task", number));
  }

  private Asked next() {
    return task.ask(pair.draws("input", number, asked++));
  }

  Result run() throws IOException, RuleBroken, Pair.OtherBroken {
    var random = pair.draws("fork", number);
    boolean entryFirst = random.nextBoolean();
    try (var first = pair.start(entryFirst, task);
        var second = pair.start(!entryFirst, task)) {
      var entry = entryFirst ? first : second;
      var other = entryFirst ? second : first;
      warmUp(entry, other, random);
      double millis = Sample.of(last(warm)).median() / 1e6;
      int blocks = count(pair.plan().forkMillis() / (4 * millis), pair.plan().plan().blocks());
      var ofA = new ArrayList<Double>();
      var ofB = new ArrayList<Double>();
      var input = next();
      var question = ArenaFrames.question(input.input());
      for (boolean turnOfA : Pairing.turns(blocks, random)) {
        if (ofA.size() == ofB.size()) {
          input = next(); // a fresh input for both
          question = ArenaFrames.question(input.input());
        }
        if (turnOfA) {
          ofA.add(asOther(other, input, question));
        } else {
          ofB.add((double) ofEntry.ask(entry, input, question));
        }
      }
      var fork = new Fork(sample(ofA), sample(ofB), 1, 0, 0, entryFirst);
      int repeats = count(pair.plan().forkMillis() / (4 * millis), pair.plan().repeats());
      double repeated = repeated(entry, repeats, random);
      entry.close();
      double alone = alone(other, repeats);
      return new Result(fork, repeated, sample(ofA).median() / alone);
    }
  }

  private static int count(double wanted, int most) {
    return (int) Math.clamp(wanted, 1, most);
  }

  /// Turns that do not count, until the other side has worked long enough; as many of the entry.
  private void warmUp(Player entry, Player other, tapeline.instructor.judge.Draws random)
      throws IOException, RuleBroken, Pair.OtherBroken {
    double worked = 0;
    while (warm.size() < LEAST_WARM_UPS
        || (worked < 1e6 * pair.plan().warmUpMillis() && warm.size() < MOST_WARM_UPS)) {
      var input = next();
      var question = ArenaFrames.question(input.input());
      boolean entryFirst = random.nextBoolean();
      if (entryFirst) {
        ofEntry.ask(entry, input, question);
      }
      warm.add(asOther(other, input, question));
      worked += warm.getLast();
      if (!entryFirst) {
        ofEntry.ask(entry, input, question);
      }
    }
  }

  private double asOther(Player other, Asked input, byte[] question)
      throws IOException, Pair.OtherBroken {
    try {
      return ofOther.ask(other, input, question);
    } catch (RuleBroken e) {
      throw new Pair.OtherBroken(pair.other().name(), e);
    }
  }

  /// How long the entry takes for a question that it has answered, over that for a new one: 1 for
  /// who computes, less for who remembers.
  private double repeated(Player entry, int repeats, tapeline.instructor.judge.Draws random)
      throws IOException, RuleBroken {
    var known = new ArrayList<Asked>();
    var fresh = new double[repeats];
    var again = new double[repeats];
    for (int i = 0; i < repeats; i++) {
      var input = next();
      fresh[i] = ofEntry.ask(entry, input);
      known.add(input);
      again[i] = ofEntry.ask(entry, known.get(random.nextInt(known.size())));
    }
    return Sample.of(again).median() / Sample.of(fresh).median();
  }

  /// The other side's time when the entry is gone.
  private double alone(Player other, int repeats) throws IOException, Pair.OtherBroken {
    var nanos = new double[repeats];
    for (int i = 0; i < repeats; i++) {
      var input = next();
      nanos[i] = asOther(other, input, ArenaFrames.question(input.input()));
    }
    return Sample.of(nanos).median();
  }

  private static double[] last(List<Double> values) {
    return values.subList(values.size() / 2, values.size()).stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private static Sample sample(List<Double> values) {
    return Sample.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
