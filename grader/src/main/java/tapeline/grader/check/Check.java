package tapeline.grader.check;

import static tapeline.grader.check.CheckGroup.Lane.EITHER;
import static tapeline.grader.check.CheckGroup.Lane.NOTEBOOKS;
import static tapeline.grader.check.CheckGroup.Lane.WORKER;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.grader.check.CheckGroup.Lane;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.generate.Generate;
import tapeline.grader.generate.Leak;
import tapeline.grader.program.KernelPtx;
import tapeline.grader.run.Grader;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.Workers;

/// The project's own test command: all groups of checks, or one of them. Those on exercises can be
/// narrowed to some modules.
///
/// Each group prints a line when it is done, each failure its reason; the last line counts. They
/// run in two lanes, as on two processors.
public final class Check implements AutoCloseable {
  private static final long LIMIT_MILLIS = 5_000;

  private final Course course;
  private final List<CourseModule> modules;
  private final PrintStream out;
  private final Workers workers;
  private @Nullable NotebookCopy notebooks;
  private int passed;
  private int failed;
  private int skipped;

  /// @param modules whose exercises are checked
  public Check(Course course, List<CourseModule> modules, PrintStream out) {
    this.course = course;
    this.modules = modules;
    this.out = out;
    this.workers = new Workers(new Jvm(course, 1));
  }

  private List<CheckGroup> groups() {
    var mutants = mutants();
    return List.of(
        new CheckGroup(
            "generated", "modules and notebooks are what is generated", WORKER, this::generated),
        new CheckGroup(
            "course",
            "the rules of the house",
            WORKER,
            new CourseChecks(course, workers)::outcomes),
        new CheckGroup("stubs", "each stub fails its own exercise alone", WORKER, this::stubs),
        new CheckGroup(
            "solutions",
            "the solutions pass with every seed",
            WORKER,
            new SolutionChecks(course, modules, LIMIT_MILLIS)::outcomes),
        new CheckGroup(
            "mutants", "each mutant tried is caught and named", WORKER, mutants::outcomes),
        new CheckGroup("tests", "each test catches a mutant", WORKER, mutants::idleTests),
        new CheckGroup(
            "grader", "the grader's own tests", WORKER, new OwnTests(course, workers)::outcomes),
        new CheckGroup(
            "kernel",
            "the notebooks' kernel, alone and under Jupyter",
            NOTEBOOKS,
            () -> new KernelChecks(course, notebooks()).outcomes()),
        new CheckGroup(
            "notebooks",
            "every notebook runs on the stubs and solved",
            NOTEBOOKS,
            () -> new NotebookChecks(course, notebooks()).outcomes()),
        new CheckGroup(
            "browser",
            "a first exercise in a browser",
            NOTEBOOKS,
            () -> new BrowserChecks(course, notebooks()).outcomes()),
        new CheckGroup(
            "instructor",
            "judge, leaderboard and gradebook, and the pages in a browser",
            EITHER,
            new InstructorChecks(course)::outcomes),
        new CheckGroup("lint", "formatting and linters", EITHER, new MavenChecks(course)::outcomes),
        new CheckGroup(
            "golden",
            "values and gradients against PyTorch's",
            EITHER,
            new GoldenChecks(course)::outcomes),
        new CheckGroup("readme", "the README's commands and code", EITHER, this::readme));
  }

