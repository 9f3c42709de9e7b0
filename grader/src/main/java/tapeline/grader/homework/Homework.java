package tapeline.grader.homework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Selection;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.run.Grader;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.Workers;
import tapeline.grader.sandbox.Bubblewrap;

/// Grades submissions that nobody has read, in sandboxes, by the course's tests and an instructor's
/// hidden ones.
///
/// ```java
/// try (var homework = Homework.open(course, parts, Overlay.NONE, OptionalLong.empty(), 2)) {
///   var results = homework.grade(Path.of("ada"));
/// }
/// ```
///
/// [#grade] may be called from as many threads as there are cells.
public final class Homework implements AutoCloseable {
  private static final long LIMIT_MILLIS = 5_000;
  private static final int SEEDS = 5;
  private static final Pattern WORK = Pattern.compile("work-(\\d+)-\\d+");

  private final Course course;
  private final List<Selection.Part> parts;
  private final Shelf shelf;
  private final Path work;
  private final long seed;
  private final Room room;
  private final @Nullable String warning;
  private final Map<CourseModule, Prepared> prepared = new HashMap<>();
  private final BlockingQueue<Desk> desks = new LinkedBlockingQueue<>();
  private final AtomicInteger submissions = new AtomicInteger();

  /// What one submission at a time is graded with.
  private record Desk(Site site, CompilerCell compiler) {}

  private Homework(Course course, List<Selection.Part> parts, Overlay overlay, OptionalLong given) {
    this.course = course;
    this.parts = List.copyOf(parts);
    this.shelf = Shelf.of(course);
    forgetWork(shelf.folder());
    this.work =
        shelf.folder().resolve("work-" + ProcessHandle.current().pid() + "-" + System.nanoTime());
    long drawn = given.orElseGet(() -> overlay.fixedSeed().orElseGet(Overlay::drawnSeed));
    boolean fixed = given.isPresent() || overlay.fixedSeed().isPresent();
    this.seed = prepare(overlay, drawn, fixed);
    Room room;
    String problem = null;
    try {
      room = new Room.Walled(Bubblewrap.in(shelf.folder()));
    } catch (Bubblewrap.Unavailable e) {
      room = new Room.Open(work);
      problem =
          "NO SANDBOX: %s. This code ran with your rights: it could read and change your files"
              .formatted(e.getMessage());
    }
    this.warning = problem;
    this.room = room;
  }

  /// Gets ready to grade `parts`: builds them, and tries their tests on the reference solutions.
  ///
  /// @param seed of the tests' random inputs; empty for the overlay's, or else one that nobody can
  ///   know before
  /// @param cells how many submissions are graded at once
  /// @throws IllegalStateException when a reference solution fails one of the tests
  public static Homework open(
      Course course, List<Selection.Part> parts, Overlay overlay, OptionalLong seed, int cells) {
    var homework = new Homework(course, parts, overlay, seed);
    homework.furnish(cells);
    return homework;
  }

  private void furnish(int cells) {
    var runtime = SealedRuntime.on(shelf.folder());
    var data = data();
    var compilers = compilers();
    int user = Bubblewrap.drawUser();
    for (int i = 0; i < cells; i++) {
      var site = new Site(runtime, room, user + 2 * i, compilers, data, seed);
      desks.add(new Desk(site, new CompilerCell(site)));
    }
  }

  private HostCompilers compilers() {
    try {
      return HostCompilers.here(shelf.folder());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lay out this machine's CUDA compilers", e);
    }
  }

