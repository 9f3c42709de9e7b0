package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.util.Collection;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;
import tapeline.toolkit.ProcessorClock;

/// The work of a side's JVM in its turns, and whether it works between them.
final class TurnClock {
  /// Of processor time between two turns. A process of which all threads have stopped takes none:
  /// in some 5,000 turns on two processors with a load of 4 to 14 it was 0, but once 0.2 ms. In
  /// another run three honest turns had 1.9 to 2.9 ms. The likely cause, not proved: a host takes a
  /// virtual processor away while a thread is about to stand still, and that thread pays for it.
  private static final long IDLE_NANOS = 10_000_000;

  /// Turns of a JVM with more before them: chance is not so regular, and who can work between the
  /// turns can do so before each.
  private static final int MOST_RESTLESS = 2;

  /// The same where the JDK's clock is all there is, which counts in steps of 10 ms.
  private static final long COARSE_IDLE_NANOS = 25_000_000;

  private final ProcessorClock clock;
  private final ThreadTimes threads;
  private long idleSince; // processor time
  private long woken; // time
  private int restless; // turns
  private int turns;

  /// The time and the work that a turn took.
  ///
  /// @param first whether it is a JVM's first turn: what runs first is loaded then
  /// @param answers that were asked for
  /// @param wallNanos of time
  /// @param cpuNanos of processor time meanwhile, of all threads
  /// @param entrysNanos of it, of each thread in which the entry's code runs and which is still
  ///   there; empty where one cannot see them
  /// @param waitedNanos what those threads together waited for a processor
  /// @param endedNanos of it, of threads that have ended
  record Use(
      boolean first,
      int answers,
      long wallNanos,
      long cpuNanos,
      Collection<Long> entrysNanos,
      long waitedNanos,
      long endedNanos) {
    /// Of processor time for the side's own code, without the JVM's compilers where one sees them.
    long workNanos() {
      return entrysNanos.isEmpty()
          ? cpuNanos
          : endedNanos + entrysNanos.stream().mapToLong(Long::longValue).sum();
    }
  }

  TurnClock(ProcessHandle java) throws IOException {
    clock = new ProcessorClock(java);
    threads = new ThreadTimes(java);
  }

  /// It rests for the first time: what it took to start belongs to no turn.
  void ready() throws IOException {
    idleSince = clock.nanos();
    threads.work();
  }

  /// @throws RuleBroken when it has worked since its last turn, not for the first time
  void requireRest() throws IOException, RuleBroken {
    long idle = clock.nanos() - idleSince;
    long most = threads.isPossible() ? IDLE_NANOS : COARSE_IDLE_NANOS;
    if (idle > most && ++restless > MOST_RESTLESS) {
      throw RuleBroken.rejected(
          Defence.PROCESSOR_TIME,
          "nothing may be computed between the turns, and before %d of them there was work, at last %.1f ms"
              .formatted(restless, idle / 1e6));
    }
  }

  /// A turn begins.
  void begin() {
    woken = System.nanoTime();
  }

  /// A turn has ended, and the JVM rests.
  ///
  /// @param answers that were asked for in it
  Use end(int answers) throws IOException {
    long wall = System.nanoTime() - woken;
    long now = clock.nanos();
    var work = threads.work();
    long cpu = now - idleSince;
    long ended = threads.isPossible() ? Math.max(0, cpu - work.all()) : 0;
    idleSince = now;
    return new Use(turns++ == 0, answers, wall, cpu, work.entrys(), work.waited(), ended);
  }
}