  /// Runs the group of this name, or all with `true`; whether none of the checks failed.
  ///
  /// @throws IllegalArgumentException when there is no such group
  public boolean run(String which) {
    var chosen =
        groups().stream().filter(g -> which.equals("true") || g.name().equals(which)).toList();
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "-Dcheck takes no value or one of %s, got %s"
              .formatted(
                  groups().stream().map(CheckGroup::name).collect(Collectors.joining(", ")),
                  which));
    }
    var either = new ConcurrentLinkedQueue<>(of(EITHER, chosen));
    var beside = new Thread(() -> run(of(NOTEBOOKS, chosen), either));
    beside.start();
    run(of(WORKER, chosen), either);
    try {
      beside.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
    if (which.equals("golden")) {
      show(GoldenChecks.table(course));
    }
    out.printf("%d passed, %d failed, %d skipped%n", passed, failed, skipped);
    return failed == 0;
  }

  private static List<CheckGroup> of(Lane lane, List<CheckGroup> groups) {
    return groups.stream().filter(g -> g.lane() == lane).toList();
  }

  /// Runs a lane's groups, and then those that are left.
  private void run(List<CheckGroup> groups, Queue<CheckGroup> left) {
    groups.forEach(this::run);
    for (var next = left.poll(); next != null; next = left.poll()) {
      run(next);
    }
  }

  private void run(CheckGroup group) {
    long start = System.nanoTime();
    List<Outcome> outcomes;
    try {
      outcomes = group.run().outcomes();
    } catch (Exception e) {
      outcomes = List.of(Outcome.failed(group.name(), e.toString()));
    }
    print(group, outcomes, (System.nanoTime() - start) / 1e9);
  }

  private synchronized void print(CheckGroup group, List<Outcome> outcomes, double seconds) {
    var failures = outcomes.stream().filter(o -> o.problem() != null).toList();
    var skips = outcomes.stream().filter(o -> o.skipped() != null).toList();
    failed += failures.size();
    skipped += skips.size();
    passed += outcomes.size() - failures.size() - skips.size();
    out.printf(
        "%-10s %s … %d of %d (%.1f s)%n",
        group.name(),
        group.about(),
        outcomes.size() - failures.size() - skips.size(),
        outcomes.size(),
        seconds);
    skips.forEach(o -> out.println("  skipped  " + o.name() + ": " + o.skipped()));
    failures.forEach(o -> out.println("  FAILED   " + o.name() + "\n" + indented(o)));
    out.flush();
  }

  private void show(Path table) {
    if (Files.exists(table)) {
      out.println("\n" + Course.read(table));
    }
  }

  /// Tries every mutant and writes down how its tests fail.
  public void recordMutants() {
    new KernelPtx(course).writeMutants(modules).lines().forEach(out::println);
    for (var module : modules) {
      var file = KnownMistakes.file(course, module);
      try {
        Files.writeString(file, mutants().record(module).text());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      out.println("wrote " + course.root().relativize(file));
    }
  }

  private List<Outcome> stubs() {
    try (var quick = new Workers(new Jvm(course, 1, false))) {
      var known = KnownMistakes.none(course);
      var grader = new Grader(course, quick, known, LIMIT_MILLIS);
      return new StubChecks(course, modules, grader(), grader).outcomes();
    }
  }

  private List<Outcome> readme() throws Exception {
    try (var own = new Workers(new Jvm(course, 1))) {
      return new ReadmeChecks(course, own).outcomes();
    }
  }

  private List<Outcome> generated() {
    var generated = Generate.check(course);
    var leaks = Leak.find(course);
    var ptx = new KernelPtx(course).check(course.modules());
    return List.of(
        Outcome.of(
            "regenerating changes nothing",
            generated.isUpToDate() ? null : String.join("\n", generated.lines())),
        Outcome.of(
            "no line of a solution stands in modules/ or notebooks/",
            leaks.isEmpty()
                ? null
                : leaks.stream().map(Leak.Place::toString).collect(Collectors.joining("\n"))),
        Outcome.of(
            "each kernel and each mutant of one has its PTX",
            ptx.sound()
                ? null
                : String.join("\n", ptx.lines())
                    + "\n-Dgenerate makes the PTX of kernels, -Dmutants=write that of mutants"));
  }

  private NotebookCopy notebooks() throws IOException, InterruptedException {
    var copy = notebooks;
    if (copy == null) {
      copy = NotebookCopy.of(course);
      notebooks = copy;
    }
    return copy;
  }

  private MutantChecks mutants() {
    return new MutantChecks(course, modules, grader());
  }

  private Grader grader() {
    return new Grader(course, workers, KnownMistakes.of(course), LIMIT_MILLIS);
  }

  private static String indented(Outcome outcome) {
    return String.valueOf(outcome.problem()).indent(11).stripTrailing();
  }

  @Override
  public void close() {
    workers.close();
    if (notebooks != null) {
      try {
        notebooks.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
