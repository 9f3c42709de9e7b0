package tapeline.grader.worker;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ends the worker when a test hangs, and tells what ran when the code under test ends it itself.
final class Watchdog {
  private static final int SLOW_FACTOR = 24;

  private final Wire wire;
  private final OutputCapture output;
  private final long limitMillis;
  private final Thread exitHook = new Thread(this::exiting, "tapeline exit hook");
  private @Nullable Running running;
  private boolean ended;

  private record Running(String test, Thread thread, TestClock clock, long limitMillis) {}

  Watchdog(Wire wire, OutputCapture output, long limitMillis) {
    this.wire = wire;
    this.output = output;
    this.limitMillis = limitMillis;
    Runtime.getRuntime().addShutdownHook(exitHook);
    var guard = new Thread(this::guard, "tapeline watchdog");
    guard.setDaemon(true);
    guard.start();
  }

  /// The calling thread starts a test; a slow one may take 24 times as long.
  ///
  /// @return how many milliseconds the wall's clock may count meanwhile
  synchronized long started(String test, boolean slow) {
    long limit = slow ? SLOW_FACTOR * limitMillis : limitMillis;
    var clock = TestClock.ofThisProcess(limit);
    running = new Running(test, Thread.currentThread(), clock, limit);
    notifyAll();
    return TestClock.MOST * limit;
  }

  /// The test that was started is over.
  synchronized void finished() {
    running = null;
    notifyAll();
  }

  /// The run is over: the watchdog's thread ends, and `System.exit` is no longer a fault.
  synchronized void end() {
    ended = true;
    running = null;
    notifyAll();
    Runtime.getRuntime().removeShutdownHook(exitHook);
  }

  private synchronized void guard() {
    TestClock watched = null;
    while (!ended) {
      try {
        if (running == null) {
          wait();
          continue;
        }
        boolean isNew = running.clock != watched; // most tests end before their clock is read
        watched = running.clock;
        long left =
            isNew ? Math.min(running.limitMillis, TestClock.STEP.toMillis()) : running.clock.step();
        if (left > 0) {
          wait(left);
          continue;
        }
        gone("hung", running.thread.getStackTrace(), running.limitMillis + " ms");
      } catch (InterruptedException _) {
        // Code under test may interrupt every thread that it finds: the guard goes on.
      }
    }
  }

  /// The memory ran out in the running test.
  void exhausted(OutOfMemoryError error) {
    gone("exhausted", error.getStackTrace(), String.valueOf(error.getMessage()));
  }

  private void exiting() {
    var test = running;
    if (test != null) {
      send("exiting", test.test, exitingStack(), "");
    }
  }

  /// The stack of the thread that called `System.exit`.
  private static StackTraceElement[] exitingStack() {
    for (var stack : Thread.getAllStackTraces().values()) {
      for (int i = 0; i < stack.length; i++) {
        if (stack[i].getClassName().equals("java.lang.Runtime")
            && stack[i].getMethodName().equals("exit")) {
          return Arrays.copyOfRange(stack, i + 1, stack.length);
        }
      }
    }
    return new StackTraceElement[0];
  }

  private void gone(String how, StackTraceElement[] stack, String detail) {
    var test = running;
    send(how, test == null ? "" : test.test, stack, detail);
    Runtime.getRuntime().halt(Worker.GONE);
  }

  private void send(String how, String test, StackTraceElement[] stack, String detail) {
    var frame = new ArrayList<>(List.of(how, test, detail, output.take()));
    frame.addAll(Frames.of(stack));
    try {
      wire.send(frame);
    } catch (IOException _) {
      // The grader is gone: no process is left to tell.
    }
  }
}
