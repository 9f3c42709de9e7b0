package tapeline.instructor.judge.duel;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import tapeline.bench.compare.ProcessorClock;
import tapeline.competition.Event.EventLimits;
import tapeline.instructor.judge.Defence;
import tapeline.instructor.judge.RuleBroken;
import tapeline.instructor.judge.arena.ArenaFrames;

/// The JVM of one side, seen from the judge: asked, timed and stopped from outside.
///
/// The time of a turn runs from the question's first byte to the answer's last, by the judge's
/// clock. Between its turns the process is stopped, so that it does nothing.
public final class Player implements AutoCloseable {
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

  private static final int START = 60; // seconds for a JVM, before the entry is loaded
  private static final int AFTER = 1; // seconds beside what the clock of the set-up says

  private final Process process;
  private final EventLimits limits;
  private final ErrorDrain errors;
  private final InputStream in;
  private final OutputStream out;
  private final ProcessorClock clock;
  private final ThreadTimes threads;
  private final Suspension suspension;
  private final boolean rests;
  private long idleSince; // processor time
  private long woken; // time
  private int restless; // turns

  /// An answer, not looked at yet.
  ///
  /// @param nanos from the question's first byte to the answer's last
  record Reply(float[] answer, long nanos) {}

  /// What a turn took.
  ///
  /// @param wallNanos of time
  /// @param cpuNanos of processor time meanwhile, of all threads
  /// @param entrysNanos of it, of each thread in which the entry's code runs and which is still
  ///   there; empty where one cannot see them
  /// @param endedNanos of it, of threads that have ended
  record Use(long wallNanos, long cpuNanos, Collection<Long> entrysNanos, long endedNanos) {
    /// Of processor time for the side's own code, without the JVM's compilers where one sees them.
    long workNanos() {
      return entrysNanos.isEmpty()
          ? cpuNanos
          : endedNanos + entrysNanos.stream().mapToLong(Long::longValue).sum();
    }
  }

  /// Starts the process, which begins to set itself up.
  ///
  /// @throws RuleBroken when it ends or takes too long
  public Player(ProcessBuilder command, float[][] given, EventLimits limits)
      throws IOException, RuleBroken {
    this(command, given, limits, true);
  }

