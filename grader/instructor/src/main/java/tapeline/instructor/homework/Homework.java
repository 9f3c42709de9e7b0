package tapeline.instructor.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Exercise;
import tapeline.grader.course.Selection;
import tapeline.grader.course.WholeFolder;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.result.Verdict;
import tapeline.grader.run.Grader;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.Modules;
import tapeline.grader.run.Workers;
import tapeline.instructor.sandbox.Bubblewrap;
import tapeline.instructor.sandbox.CompilerCell;

/// Grades submissions that no person has read, in sandboxes, by the course's tests and an
/// instructor's hidden ones.
///
/// ```java
/// try (var homework = Homework.open(course, parts, Overlay.NONE, OptionalLong.empty(), 2)) {
///   var results = homework.grade(Path.of("ada"), new Withheld());
/// }
/// ```
///
/// [#grade] may be called from as many threads as there are cells.
public final class Homework implements AutoCloseable {
  private static final long LIMIT_MILLIS = 5_000;
  private static final long COMPILE_MILLIS = 30_000;
  private static final List<String> JAVAC =
      List.of(
          "-proc:none",
          "-g",
          "-parameters",
          "-Xlint:none",
          "-nowarn",
          "-implicit:none",
          "--add-modules",
          JdkModules.VECTORS);
  private static final String NO_POINTS =
      "graded twice and undecided twice, it earns nothing: ask for another grading on a quiet machine";
  private static final int USERS = 2; // of a desk: the compiler's, and the tests'

  private final Course course;
  private final List<Selection.Part> parts;
  private final WorkFolder place;
  private final PreparedModules prepared;
  private final long limitMillis;
  private final BlockingQueue<Desk> desks = new LinkedBlockingQueue<>();
  private final AtomicInteger submissions = new AtomicInteger();
  private String compilers = "";

  /// The setup and the compiler with which one submission at a time is graded.
  private record Desk(CellSetup site, CompilerCell compiler) {}

  private Homework(
      Course course,
      List<Selection.Part> parts,
      WorkFolder place,
      PreparedModules prepared,
      long limitMillis) {
    this.course = course;
    this.parts = List.copyOf(parts);
    this.place = place;
    this.prepared = prepared;
    this.limitMillis = limitMillis;
  }

  /// Gets ready to grade `parts`: builds them, and tries their tests on the reference solutions.
  ///
  /// @param seed of the tests' random inputs; empty for the overlay's, or else one that no student
  ///   can know before
  /// @param cells how many submissions are graded at once
  /// @throws IllegalStateException when a reference solution fails one of the tests
  public static Homework open(
      Course course, List<Selection.Part> parts, Overlay overlay, OptionalLong seed, int cells) {
    return open(course, parts, overlay, seed, cells, LIMIT_MILLIS);
  }

  /// Gets ready with another time limit of a test.
  static Homework open(
      Course course,
      List<Selection.Part> parts,
      Overlay overlay,
      OptionalLong seed,
      int cells,
      long limitMillis) {
    var place = WorkFolder.of(course);
    try {
      var prepared = PreparedModules.of(course, parts, overlay, seed, place.path());
      var homework = new Homework(course, parts, place, prepared, limitMillis);
      homework.furnish(cells);
      return homework;
    } catch (RuntimeException | Error e) {
      place.close();
      throw e;
    }
  }

  private void furnish(int cells) {
    var kept = place.kept();
    var runtime = SealedRuntime.on(kept);
    var found = HostCompilers.here(kept);
    compilers = found.names();
    var data = place.data(course);
    int user = Bubblewrap.drawUser();
    var archive = CellArchive.of(place, runtime, user);
    for (int i = 0; i < cells; i++) {
      var site =
          new CellSetup(
              runtime, archive, place.sandbox(), user + USERS * i, found, data, prepared.seed());
      desks.add(
          new Desk(
              site,
              new CompilerCell(
                  place.sandbox(),
                  runtime.runnerJar(),
                  site.user(),
                  JAVAC,
                  COMPILE_MILLIS,
                  archive == null ? null : archive.folder())));
    }
  }

  /// Names the compilers of kernels.
  public String compilers() {
    return compilers;
  }

  /// Returns whether there is one.
  public boolean hasCompiler() {
    return compilers.matches("(?s).*/(?:nvcc|clang|cuda|cache/).*");
  }

  /// The seed of the tests' random inputs.
  public long seed() {
    return prepared.seed();
  }

  /// A warning for the instructor to read before all else; null when there is none.
  public @Nullable String warning() {
    return place.warning();
  }

  /// Grades what lies in `submission`, a folder laid out as `modules/`: some of the modules, and in
  /// each some of its files.
  ///
  /// @param withheld takes what its author should not see
  /// @throws Refused when it holds something that homework has no need of; nothing of it was run
  public List<ModuleResult> grade(Path submission, Withheld withheld) throws Refused {
    Desk desk;
    try {
      desk = desks.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the grading was interrupted", e);
    }
    var root = place.path().resolve("submission-" + submissions.incrementAndGet());
    try {
      var mine = checkout(root);
      var names = new HashMap<CourseModule, SubmittedFiles.Names>();
      for (var part : parts) {
        var module = part.module();
        var from = submission.resolve(module.name());
        names.put(module, SubmittedFiles.lay(course, module, from, mine.learner(module)));
      }
      var results = new ArrayList<ModuleResult>();
      for (var part : parts) {
        var others = names.getOrDefault(part.module(), SubmittedFiles.Names.NONE);
        results.add(grade(part, mine, desk, withheld, others));
      }
      return results;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lay out the submission " + submission, e);
    } finally {
      WholeFolder.delete(root);
      desks.add(desk);
    }
  }

