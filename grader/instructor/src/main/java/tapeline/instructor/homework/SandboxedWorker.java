package tapeline.instructor.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.run.CompileError;
import tapeline.grader.run.GradingWorker;
import tapeline.grader.run.TestEvent;
import tapeline.grader.worker.Api;
import tapeline.instructor.sandbox.CompilerCell;
import tapeline.instructor.sandbox.OpenFolder;
import tapeline.toolkit.ScratchFolder;

/// Sandboxed cells that compile and test one module of a submission: one for javac, and a new one
/// for each run of tests.
///
/// A run is believed if its [Conversation] is, and every planned test reports once. Hidden tests
/// run behind the course's, in another cell.
final class SandboxedWorker implements GradingWorker {
  private final CellSetup site;
  private final CompilerCell compiler;
  private final PreparedModule module;
  private final Kernels kernels;
  private final Withheld withheld;
  private boolean alive = true;

  SandboxedWorker(
      CellSetup site,
      CompilerCell compiler,
      PreparedModule module,
      Kernels kernels,
      Withheld withheld) {
    this.site = site;
    this.compiler = compiler;
    this.module = module;
    this.kernels = kernels;
    this.withheld = withheld;
  }

  /// Returns this worker, ready again after a test that ended its cell.
  SandboxedWorker next() {
    alive = true;
    return this;
  }

  @Override
  public boolean alive() {
    return alive;
  }

  @Override
  public List<CompileError> compile(List<Path> sources, List<Path> classPath, Path output) {
    var errors = compiler.compile(sources, site.runtime().readable(classPath), output);
    return errors.isEmpty() ? module.given().changed(sources, output) : errors;
  }

  @Override
  public List<String> missing(Path reference, List<Path> given) {
    try {
      return Api.missing(reference, given);
    } catch (IOException | IllegalArgumentException e) {
      return List.of("the classes cannot be read: " + e.getMessage());
    }
  }

  /// @param tests not asked: what runs is sealed
  @Override
  public List<TestEvent> test(
      Path tests, List<Path> classPath, Collection<ExerciseId> exercises, long limitMillis) {
    try {
      var ptx = kernels.compiled(classPath.getFirst());
      var told = new ArrayList<TestEvent>();
      var events = new ArrayList<TestEvent>();
      for (var e : run(module.tests(), classPath, ptx, exercises, limitMillis)) {
        events.add(e);
        told.add(explained(e));
      }
      var hidden = module.hidden();
      if (alive && hidden != null) {
        for (var e : run(hidden, classPath, ptx, exercises, limitMillis)) {
          events.add(e);
          told.add(withheld.without(explained(e)));
        }
      }
      if (alive) {
        told.addAll(module.plan().broken(events, exercises));
      }
      return told;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run a cell: " + e.getMessage(), e);
    }
  }

  private List<TestEvent> run(
      TestSet tests,
      List<Path> classPath,
      @Nullable Path ptx,
      Collection<ExerciseId> exercises,
      long limitMillis)
      throws IOException {
    var conversation = new Conversation(exercises, limitMillis, module.limits());
    var beside = Objects.requireNonNull(tests.folder().getParent(), "tests lie in a folder");
    try (var once = ScratchFolder.in(beside, "tests")) {
      var mine = tests.in(OpenFolder.toRead(once.path()));
      try (var cell = TestCell.start(site, module, mine, classPath, ptx)) {
        var events = conversation.in(cell, mine);
        alive = !conversation.lost();
        return events;
      }
    }
  }

  private TestEvent explained(TestEvent event) {
    var e = kernels.explained(event);
    if (e.passed()) {
      return e;
    }
    // A disarmed method is no changed signature.
    boolean disarmed = e.outcome().equals("link") && e.text().startsWith("UnsatisfiedLinkError");
    return new TestEvent(
        e.exercise(),
        e.testClass(),
        e.name(),
        disarmed ? "failed" : e.outcome(),
        SandboxRule.explained(e.text()),
        e.seconds(),
        e.output(),
        e.frames());
  }

  /// The compiler is the next module's too.
  @Override
  public void close() {
    alive = false;
  }
}
