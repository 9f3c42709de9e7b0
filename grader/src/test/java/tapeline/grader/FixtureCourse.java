package tapeline.grader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Lock;
import tapeline.grader.course.MarkedSource;
import tapeline.grader.generate.Generate;
import tapeline.grader.result.ExerciseResult;
import tapeline.grader.result.ModuleResult;
import tapeline.grader.run.Grader;
import tapeline.grader.run.GraderJar;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.Workers;

/// The small course of `grader/src/test/course`, copied to a folder where it can be solved wrongly.
public final class FixtureCourse {
  private static final long LIMIT_MILLIS = 4_000;
  private static final String CLASSES = "grader/target/course";

  /// The course that a thread's tests have graded last, and its worker.
  private static final ThreadLocal<@Nullable Graded> LAST = new ThreadLocal<>();

  private final Course course;

  private record Graded(Path root, Workers workers) {}

  private FixtureCourse(Course course) {
    this.course = course;
  }

  /// A fresh copy in `folder`, with nothing solved, and its solutions and tests compiled. Its
  /// workers start from the project's own cache where there is one.
  public static FixtureCourse in(Path folder) throws IOException {
    copyCourse(folder);
    copy(compiled(), folder.resolve(CLASSES));
    takeCache(folder);
    return generated(folder);
  }

  /// Makes a copy without a cache and classes.
  static FixtureCourse cold(Path folder) throws IOException {
    copyCourse(folder);
    return generated(folder);
  }

  /// Makes a copy with a third module, whose exercises are kernels in files that are not Java.
  public static FixtureCourse withKernels(Path folder) throws IOException {
    copyCourse(folder);
    copy(projectRoot().resolve("grader/src/test/kernels"), folder);
    takeCache(folder);
    return generated(folder);
  }

  /// The classes that all copies begin with, which are kept.
  private static Path compiled() throws IOException {
    var target = Files.createDirectories(projectRoot().resolve("grader/target"));
    try (var _ = Lock.on(target.resolve("fixture.lock"))) {
      var folder = target.resolve("fixture");
      copyCourse(folder);
      var course = Course.at(folder);
      try (var workers = new Workers(new Jvm(course, 1))) {
        course.modules().forEach(m -> workers.testClassPath(course, m));
      }
      return folder.resolve(CLASSES);
    }
  }

  private static void copyCourse(Path folder) throws IOException {
    var root = projectRoot();
    copy(root.resolve("grader/src/test/course"), folder);
    var todo = Path.of("modules/00-toolkit/src/main/java/tapeline/toolkit/Todo.java");
    copy(root.resolve(todo), folder.resolve(todo));
    copy(root.resolve("grader/tests/00-support"), folder.resolve("grader/tests/00-support"));
    Files.createDirectories(folder.resolve("grader/target"));
  }

  private static void takeCache(Path folder) throws IOException {
    var launch = Path.of("grader/target/launch");
    var own = new GraderJar(projectRoot().resolve(launch));
    if (own.cached()) {
      var copy = new GraderJar(folder.resolve(launch));
      Files.createDirectories(copy.folder());
      link(copy.jar(), own.jar());
      link(copy.cache(), own.cache());
    }
  }