  /// The course's datasets, where cells can be shown them.
  private Path data() {
    var data = course.root().resolve("datasets");
    try {
      return Files.isDirectory(data)
          ? data.toRealPath()
          : Files.createDirectories(work.resolve("datasets"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Prepares all modules with this seed, or with others where none is fixed: a seed that the
  /// reference solution fails on is nobody's.
  private long prepare(Overlay overlay, long first, boolean fixed) {
    long next = first;
    for (int tries = 1; ; tries++) {
      try (var trusted = new Workers(new Jvm(course, next))) {
        for (var part : parts) {
          var module = part.module();
          prepared.put(module, Prepared.of(course, module, overlay, trusted, work));
        }
        return next;
      } catch (Prepared.WrongReference e) {
        if (fixed || tries == SEEDS) {
          close();
          throw new IllegalStateException(e.getMessage() + " (seed " + next + ")", e);
        }
        next = Overlay.drawnSeed();
      }
    }
  }

  /// Deletes what runs that are gone were working on.
  private static void forgetWork(Path shelf) {
    var names = shelf.toFile().list();
    for (var name : names == null ? new String[0] : names) {
      var work = WORK.matcher(name);
      if (work.matches() && ProcessHandle.of(Long.parseLong(work.group(1))).isEmpty()) {
        SealedRuntime.delete(shelf.resolve(name));
      }
    }
  }

  /// The seed of the tests' random inputs.
  public long seed() {
    return seed;
  }

  /// What the instructor should know before all else; null when there is nothing.
  public @Nullable String warning() {
    return warning;
  }

  /// Grades what lies in `submission`, a folder laid out as `modules/`: some of the modules, and in
  /// each some of its files.
  ///
  /// @throws Refused when it holds something that homework has no need of; nothing of it was run
  public List<ModuleResult> grade(Path submission) throws Refused {
    Desk desk;
    try {
      desk = desks.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the grading was interrupted", e);
    }
    var root = work.resolve("submission-" + submissions.incrementAndGet());
    try {
      return grade(submission, desk, root);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lay out the submission " + submission, e);
    } finally {
      SealedRuntime.delete(root);
      desks.add(desk);
    }
  }

  private List<ModuleResult> grade(Path submission, Desk desk, Path root)
      throws IOException, Refused {
    var mine = checkout(root);
    for (var part : parts) {
      var module = part.module();
      Staging.lay(course, module, submission.resolve(module.name()), mine.learner(module));
    }
    var results = new ArrayList<ModuleResult>();
    for (var part : parts) {
      var module = part.module();
      var compiler = new KernelCell(desk.site(), course.target().resolve("course/toolkit"));
      var ptx = root.resolve("ptx").resolve(module.name());
      try (var kernels = new Kernels(compiler, prepared(module), ptx)) {
        var cells = new Cells(desk.site(), desk.compiler(), prepared(module), kernels);
        try (var workers = Workers.of(cells::next)) {
          var grader = Grader.untrusting(mine, workers, KnownMistakes.of(mine), LIMIT_MILLIS);
          results.add(said(grader.folder(module, part.exercises(), mine.learner(module))));
        }
      }
    }
    return results;
  }

  private Prepared prepared(CourseModule module) {
    return Objects.requireNonNull(prepared.get(module), "every part is prepared");
  }

  private ModuleResult said(ModuleResult result) {
    var graded = warning == null ? "handed in, graded in a sandbox" : "handed in. " + warning;
    return new ModuleResult(result.module(), graded, result.exercises(), result.seconds());
  }

  /// A course whose modules are the submission's, and all else that of this one.
  private Course checkout(Path root) throws IOException {
    var mine = new Course(root, course.modules());
    Files.createDirectories(root.resolve("modules"));
    Files.createSymbolicLink(root.resolve("solutions"), course.root().resolve("solutions"));
    Files.createDirectories(root.resolve("grader/target/course"));
    Files.createSymbolicLink(root.resolve("grader/tests"), course.root().resolve("grader/tests"));
    for (var made : List.of("toolkit", "reference")) {
      var classes = Path.of("grader/target/course", made);
      Files.createSymbolicLink(root.resolve(classes), course.root().resolve(classes));
    }
    return mine;
  }

  @Override
  public void close() {
    desks.forEach(d -> d.compiler().close());
    SealedRuntime.delete(work);
    shelf.close();
  }
}
