package tapeline.grader.check;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.generate.Generate;
import tapeline.grader.generate.Leak;
import tapeline.grader.program.KernelPtx;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;

/// All groups of checks, the longest first, and what those of one process share: a worker, a copy
/// of the course, what was found of mutants.
final class CheckGroups implements AutoCloseable {
  static final long LIMIT_MILLIS = 5_000;

  private final Course course;
  private final Workers workers;
  private final StubChecks stubs;
  private String only = "";
  private @Nullable MutantChecks mutants;
  private @Nullable CleanCopy copy;
  private @Nullable NotebookCopy notebooks;
  private @Nullable NotebookChecks notebookChecks;

  CheckGroups(Course course) {
    this.course = course;
    this.workers = new Workers(new Jvm(course, 1));
    this.stubs = new StubChecks(course, workers, LIMIT_MILLIS);
  }

  /// Narrows groups that are tests of our own to classes with this in their names.
  void onlyTests(String name) {
    only = name;
  }

  /// Returns the groups in the order in which they begin: what takes long and uses one processor
  /// comes first, so that it does not run alone at the end.
  List<CheckGroup> all() {
    return List.of(
        group(
            "notebooks",
            "every notebook runs on the stubs and solved",
            modules -> notebookChecks().outcomes(modules)),
        group(
            "gpu",
            "the tests of the device, its compilers and the emulator",
            _ -> new OwnTests(course, workers, only).gpu()),
        group(
            "instructor",
            "judge, leaderboard and gradebook, and the pages in a browser",
            _ -> new InstructorChecks(course, workers, only).outcomes()),
        new CheckGroup(
            "readme",
            "the README's commands and code",
            "copy",
            _ -> new ReadmeChecks(course, workers).outcomes(copy())),
        new CheckGroup(
            "kernel", "the notebooks' kernel, alone and under Jupyter", "copy", _ -> kernel()),
        new CheckGroup(
            "browser",
            "a first exercise in a browser",
            "copy",
            _ -> new BrowserChecks(course, notebooks()).outcomes()),
        new CheckGroup(
            "mutants",
            "each mutant tried is caught and named",
            "mutants",
            modules -> mutants().outcomes(modules)),
        new CheckGroup(
            "tests",
            "each test catches a mutant",
            "mutants",
            modules -> mutants().idleTests(modules)),
        group(
            "grader", "the grader's own tests", _ -> new OwnTests(course, workers, only).grader()),
        group(
            "laboratory",
            "the laboratory's tests",
            _ -> new OwnTests(course, workers, only).laboratory()),
        group("lint", "formatting and linters", _ -> new MavenChecks(course).outcomes()),
        group(
            "stubs",
            "each stub fails its own exercise alone, the others pass with other seeds",
            stubs::outcomes),
        group(
            "given",
            "the tests of what else is given beside the exercises",
            _ -> new OwnTests(course, workers, only).given()),
        group(
            "book",
            "the course as pages: links, formulas, in a browser",
            _ -> new BookChecks(course).outcomes()),
        group(
            "solutions",
            "the solutions pass",
            new SolutionChecks(course, workers, LIMIT_MILLIS)::outcomes),
        group(
            "golden",
            "values and gradients against PyTorch's",
            _ -> new GoldenChecks(course).outcomes()),
        new CheckGroup(
            "generated", "modules and notebooks are what is generated", "house", _ -> generated()),
        new CheckGroup(
            "course",
            "the rules of the house",
            "house",
            _ -> new CourseChecks(course, workers).outcomes()));
  }

  private static CheckGroup group(String name, String about, CheckGroup.Run run) {
    return new CheckGroup(name, about, name, run);
  }

  /// Tries mutants by the patterns that are on the disk when the first of them is tried.
  private MutantChecks mutants() {
    var made = mutants;
    if (made == null) {
      made = newMutants();
      mutants = made;
    }
    return made;
  }

  MutantChecks newMutants() {
    return new MutantChecks(course, workers, LIMIT_MILLIS);
  }

  private List<Outcome> generated() {
    var generated = Generate.check(course);
    var leaks = Leak.find(course);
    var ptx = new KernelPtx(course).check();
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

  /// Returns a clean copy: what runs first in it finds no build output.
  private CleanCopy copy() throws IOException, InterruptedException {
    var made = copy;
    if (made == null) {
      made = CleanCopy.of(course);
      copy = made;
    }
    return made;
  }

  /// Returns the clean copy with the notebooks' kernel.
  private NotebookCopy notebooks() throws IOException, InterruptedException {
    var made = notebooks;
    if (made == null) {
      made = NotebookCopy.in(copy(), course);
      notebooks = made;
    }
    return made;
  }

  private List<Outcome> kernel() throws IOException, InterruptedException {
    var kernel = new KernelChecks(course);
    return only.isEmpty() ? kernel.in(notebooks()) : kernel.only(only);
  }

  private NotebookChecks notebookChecks() throws IOException, InterruptedException {
    var made = notebookChecks;
    if (made == null) {
      made = new NotebookChecks(course, notebooks());
      notebookChecks = made;
    }
    return made;
  }

  @Override
  public void close() {
    stubs.close();
    if (notebookChecks != null) {
      notebookChecks.close();
    }
    if (mutants != null) {
      mutants.close();
    }
    workers.close();
    if (copy != null) {
      copy.close();
    }
  }
}