  private ModuleResult grade(
      Selection.Part part, Course mine, Desk desk, Withheld withheld, SubmittedFiles.Names names) {
    var module = part.module();
    var ready = prepared.of(module);
    var ptx = mine.root().resolve("ptx").resolve(module.name());
    try (var kernels = new Kernels(kernelCell(desk), ready, ptx)) {
      var cells = new SandboxedWorker(desk.site(), desk.compiler(), ready, kernels, withheld);
      var result = decided(part.exercises(), e -> grade(e, mine, cells));
      var courses =
          new SandboxedWorker(
              desk.site().withCourseSeed(),
              desk.compiler(),
              ready.withoutHidden(),
              kernels,
              new Withheld());
      var named = named(result, prepared.seed(), ready.hidden(), e -> grade(e, mine, courses));
      // How long hidden tests took would tell what is in them.
      return said(named, names, ready.hidden() == null ? result.seconds() : 0);
    }
  }

  private ModuleResult grade(List<Exercise> exercises, Course mine, SandboxedWorker cells) {
    try (var workers = Workers.of(cells::next)) {
      var module = mine.module(exercises.getFirst().id().module());
      return Grader.untrusting(mine, workers, KnownMistakes.of(mine), limitMillis)
          .folder(module, exercises, mine.learner(module));
    }
  }

  /// Names the mistakes of exercises that failed, by another run with the course's tests and seed:
  /// most messages have numbers, and mistakes are known by those of that seed. Runs nothing where
  /// `result` is of these already.
  ///
  /// @param seed that `result` is of
  /// @param hidden null where `result` is of the course's tests alone
  static ModuleResult named(
      ModuleResult result,
      long seed,
      @Nullable TestSet hidden,
      Function<List<Exercise>, ModuleResult> grade) {
    if (seed == KnownMistakes.COURSE_SEED && hidden == null) {
      return result;
    }
    var nameless =
        result.exercises().stream()
            .filter(e -> e.verdict() == Verdict.FAILED && !KnownMistakes.isCertain(e))
            .toList();
    if (nameless.isEmpty()) {
      return result;
    }
    var named = result;
    var again = grade.apply(nameless.stream().map(ExerciseResult::exercise).toList());
    for (var e : nameless) {
      for (var other : again.exercises()) {
        var likely = other.likelyMistake();
        if (other.exercise().equals(e.exercise()) && likely != null) {
          named = named.with(e, e.like(likely));
        }
      }
    }
    return named;
  }

  /// Grades exercises; those with a comparison that cannot tell once more, in fresh cells. Noise
  /// may be made on purpose, so a second one that cannot tell earns nothing.
  static ModuleResult decided(
      List<Exercise> exercises, Function<List<Exercise>, ModuleResult> grade) {
    var result = grade.apply(exercises);
    for (var first : result.exercises()) {
      if (first.verdict() == Verdict.UNDECIDED) {
        var again = grade.apply(List.of(first.exercise())).exercises().getFirst();
        result = result.with(first, again.costing(NO_POINTS));
      }
    }
    return result;
  }

  private KernelCell kernelCell(Desk desk) {
    return new KernelCell(desk.site(), new Modules(course).given());
  }

  private ModuleResult said(ModuleResult result, SubmittedFiles.Names names, double seconds) {
    var warning = place.warning();
    var graded = warning == null ? "handed in, graded in a sandbox" : "handed in. " + warning;
    var left = names.leftOut().isEmpty() ? "" : "; left out: " + String.join(", ", names.leftOut());
    return new ModuleResult(
        result.module(), graded + left, result.exercises(), seconds, names.changed());
  }

  /// A course whose modules are the submission's, and all else that of this one.
  private Course checkout(Path root) throws IOException {
    var mine = new Course(root, course.modules());
    Files.createDirectories(root.resolve("modules"));
    Files.createSymbolicLink(root.resolve("solutions"), course.root().resolve("solutions"));
    Files.createDirectories(root.resolve("grader/target/course"));
    Files.createSymbolicLink(root.resolve("grader/tests"), course.root().resolve("grader/tests"));
    for (var given : course.given()) {
      Files.createSymbolicLink(root.resolve("modules").resolve(given.name()), given.folder());
      linkClasses(root, given.name());
    }
    linkClasses(root, "reference");
    return mine;
  }

  private void linkClasses(Path root, String name) throws IOException {
    var classes = Path.of("grader/target/course", name);
    Files.createSymbolicLink(root.resolve(classes), course.root().resolve(classes));
  }

  @Override
  public void close() {
    desks.forEach(d -> d.compiler().close());
    place.close();
  }
}
