package tapeline.instructor.judge.duel;

import java.util.ArrayList;
import java.util.Comparator;

/// The work of a side's threads in some of its turns.
final class ThreadShares {
  /// How much more processor time than time a side may take, for each of its threads: what the
  /// clocks differ by. More is proof that more threads worked at once. Who shares processors with
  /// others takes longer, and no more processor time: so this never wrongs an entry.
  private static final double SLACK = 1.25;

  private static final long SLACK_NANOS = 20_000_000;

  /// The share of the entry's work that more threads than may work did. That threads wait for one
  /// another or for a processor changes nothing of it: two that halve the work of one have 0.3 to
  /// 0.5, and honest entries had 0.00. It proves nothing by itself, as two threads may work one
  /// after the other: but together with more time of working and of waiting for a processor than so
  /// many threads have.
  private static final double MOST_BESIDE = 0.25;

  /// Beside that, this share of the time: a thread that wakes up a thousand times a second to find
  /// nothing takes 0.03, and on a busy machine the time is long beside the work. So there two
  /// threads that halve the work are doubted, and not rejected.
  private static final double WAKING = 0.05;

  /// From this share of the work on a person looks at it.
  private static final double DOUBTED_BESIDE = 0.15;

  /// Work of more threads than may work that is free, for each answer: a thread that has all of it
  /// done by another wakes that one, waits, and is woken. An answer of a JVM that has just started
  /// had 0.14 to 0.3 ms of it. What is that short is no faster by a second thread, as that costs as
  /// much. It is free as long as the threads can have worked one after the other: where they worked
  /// longer than the turns took, they did not. What they waited for a processor does not count
  /// here, as two can wait at once; so on a busy machine this sees less.
  private static final long HAND_OVER_NANOS = 150_000;

  /// Work of threads that have ended, whose number one cannot tell: from this share on a person
  /// looks at it.
  private static final double DOUBTED_ENDED = 0.25;

  private final int may;
  private final String turns;
  private long wall;
  private long cpu;
  private double waited; // of the entry's threads, for a processor
  private double work; // of the same
  private double besideAll; // of it, of more threads than may work in a turn
  private double beside; // of that, what is not free
  private double ended; // of it, of threads that are gone

  /// @param may how many threads may work
  /// @param turns which ones, for words
  ThreadShares(int may, String turns) {
    this.may = may;
    this.turns = turns;
  }

  /// Adds a turn, unless it is a JVM's first, whose time never counts: what is loaded there, before
  /// another thread begins and after it, would be counted as work beside its own.
  void add(TurnClock.Use use) {
    if (use.first()) {
      return;
    }
    wall += use.wallNanos();
    cpu += use.cpuNanos();
    var threads = new ArrayList<>(use.entrysNanos());
    threads.add(use.endedNanos()); // as if they were one
    threads.sort(Comparator.reverseOrder());
    double more = 0;
    for (int i = 0; i < threads.size(); i++) {
      work += threads.get(i);
      more += i < may ? 0 : threads.get(i);
    }
    besideAll += more;
    beside += Math.max(0, more - (double) HAND_OVER_NANOS * use.answers());
    waited += use.waitedNanos();
    ended += use.endedNanos();
  }

  /// Whether it is proven that more threads worked than may.
  boolean areTooMany() {
    double most = SLACK * may * wall + SLACK_NANOS;
    return cpu > most
        || (work + waited > most
            && work > SLACK_NANOS
            && beside > MOST_BESIDE * work + WAKING * wall);
  }

  /// Whether there are signs of it, which prove nothing.
  boolean areDoubtful() {
    double share = DOUBTED_BESIDE * work;
    boolean atOnce = work > (double) may * wall && besideAll > share;
    return work > SLACK_NANOS && (beside > share || atOnce || ended > DOUBTED_ENDED * work);
  }

  @Override
  public String toString() {
    return ("%d threads may work; in %.0f ms of %s all threads took %.0f ms of processor time;"
            + " of the entry's work more threads than may did %.0f %%, and threads that have ended"
            + " %.0f %%")
        .formatted(may, wall / 1e6, turns, cpu / 1e6, percent(besideAll), percent(ended));
  }

  private double percent(double part) {
    return work == 0 ? 0 : 100 * part / work;
  }
}
