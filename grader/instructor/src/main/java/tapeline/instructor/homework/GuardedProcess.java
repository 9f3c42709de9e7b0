package tapeline.instructor.homework;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tapeline.grader.worker.Wire;

/// A process that is killed at a deadline, which moves with what it says; what it writes to its
/// standard error is kept in part and lost in the rest.
final class GuardedProcess implements AutoCloseable {
  private static final int LONGEST_FRAME = 32 << 20;
  private static final int KEPT = 4 << 10;
  private static final long GRACE_MILLIS = 3_000;

  private final Process process;
  private final Wire wire;
  private final Thread drain;
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private volatile long deadline;
  private volatile boolean overdue;

  GuardedProcess(ProcessBuilder command, long millis) {
    try {
      process = command.start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command.command().getFirst(), e);
    }
    deadlineIn(millis);
    wire = new Wire(process.getInputStream(), process.getOutputStream(), LONGEST_FRAME);
    Thread.ofVirtual().start(this::guard);
    drain = Thread.ofVirtual().start(this::drain);
  }

  Wire wire() {
    return wire;
  }

  boolean alive() {
    return process.isAlive();
  }

  /// Whether it was killed at the deadline.
  boolean overdue() {
    return overdue;
  }

  void deadlineIn(long millis) {
    deadline = System.nanoTime() + millis * 1_000_000;
  }

  private void guard() {
    try {
      while (!process.waitFor(50, TimeUnit.MILLISECONDS)) {
        if (System.nanoTime() - deadline > 0) {
          overdue = true;
          process.destroyForcibly();
        }
      }
    } catch (InterruptedException _) {
      process.destroyForcibly();
    }
  }

  private void drain() {
    var buffer = new byte[8192];
    try (InputStream in = process.getErrorStream()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        synchronized (errors) {
          errors.write(buffer, 0, Math.min(n, KEPT - errors.size()));
        }
      }
    } catch (IOException _) {
      // The process is gone, and with it whatever it had to say.
    }
  }

  /// The beginning of what it wrote to its standard error.
  String errors() {
    try {
      drain.join(Duration.ofMillis(GRACE_MILLIS));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    synchronized (errors) {
      return errors.toString(UTF_8).strip();
    }
  }

  /// Waits for its end, and says whether it came before the deadline.
  boolean ends() throws InterruptedException {
    process.waitFor();
    return !overdue;
  }

  /// Its exit code, once it has left by itself or was killed for taking long about it.
  int exitCode() {
    try {
      if (!process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
      return process.waitFor();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  /// Why a compiler gave no answer: it could not be started (null), took too long, or ended.
  static String gone(@Nullable GuardedProcess compiler, long limitMillis, Exception e) {
    if (compiler == null) {
      return "the compiler could not be started: " + e.getMessage();
    }
    if (compiler.overdue()) {
      return "the compiler was ended after %d s, its limit in the sandbox"
          .formatted(limitMillis / 1000);
    }
    int code = compiler.exitCode();
    var errors = compiler.errors();
    return "the compiler ended on what it was given (exit code %d, %s)"
        .formatted(code, errors.isEmpty() ? e.getMessage() : errors);
  }

  /// Kills it and all that it started: they live in its namespace.
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
