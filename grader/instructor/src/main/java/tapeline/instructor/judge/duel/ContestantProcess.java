package tapeline.instructor.judge.duel;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tapeline.competition.Event.EventLimits;
import tapeline.instructor.judge.arena.ArenaFrames;
import tapeline.instructor.judge.verdict.Defence;
import tapeline.instructor.judge.verdict.RuleBroken;
import tapeline.instructor.sandbox.GuardedProcess;

/// The JVM of one side, seen from the judge: asked, timed and stopped from outside.
///
/// The time of a turn runs from the question's first byte to the answer's last, by the judge's
/// clock. Between its turns the process is stopped, so that it does nothing.
public final class ContestantProcess implements AutoCloseable {
  private static final int START = 60; // seconds for a JVM, before the entry is loaded
  private static final int AFTER = 1; // seconds beside what the clock of the set-up says

  private static final int MOST_PRINTED = 1 << 20; // bytes

  private final GuardedProcess process;
  private final EventLimits limits;
  private final PairBudget budget;
  private final InputStream in;
  private final OutputStream out;
  private final TurnClock clock;
  private final Suspension suspension;
  private final boolean rests;

  /// An answer that is not checked yet.
  ///
  /// @param nanos from the question's first byte to the answer's last
  record Reply(float[] answer, long nanos) {}

  /// Starts the process, which begins to set itself up.
  ///
  /// @param budget in which its set-up and answers count
  /// @throws RuleBroken when it ends or takes too long
  ContestantProcess(ProcessBuilder command, float[][] given, EventLimits limits, PairBudget budget)
      throws IOException, RuleBroken {
    this(command, given, limits, budget, true);
  }

  /// Starts a process that may run on between its turns. One that holds a card does: its code is
  /// the course's own.
  ///
  /// @param rests whether it is stopped
  ContestantProcess(
      ProcessBuilder command, float[][] given, EventLimits limits, PairBudget budget, boolean rests)
      throws IOException, RuleBroken {
    this.limits = limits;
    this.budget = budget;
    this.rests = rests;
    process = new GuardedProcess(command, START * 1000L, MOST_PRINTED);
    in = new BufferedInputStream(process.output());
    out = process.input();
    try {
      await(START, "to start");
      process.noDeadline();
      var java = java(process.handle());
      clock = new TurnClock(java);
      suspension = new Suspension(java);
      setUp(given);
      rest();
      clock.next(); // what it took to start belongs to no turn
    } catch (IOException | RuleBroken | RuntimeException e) {
      process.close();
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
  private void await(int seconds, String what) throws RuleBroken {
    try {
      header(ArenaFrames.READY, 0);
    } catch (IOException e) {
      throw ended(Defence.SET_UP, seconds, what, e);
    }
  }

  private void setUp(float[][] given) throws RuleBroken {
    long start = System.nanoTime();
    process.deadlineIn(1000L * (limits.setUpSeconds() + AFTER));
    try {
      out.write(ArenaFrames.question(given));
      out.flush();
    } catch (IOException e) {
      throw ended(Defence.SET_UP, limits.setUpSeconds(), "to be ready", e);
    }
    await(limits.setUpSeconds(), "to be ready");
    process.noDeadline();
    long nanos = System.nanoTime() - start;
    double seconds = nanos / 1e9;
    if (seconds > limits.setUpSeconds()) {
      throw RuleBroken.rejected(
          Defence.SET_UP, "setUp has %d s, took %.1f s".formatted(limits.setUpSeconds(), seconds));
    }
    budget.spend(nanos);
  }

  /// Its turn begins: it goes on, and says that it is awake, so that waking up is not timed.
  void begin() throws IOException, RuleBroken {
    requireSilence();
    suspension.goOn();
    process.deadlineIn(1000L * limits.answerSeconds());
    try {
      out.write(ArenaFrames.question());
      out.flush();
      header(ArenaFrames.READY, 0);
      process.noDeadline();
    } catch (IOException e) {
      throw ended(Defence.DEADLINE, limits.answerSeconds(), "to answer", e);
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
    process.deadlineIn(1000L * limits.answerSeconds());
    try {
      long start = System.nanoTime();
      out.write(question);
      out.flush();
      header(ArenaFrames.ANSWER, length);
      var answer = ArenaFrames.read(in, (long) Float.BYTES * length);
      long nanos = System.nanoTime() - start;
      process.noDeadline();
      budget.spend(nanos);
      return new Reply(ArenaFrames.floats(answer), nanos);
    } catch (IOException e) {
      throw ended(Defence.DEADLINE, limits.answerSeconds(), "to answer", e);
    }
  }

  /// Its turn ends: it is stopped.
  TurnClock.Use end() throws IOException {
    rest();
    return clock.next();
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
          "the entry failed: " + OneLine.text(text));
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
  private RuleBroken ended(Defence late, int seconds, String what, IOException cause) {
    var said = OneLine.text(process.errors());
    if (process.flooded()) {
      return RuleBroken.rejected(
          Defence.FLOOD, "an entry prints at most %d bytes".formatted(MOST_PRINTED));
    }
    if (process.overdue()) {
      return RuleBroken.rejected(late, "the entry has %d s %s".formatted(seconds, what));
    }
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
    process.close();
  }
}
