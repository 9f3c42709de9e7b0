package tapeline.grader.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/// Sends each test's beginning and end over the wire.
///
/// `started` id, the wall's limit in ms, and `ended` id, outcome, seconds, text, output, frames…;
/// an id is the tag of the exercise, the simple class name and the test's name with a tab between
/// them. An outcome is `passed`, `failed`, `todo 03.2`, `aborted`, `uncompiled` or `link`.
final class TestReporter implements TestExecutionListener {
  static final String SLOW = "slow";

  private final Wire wire;
  private final OutputCapture output;
  private final Watchdog watchdog;
  private final Failures failures;
  private final Map<TestIdentifier, Long> since = new HashMap<>();
  private LeftThreads threads = LeftThreads.now();
  private @Nullable TestPlan plan;

  TestReporter(Wire wire, OutputCapture output, Watchdog watchdog, Failures failures) {
    this.wire = wire;
    this.output = output;
    this.watchdog = watchdog;
    this.failures = failures;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = started;
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.getSource().isEmpty()) {
      return; // the engine itself
    }
    var id = id(test);
    if (test.isTest()) {
      threads = LeftThreads.now();
      output.take();
    }
    since.put(test, System.nanoTime());
    long limit = watchdog.started(id, tags(test).contains(SLOW));
    send(List.of("started", id, Long.toString(limit)));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.getSource().isEmpty()) {
      return;
    }
    watchdog.finished();
    var error = result.getThrowable().orElse(null);
    if (!test.isTest() && error == null) {
      return; // a class or a repetition as a whole matters only when it fails
    }
    var outcome = error == null ? "passed" : failures.outcome(error);
    var text = error == null ? "" : failures.text(error);
    var frames = error == null ? List.<String>of() : Frames.of(Failures.stack(error));
    var left = threads.left();
    if (error == null && left != null) {
      outcome = "failed";
      text = left.text();
      frames = left.frames();
    }
    var seconds = (System.nanoTime() - since.getOrDefault(test, System.nanoTime())) / 1e9;
    var message =
        new ArrayList<>(
            List.of("ended", id(test), outcome, Double.toString(seconds), text, output.take()));
    message.addAll(frames);
    send(message);
  }

  private String id(TestIdentifier test) {
    var exercise = tags(test).stream().filter(t -> !t.equals(SLOW)).sorted().findFirst().orElse("");
    var source = test.getSource().orElseThrow();
    return switch (source) {
      case MethodSource m ->
          exercise + "\t" + TestRun.simple(m.getClassName()) + "\t" + name(test, m);
      case ClassSource c ->
          exercise + "\t" + TestRun.simple(c.getClassName()) + "\tsetup of the class";
      default -> exercise + "\t\t" + test.getDisplayName();
    };
  }

  private String name(TestIdentifier test, MethodSource source) {
    var parent = plan == null ? null : plan.getParent(test).orElse(null);
    boolean repeated =
        parent != null
            && parent.getType() == TestDescriptor.Type.CONTAINER
            && parent.getSource().orElse(null) instanceof MethodSource;
    return repeated ? source.getMethodName() + " " + test.getDisplayName() : source.getMethodName();
  }

  private static List<String> tags(TestIdentifier test) {
    return test.getTags().stream().map(t -> t.getName()).toList();
  }

  private void send(List<String> frame) {
    try {
      wire.send(frame);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
