package tapeline.grader.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
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

  /// In the order in which they begin: what takes long and uses one processor comes first, so that
  /// it does not run alone at the end.
  List<CheckGroup> all() {
    var inputs = new CheckInputs(course);
    return List.of(
        new CheckGroup(
            "notebooks",
            "every notebook runs on the stubs and solved",
            "notebooks",
            true,
            inputs::notebooks,
            modules -> notebookChecks().outcomes(modules)),
        group(
            "instructor",
            "judge, leaderboard and gradebook, and the pages in a browser",
            CheckInputs.commandsAnd(
                "README.md",
                "grader/instructor",
                "grader/src/browser",
                "grader/tests",
                "solutions",
                "modules",
                "datasets"),
            _ -> new InstructorChecks(course, workers, only).outcomes()),
        copied(
            "readme",
            "the README's commands and code",
            CheckInputs.commandsAnd(
                "README.md", "grader/tests", "solutions", "modules", "notebooks/kernel"),
            _ -> new ReadmeChecks(course, workers).outcomes(copy())),
        copied(
            "kernel",
            "the notebooks' kernel, alone and under Jupyter",
            CheckInputs.commandsAnd("notebooks", "modules", "solutions", "grader/tests"),
            _ -> new KernelChecks(course, notebooks()).outcomes()),
        copied(
            "browser",
            "a first exercise in a browser",
            CheckInputs.commandsAnd(
                "notebooks", "modules", "solutions", "grader/tests", "grader/src/browser"),
            _ -> new BrowserChecks(course, notebooks()).outcomes()),
        new CheckGroup(
            "mutants",
            "each mutant tried is caught and named",
            "mutants",
            true,
            inputs::exercises,
            modules -> mutants().outcomes(modules)),
        new CheckGroup(
            "tests",
            "each test catches a mutant",
            "mutants",
            true,
            inputs::exercises,
            modules -> mutants().idleTests(modules)),
        group(
            "lint",
            "formatting and linters",
            CheckInputs.of("pom.xml", "solutions", "modules", "grader", "notebooks/kernel"),
            _ -> new MavenChecks(course).outcomes()),
        group(
            "book",
            "the course as pages: links, formulas, in a browser",
            CheckInputs.commandsAnd(
                "README.md",
                "CONTRIBUTING.md",
                "CHANGELOG.md",
                "grader/book",
                "grader/src/browser",
                "grader/laboratory",
                "notebooks",
                "modules",
                "solutions"),
            _ -> new BookChecks(course).outcomes()),
        group(
            "grader",
            "the grader's own tests",
            CheckInputs.commandsAnd(
                "grader/src",
                "grader/tests/00-support",
                "grader/laboratory/milestones",
                "modules",
                "solutions"),
            _ -> new OwnTests(course, workers, only).grader()),
        group(
            "given",
            "the tests of what is given beside the exercises",
            inputs::givenParts,
            _ -> new OwnTests(course, workers, only).given()),
        group(
            "laboratory",
            "the laboratory's tests",
            inputs::laboratory,
            _ -> new OwnTests(course, workers, only).laboratory()),
        new CheckGroup(
            "stubs",
            "each stub fails its own exercise alone, the others pass with other seeds",
            "stubs",
            true,
            inputs::exercises,
            stubs::outcomes),
        new CheckGroup(
            "solutions",
            "the solutions pass",
            "solutions",
            true,
            inputs::exercises,
            new SolutionChecks(course, workers, LIMIT_MILLIS)::outcomes),
        group(
            "golden",
            "values and gradients against PyTorch's",
            CheckInputs.commandsAnd("grader/peers", "modules", "solutions"),
            _ -> new GoldenChecks(course).outcomes()),
        new CheckGroup(
            "generated",
            "modules and notebooks are what is generated",
            "house",
            false,
            CheckInputs.of("modules", "solutions", "notebooks", "grader/tests", "grader/src/main"),
            _ -> generated()),
        new CheckGroup(
            "course",
            "the rules of the house",
            "house",
            false,
            CheckInputs::everything,
            _ -> new CourseChecks(course, workers).outcomes()));
  }

  private static CheckGroup group(
      String name,
      String about,
      Function<List<CourseModule>, List<String>> inputs,
      CheckGroup.Run run) {
    return new CheckGroup(name, about, name, false, inputs, run);
  }

  private static CheckGroup copied(
      String name,
      String about,
      Function<List<CourseModule>, List<String>> inputs,
      CheckGroup.Run run) {
    return new CheckGroup(name, about, "copy", false, inputs, run);
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

  /// A clean copy: what runs first in it finds no build output.
  private CleanCopy copy() throws IOException, InterruptedException {
    var made = copy;
    if (made == null) {
      made = CleanCopy.of(course);
      copy = made;
    }
    return made;
  }

  /// The same with the notebooks' kernel.
  private NotebookCopy notebooks() throws IOException, InterruptedException {
    var made = notebooks;
    if (made == null) {
      made = NotebookCopy.in(copy(), course);
      notebooks = made;
    }
    return made;
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
      try {
        copy.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
