package tapeline.instructor.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tapeline.grader.worker.Wire;

/// A process that is killed at a deadline, which can be moved, and when it prints without end. Of
/// what it writes to its standard error the beginning is kept.
public final class GuardedProcess implements AutoCloseable {
  /// For one whose words are lost beyond the beginning, and cost nothing.
  public static final long ANY_OUTPUT = Long.MAX_VALUE;

  private static final int LONGEST_FRAME = 32 << 20;
  private static final int KEPT = 4 << 10;
  private static final Duration GRACE = Duration.ofSeconds(3);
  private static final ScheduledExecutorService CLOCK =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("deadlines").factory());

  private final Process process;
  private final Wire wire;
  private final long mostPrinted;
  private final Thread drain;
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private @Nullable ScheduledFuture<?> end;
  private volatile boolean overdue;
  private volatile boolean flooded;

  /// Starts it.
  ///
  /// @param millis until its deadline
  /// @param mostPrinted bytes that it may write to its standard error
  public GuardedProcess(ProcessBuilder command, long millis, long mostPrinted) {
    try {
      process = command.redirectError(ProcessBuilder.Redirect.PIPE).start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command.command().getFirst(), e);
    }
    this.mostPrinted = mostPrinted;
    deadlineIn(millis);
    wire = new Wire(process.getInputStream(), process.getOutputStream(), LONGEST_FRAME);
    drain = Thread.ofPlatform().daemon().name("standard error").start(this::drain);
  }

  /// For frames of text; [#output] and [#input] are for bytes.
  public Wire wire() {
    return wire;
  }

  /// Sends these frames to a program that says when it has read them, and waits for that.
  ///
  /// @throws IOException with what it wrote to its standard error, when it ends before that
  public void awaitReady(List<List<String>> first) throws IOException {
    try {
      for (var frame : first) {
        wire.send(frame);
      }
      wire.receive();
    } catch (IOException e) {
      var said = overdue ? "it was not ready by its deadline" : errors();
      throw new IOException(said.isEmpty() ? e.toString() : said, e);
    }
  }

  /// The stream of its standard output.
  public InputStream output() {
    return process.getInputStream();
  }

  /// The stream that it reads as its standard input.
  public OutputStream input() {
    return process.getOutputStream();
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  public boolean alive() {
    return process.isAlive();
  }

  /// Moves the deadline.
  public synchronized void deadlineIn(long millis) {
    noDeadline();
    end = CLOCK.schedule(this::late, millis, TimeUnit.MILLISECONDS);
  }

  /// It may take its time from here on.
  public synchronized void noDeadline() {
    if (end != null) {
      end.cancel(false);
    }
  }

  private void late() {
    if (process.isAlive()) {
      overdue = true;
      process.destroyForcibly();
    }
  }

  /// Returns whether it was killed at the deadline.
  public boolean overdue() {
    return overdue;
  }

  /// Returns whether it was killed for what it printed.
  public boolean flooded() {
    return flooded;
  }

  private void drain() {
    var buffer = new byte[8192];
    long all = 0;
    try (InputStream in = process.getErrorStream()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        synchronized (errors) {
          errors.write(buffer, 0, Math.min(n, KEPT - errors.size()));
        }
        all += n;
        if (all > mostPrinted && !flooded) {
          flooded = true;
          process.destroyForcibly();
        }
      }
    } catch (IOException _) {
      // The process is gone, and with it whatever it had to say.
    }
  }

  /// The beginning of what it wrote to its standard error.
  public String errors() {
    try {
      drain.join(GRACE);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    synchronized (errors) {
      return errors.toString(UTF_8).strip();
    }
  }

  /// Waits for its end, and says whether it came before the deadline.
  public boolean ends() throws InterruptedException {
    process.waitFor();
    return !overdue;
  }

  /// Its exit code, once it has left by itself or was killed for taking long about it.
  public int exitCode() {
    try {
      if (!process.waitFor(GRACE)) {
        process.destroyForcibly();
      }
      return process.waitFor();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  /// Kills it and all that it started.
  @Override
  public void close() {
    noDeadline();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