  /// The same, or one that is not stopped between its turns: a process that holds a card is not,
  /// and its code is the course's own.
  ///
  /// @param rests whether it is stopped
  Player(ProcessBuilder command, float[][] given, EventLimits limits, boolean rests)
      throws IOException, RuleBroken {
    this.limits = limits;
    this.rests = rests;
    process = command.redirectError(ProcessBuilder.Redirect.PIPE).start();
    errors = new ErrorDrain(process);
    in = new BufferedInputStream(process.getInputStream());
    out = process.getOutputStream();
    try {
      try (var watch = new DeadlineWatch(process, START)) {
        await(watch, START, "to start");
      }
      var java = java(process.toHandle());
      clock = new ProcessorClock(java);
      threads = new ThreadTimes(java);
      suspension = new Suspension(java);
      setUp(given);
      rest();
      idleSince = clock.nanos();
      threads.work(); // what it took to start is nobody's turn
    } catch (IOException | RuleBroken | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /// Bubblewrap stands between this process and the JVM, which is the last of its children.
  private static ProcessHandle java(ProcessHandle process) {
    var leaf = process;
    for (var child = leaf.children().findFirst();
        child.isPresent();
        child = leaf.children().findFirst()) {
      leaf = child.get();
    }
    return leaf;
  }

  /// The JVM says that it runs, before it loads the entry; or that the entry is ready.
  private void await(DeadlineWatch watch, int seconds, String what) throws IOException, RuleBroken {
    try {
      header(ArenaFrames.READY, 0);
    } catch (IOException e) {
      throw ended(watch, Defence.SET_UP, seconds, what, e);
    }
  }

  private void setUp(float[][] given) throws IOException, RuleBroken {
    long start = System.nanoTime();
    try (var watch = new DeadlineWatch(process, limits.setUpSeconds() + AFTER)) {
      try {
        out.write(ArenaFrames.question(given));
        out.flush();
      } catch (IOException e) {
        throw ended(watch, Defence.SET_UP, limits.setUpSeconds(), "to be ready", e);
      }
      await(watch, limits.setUpSeconds(), "to be ready");
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (seconds > limits.setUpSeconds()) {
      throw RuleBroken.rejected(
          Defence.SET_UP, "setUp has %d s, took %.1f s".formatted(limits.setUpSeconds(), seconds));
    }
  }

  /// Its turn begins: it goes on, and says that it is awake, so that waking up is not timed.
  void begin() throws IOException, RuleBroken {
    long idle = clock.nanos() - idleSince;
    long most = threads.isPossible() ? IDLE_NANOS : COARSE_IDLE_NANOS;
    if (rests && idle > most && ++restless > MOST_RESTLESS) {
      throw RuleBroken.rejected(
          Defence.PROCESSOR_TIME,
          "nothing may be computed between the turns, and before %d of them there was work, at last %.1f ms"
              .formatted(restless, idle / 1e6));
    }
    requireSilence();
    woken = System.nanoTime();
    suspension.goOn();
    try (var watch = new DeadlineWatch(process, limits.answerSeconds())) {
      try {
        out.write(ArenaFrames.question());
        out.flush();
        header(ArenaFrames.READY, 0);
      } catch (IOException e) {
        throw ended(watch, Defence.DEADLINE, limits.answerSeconds(), "to answer", e);
      }
    }
  }

  private void requireSilence() throws IOException, RuleBroken {
    if (in.available() > 0) {
      throw RuleBroken.rejected(
          Defence.PROTOCOL, "an answer has to follow a question, and something came before one");
    }
  }

  /// One question and its answer, which has to have so many numbers.
  Reply ask(byte[] question, int length) throws IOException, RuleBroken {
    requireSilence();
    try (var watch = new DeadlineWatch(process, limits.answerSeconds())) {
      try {
        long start = System.nanoTime();
        out.write(question);
        out.flush();
        header(ArenaFrames.ANSWER, length);
        var answer = ArenaFrames.read(in, (long) Float.BYTES * length);
        long nanos = System.nanoTime() - start;
        return new Reply(ArenaFrames.floats(answer), nanos);
      } catch (IOException e) {
        throw ended(watch, Defence.DEADLINE, limits.answerSeconds(), "to answer", e);
      }
    }
  }

  /// Its turn ends: it is stopped.
  Use end() throws IOException {
    rest();
    long wall = System.nanoTime() - woken;
    long now = clock.nanos();
    var work = threads.work();
    long cpu = now - idleSince;
    long ended = threads.isPossible() ? Math.max(0, cpu - work.all()) : 0;
    idleSince = now;
    return new Use(wall, cpu, work.entrys(), ended);
  }

  private void rest() throws IOException {
    if (rests) {
      suspension.stop();
    }
  }

  /// Reads a reply's header, and believes none of it.
  private void header(int kind, int length) throws IOException, RuleBroken {
    var header = ArenaFrames.read(in, ArenaFrames.HEADER);
    int gotKind = header.getInt();
    int gotLength = header.getInt();
    if (gotKind == ArenaFrames.FAILURE && gotLength >= 0 && gotLength <= 1 << 12) {
      var text = StandardCharsets.UTF_8.decode(ArenaFrames.read(in, gotLength)).toString();
      throw RuleBroken.rejected(
          text.startsWith("java.lang.OutOfMemoryError") ? Defence.PROCESS : Defence.EXCEPTION,
          "the entry failed: " + Plain.text(text));
    }
    if (gotKind != kind) {
      throw RuleBroken.rejected(
          Defence.PROTOCOL, "something else than an answer came where one was due");
    }
    if (gotLength != length) {
      throw RuleBroken.rejected(
          Defence.SHAPE, "the answer has %d numbers, got %d".formatted(length, gotLength));
    }
  }

  /// Why nothing more comes.
  private RuleBroken ended(
      DeadlineWatch watch, Defence late, int seconds, String what, IOException cause) {
    if (errors.hasFlooded()) {
      return RuleBroken.rejected(
          Defence.FLOOD, "an entry prints at most %d bytes".formatted(ErrorDrain.most()));
    }
    if (watch.hasPassed()) {
      return RuleBroken.rejected(late, "the entry has %d s %s".formatted(seconds, what));
    }
    var said = errors.text();
    var broken =
        RuleBroken.rejected(
            Defence.PROCESS,
            "the entry's JVM ended when it had %s%s"
                .formatted(what, said.isEmpty() ? "" : "; it printed: " + said));
    broken.initCause(cause);
    return broken;
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