  /// Links the file under another name, or copies it with its time where a link cannot be made.
  private static void link(Path name, Path file) throws IOException {
    try {
      Files.createLink(name, file);
    } catch (IOException | UnsupportedOperationException _) {
      Files.copy(file, name, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  private static FixtureCourse generated(Path folder) throws IOException {
    var course = Course.at(folder.toRealPath());
    Generate.write(course);
    return new FixtureCourse(course);
  }

  /// Returns the same course, read again after a change of its solutions.
  public FixtureCourse again() {
    return new FixtureCourse(Course.at(course.root()));
  }

  /// The folder with `solutions`, at or above the one that the tests run in.
  public static Path projectRoot() {
    for (var p = Path.of("").toAbsolutePath(); p != null; p = p.getParent()) {
      if (Files.isDirectory(p.resolve("grader/src/test/course"))) {
        return p;
      }
    }
    throw new IllegalStateException("run the tests in the project's folder");
  }

  /// Gives every module out again; what is compiled of the course itself stays.
  public void forget() throws IOException {
    for (var m : course.modules()) {
      for (var file : Course.files(course.learner(m), _ -> true)) {
        Files.delete(file);
      }
    }
    Generate.write(course);
  }

  public Course course() {
    return course;
  }

  /// The file that the learner edits for the exercise.
  public Path file(String exercise) {
    var id = ExerciseId.parse(exercise);
    var module = course.module(id.module());
    return course.learner(module).resolve(module.exercise(id).file());
  }

  /// Writes these lines into the exercise's region.
  public void write(String exercise, String body) throws IOException {
    var file = file(exercise);
    var source = MarkedSource.parse("given", Files.readString(file));
    Files.writeString(file, source.with(Map.of(ExerciseId.parse(exercise), body + "\n")));
  }

  /// Replaces `from` by `to` in the file of the exercise.
  public void edit(String exercise, String from, String to) throws IOException {
    var text = Files.readString(file(exercise));
    if (!text.contains(from)) {
      throw new IllegalArgumentException("the file does not contain " + from);
    }
    Files.writeString(file(exercise), text.replace(from, to));
  }

  /// Puts the answers into these exercises' regions.
  public void solve(String... exercises) throws IOException {
    for (var e : exercises) {
      var id = ExerciseId.parse(e);
      var module = course.module(id.module());
      var solution = course.solution(module).resolve(module.exercise(id).file());
      var bodies = MarkedSource.parse("solution", Files.readString(solution)).bodies();
      write(e, Objects.requireNonNull(bodies.get(id)).stripTrailing());
    }
  }

  /// Grades a module as the learner has it.
  public ModuleResult grade(int module) {
    return with((grader, m) -> grader.folder(m, m.exercises(), course.learner(m)), module);
  }

  /// Grades a module on the learner's own modules below it.
  public ModuleResult gradeStack(int module) {
    return with((grader, m) -> grader.stack(m, m.exercises()), module);
  }

  /// Grades one exercise as the learner has it.
  public ExerciseResult gradeOnly(String exercise) {
    var id = ExerciseId.parse(exercise);
    return with(
            (grader, m) -> grader.folder(m, List.of(m.exercise(id)), course.learner(m)),
            id.module())
        .exercises()
        .getFirst();
  }

  /// The result of one exercise among those of its module.
  public static ExerciseResult of(ModuleResult result, String exercise) {
    return result.exercises().stream()
        .filter(e -> e.exercise().id().toString().equals(exercise))
        .findFirst()
        .orElseThrow();
  }

  private ModuleResult with(BiFunction<Grader, CourseModule, ModuleResult> order, int module) {
    var grader = new Grader(course, workers(), KnownMistakes.of(course), LIMIT_MILLIS);
    return order.apply(grader, course.module(module));
  }

  /// Keeps the worker for the next grading of this course, as its start is most of a grading.
  private Workers workers() {
    var last = LAST.get();
    if (last != null && last.root().equals(course.root())) {
      return last.workers();
    }
    endWorker();
    var fresh = new Graded(course.root(), new Workers(new Jvm(course, 1)));
    LAST.set(fresh);
    return fresh.workers();
  }

  /// Ends the worker of this thread's last grading: the next grading starts one.
  public static void endWorker() {
    var last = LAST.get();
    if (last != null) {
      last.workers().close();
    }
  }

  /// Copies the files of a folder with their times, so that what is compiled stays fresh.
  public static void copy(Path from, Path to) throws IOException {
    try (var s = Files.walk(from)) {
      for (var p : s.filter(Files::isRegularFile).toList()) {
        var target = to.resolve(from.relativize(p).toString());
        Files.createDirectories(target.getParent());
        Files.copy(
            p, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
