package tapeline.grader.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.run.CompileError;
import tapeline.grader.run.Hands;
import tapeline.grader.run.TestEvent;
import tapeline.grader.worker.Api;
import tapeline.grader.worker.Wire;

/// Sandboxed cells that compile and test one module of a submission: one for javac, and a new one
/// for each run of tests.
///
/// A run is believed if every frame of it bears the run's own secret and its number, every planned
/// test reports once, and the end is told. The secret is drawn for the run and read by the runner
/// before it loads any class of the submission.
final class Cells implements Hands {
  private static final long GRACE_MILLIS = 3_000;
  private static final int BETWEEN = 4;

  private final Site site;
  private final CompilerCell compiler;
  private final Prepared module;
  private final Kernels kernels;
  private boolean alive = true;

  Cells(Site site, CompilerCell compiler, Prepared module, Kernels kernels) {
    this.site = site;
    this.compiler = compiler;
    this.module = module;
    this.kernels = kernels;
  }

  /// The same again, after a test that took its cell along.
  Cells next() {
    alive = true;
    return this;
  }

  @Override
  public boolean alive() {
    return alive;
  }

  @Override
  public List<CompileError> compile(List<Path> sources, List<Path> classPath, Path output) {
    return compiler.compile(sources, classPath, output);
  }

  @Override
  public List<String> missing(Path reference, List<Path> given) {
    try {
      return Api.missing(reference, given);
    } catch (IOException | IllegalArgumentException e) {
      return List.of("the classes cannot be read: " + e.getMessage());
    }
  }

  @Override
  public List<TestEvent> test(
      Path tests, List<Path> classPath, Collection<ExerciseId> exercises, long limitMillis) {
    var secret = new byte[16];
    new SecureRandom().nextBytes(secret);
    var run = new Run(exercises, limitMillis, HexFormat.of().formatHex(secret));
    try (var cell =
        TestCell.start(site, module, classPath, kernels.compiled(classPath.getFirst()))) {
      var events = run.in(cell);
      alive = !run.lost;
      var explained = new ArrayList<TestEvent>();
      events.forEach(e -> explained.add(explained(kernels.explained(e))));
      if (alive) {
        explained.addAll(module.plan().broken(events, exercises));
      }
      return explained;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start a cell", e);
    }
  }

  private static TestEvent explained(TestEvent e) {
    return e.passed()
        ? e
        : new TestEvent(
            e.exercise(),
            e.testClass(),
            e.name(),
            e.outcome(),
            SandboxRule.explained(e.text()),
            e.seconds(),
            e.output(),
            e.frames());
  }

  /// The conversation with one cell.
  private final class Run {
    private final Collection<ExerciseId> exercises;
    private final long limitMillis;
    private final String secret;
    private final List<TestEvent> events = new ArrayList<>();
    private @Nullable String running;
    private boolean lost;

    Run(Collection<ExerciseId> exercises, long limitMillis, String secret) {
      this.exercises = exercises;
      this.limitMillis = limitMillis;
      this.secret = secret;
    }

    List<TestEvent> in(GuardedProcess cell) {
      try {
        var wire = cell.wire();
        wire.send(List.of(secret, Long.toString(limitMillis)));
        wire.send(module.testClasses());
        wire.send(exercises.stream().map(ExerciseId::toString).toList());
        var frame = wire.receive(secret);
        while (!frame.getFirst().equals("done")) {
          cell.deadlineIn(BETWEEN * limitMillis + GRACE_MILLIS);
          take(frame, cell);
          if (lost) {
            return events;
          }
          frame = wire.receive(secret);
        }
        return events;
      } catch (Wire.Forgery e) {
        return lostBy(
            "forged",
            "something other than the grader wrote to the grader's own channel ("
                + e.getMessage()
                + "); in the sandbox that ends the run");
      } catch (IOException e) {
        return cell.overdue()
            ? lostBy("hung", (running == null ? BETWEEN * limitMillis : limitMillis) + " ms")
            : lostBy("died", died(cell));
      }
    }

    private void take(List<String> frame, GuardedProcess cell) {
      var kind = frame.getFirst();
      var id = frame.get(1);
      switch (kind) {
        case "started" -> {
          running = id;
          cell.deadlineIn(Long.parseLong(frame.get(2)) + GRACE_MILLIS);
        }
        case "ended" -> {
          running = null;
          double seconds = Double.parseDouble(frame.get(3));
          var frames = frame.subList(6, frame.size());
          events.add(TestEvent.of(id, frame.get(2), frame.get(4), seconds, frame.get(5), frames));
        }
        default -> { // hung, exiting, exhausted
          var detail = kind.equals("exiting") ? "" + cell.exitCode() : frame.get(2);
          var frames = frame.subList(4, frame.size());
          var whose = id.isEmpty() ? nobody() : id;
          events.add(TestEvent.of(whose, kind, detail, 0, frame.get(3), frames));
          lost = true;
        }
      }
    }

    private List<TestEvent> lostBy(String how, String detail) {
      var id = running == null ? nobody() : running;
      events.add(TestEvent.of(id, how, detail, 0, "", List.of()));
      lost = true;
      return events;
    }

    private String nobody() {
      return exercises.iterator().next() + "\t\tbetween two tests";
    }

    private String died(GuardedProcess cell) {
      int code = cell.exitCode();
      return code == 137 || code == 128 + 24
          ? "%d: it took more than %d s of processor time, or was killed"
              .formatted(code, module.limits().cpuSeconds())
          : code + (cell.errors().isEmpty() ? "" : ": " + cell.errors());
    }
  }

  /// The compiler is the next module's too.
  @Override
  public void close() {
    alive = false;
  }
}
