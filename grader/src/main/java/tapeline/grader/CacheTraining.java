package tapeline.grader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ModuleAnswers;
import tapeline.grader.progress.ProgressBook;
import tapeline.grader.report.Reports;
import tapeline.grader.report.TerminalOptions;
import tapeline.grader.report.TerminalReport;
import tapeline.grader.result.Grades;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Classes;
import tapeline.grader.run.Grader;
import tapeline.grader.run.GraderJar;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.KnownMistakes;
import tapeline.grader.run.LaunchRecord;
import tapeline.grader.run.Workers;

/// Makes the ahead-of-time cache of the grader and its workers, in processes of its own: one that
/// waits, one that grades a module's reference with a worker inside it and is recorded, and one
/// that assembles the cache from the recording.
public final class CacheTraining {
  private static final long LIMIT_MILLIS =
      600_000; // in the background, on a machine that may be busy

  private final Course course;
  private final CourseModule module;
  private final GraderJar grader;

  private CacheTraining(Course course, CourseModule module) {
    this.course = course;
    this.module = module;
    this.grader = GraderJar.of(course);
  }

  /// Starts the making of `module`'s cache unless it exists; returns at once.
  public static void unlessCached(Course course, CourseModule module) {
    if (!GraderJar.of(course).cached()) {
      inBackground(course, module);
    }
  }

  /// Makes the cache unless it exists, and waits for it.
  static void await(Course course, CourseModule module) {
    if (!GraderJar.of(course).cached()) {
      try {
        inBackground(course, module).waitFor();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Deletes the cache: what starts next does so without.
  public static void forget(Course course) throws IOException {
    GraderJar.of(course).forgetCache();
  }

  /// Starts [#main] for `module` and returns at once, with the process that may be waited for.
  static Process inBackground(Course course, CourseModule module) {
    var flags = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    var words = List.of(course.root().toString(), "" + module.number());
    try {
      return ChildJvm.of(flags, Classes.OWN_PATH, CacheTraining.class.getName(), words)
          .redirectErrorStream(true)
          .redirectOutput(course.target().resolve("training.log").toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the training of the cache", e);
    }
  }

  /// One training at a time: a second one leaves at once.
  public static void main(String[] args) throws IOException, InterruptedException {
    var course = Course.at(Path.of(args[0]).toRealPath());
    var training = new CacheTraining(course, course.module(Integer.parseInt(args[1])));
    if (args.length > 2) {
      training.rehearse(Path.of(args[2]));
      return;
    }
    var target = course.target();
    var lock = target.resolve("training.lock");
    try (var channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var held = channel.tryLock()) {
      if (held != null && !training.grader.cached()) {
        training.make();
      }
    }
    Files.deleteIfExists(target.resolve("training.log"));
  }

  private void make() throws IOException, InterruptedException {
    grader.pack();
    var folder = grader.folder();
    var recording = folder.resolve("unfinished.recording");
    var cache = folder.resolve("unfinished.aot");
    var reports = Files.createDirectories(course.target().resolve("training"));
    // In two steps: a JVM that does both at its end hands itself the class path through a variable
    // in which a folder must not have a blank.
    run(
        "-XX:AOTMode=record",
        "-XX:AOTConfiguration=" + recording,
        CacheTraining.class.getName(),
        course.root().toString(),
        "" + module.number(),
        reports.toString());
    run("-XX:AOTMode=create", "-XX:AOTConfiguration=" + recording, "-XX:AOTCache=" + cache);
    Files.deleteIfExists(recording);
    grader.keepCache(cache);
    new LaunchRecord(course.root()).useCache();
  }

  /// Runs `java` with these flags and, if there is one, this main class with its arguments.
  private void run(String... words) throws IOException, InterruptedException {
    int main = 0;
    while (main < words.length && words[main].startsWith("-")) {
      main++;
    }
    var command = new ArrayList<>(List.of(Jvm.java().toString()));
    command.addAll(List.of(words).subList(0, main));
    command.addAll(List.of("-XX:+UseSerialGC", "-Xlog:disable", Jvm.NATIVE_ACCESS));
    command.addAll(new Jvm(course, 1).properties());
    command.addAll(List.of("-cp", Jvm.classPath(course.root().relativize(grader.jar()))));
    command.addAll(List.of(words).subList(main, words.length));
    var process = new ProcessBuilder(command).directory(course.root().toFile()).inheritIO().start();
    if (!process.waitFor(LIMIT_MILLIS, TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException("the training failed: " + command);
    }
  }

  /// Does what a start and a grading do, with reports in `folder`.
  private void rehearse(Path folder) throws IOException {
    new LaunchRecord(course.root()).isFresh();
    var book = new ProgressBook(course, _ -> {});
    try (var workers = Workers.inThisProcess()) {
      var grading = new Grader(course, workers, KnownMistakes.of(course), LIMIT_MILLIS);
      var result = grading.folder(module, module.exercises(), handedIn(folder.resolve("module")));
      var grades = new Grades(Instant.now(), "" + Runtime.version(), 1, List.of(result));
      TerminalReport.render(grades, TerminalOptions.detect(System.out, Examiner.REPORTS, false));
      Reports.writeAll(grades, folder);
      book.taken(module);
    }
  }

  /// The module as a learner has it at work: the last exercise a stub, the others solved, each in
  /// other words than the reference, so that they are compiled.
  private Path handedIn(Path folder) {
    var answers = ModuleAnswers.of(course, module);
    var bodies = answers.bodies();
    bodies.replaceAll((_, body) -> body + "\n");
    var last = module.exercises().getLast().id();
    bodies.put(last, answers.of(last).stub());
    answers.copy(course.solution(module), folder, bodies);
    return folder;
  }
}
