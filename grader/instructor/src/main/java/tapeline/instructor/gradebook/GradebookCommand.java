package tapeline.instructor.gradebook;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tapeline.grader.course.Course;
import tapeline.grader.course.Lock;
import tapeline.grader.course.Selection;
import tapeline.grader.report.Chars;
import tapeline.grader.report.TerminalOptions;
import tapeline.instructor.database.ClaimTable;
import tapeline.instructor.database.Database;
import tapeline.instructor.homework.Homework;
import tapeline.instructor.homework.Overlay;
import tapeline.instructor.sandbox.Sandbox;
import tapeline.toolkit.ProgressBar;

/// `tapeline gradebook SUBMISSIONS --out marks.csv`: grades a class.
///
/// Beside `marks.csv` lies the folder `marks` with each student's result and feedback, and the
/// marks in other forms. A run that was ended goes on where it was when it is started again.
@Command(
    name = "gradebook",
    mixinStandardHelpOptions = true,
    description = "Grades a class's homework in sandboxes, a folder or an archive a student.")
public final class GradebookCommand implements Callable<Integer> {
  @Spec @Nullable CommandSpec spec;

  @Parameters(paramLabel = "SUBMISSIONS", description = "the folder with what was handed in")
  @Nullable Path submissions;

  @Option(names = "--out", required = true, description = "the CSV file for the marks")
  @Nullable Path out;

  @Option(names = "--modules", description = "for example 3,5 or 03.2; all unless given")
  @Nullable String modules;

  @Option(
      names = "--jobs",
      defaultValue = "2",
      description = "submissions at once (${DEFAULT-VALUE})")
  int jobs;

  @Option(names = "--deadline", description = "for example 2026-12-01T12:00")
  @Nullable String deadline;

  @Option(
      names = "--late-penalty",
      description = "for example 10%%/day, of the points, a day begun")
  @Nullable String penalty;

  @Option(
      names = "--roster",
      description = "a CSV with a column id, perhaps name, email, section, submitted, deadline")
  @Nullable Path roster;

  @Option(
      names = "--by-hand",
      description = "a CSV with columns id, total, reason, perhaps exercise: what a person set")
  @Nullable Path byHand;

  @Option(
      names = "--assignment",
      description = "its title in the exports, for Canvas as there: Homework 3 (1234)")
  @Nullable String assignment;

  @Option(names = "--overlay", description = "a folder with hidden tests and the seed")
  @Nullable Path overlay;

  @Option(
      names = "--format",
      split = ",",
      converter = ExportFormat.Named.class,
      description = "canvas, moodle, nbgrader, or several with commas")
  List<ExportFormat> formats = List.of();

  @Option(
      names = "--feedback",
      defaultValue = "full",
      description =
          "what the pages to hand back have: full, verdicts or total, as after an exam"
              + " (${DEFAULT-VALUE})")
  FeedbackPages.Detail feedback = FeedbackPages.Detail.FULL;

  @Option(names = "--similarity", description = "compares the submissions with each other (JPlag)")
  boolean similarity;

  @Option(
      names = "--db",
      description = {
        "jdbc:postgresql://host/name?user=…: grades together with all that run this command with it,",
        "on machines that see SUBMISSIONS, the course and the marks under the same paths"
      })
  @Nullable String db;

  @Option(
      names = "--receipts",
      paramLabel = "FILE|URL",
      description =
          "the class's database: of a student the last hand-in in time counts, by its receipt")
  @Nullable String receipts;

  @Option(
      names = "--unwalled",
      description = "where there is no sandbox, runs the class's code with your rights")
  boolean unwalled;

  @Option(names = "--course", description = "the course's folder; above this one unless given")
  @Nullable Path root;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      return run();
    } catch (IllegalArgumentException | IllegalStateException e) {
      err().println(e.getMessage());
      return 1;
    }
  }

  private PrintWriter err() {
    return spec().commandLine().getErr();
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "picocli sets it");
  }

  private int run() throws IOException, InterruptedException {
    var from = submissions;
    var to = out;
    if (from == null || !Files.isDirectory(from)) {
      throw new IllegalArgumentException("submissions lie in a folder, got " + from);
    }
    if (to == null || !to.toString().endsWith(".csv")) {
      throw new IllegalArgumentException("the marks go to a .csv, got --out " + to);
    }
    if (jobs < 1) {
      throw new IllegalArgumentException("at least one job at a time, got --jobs " + jobs);
    }
    var course = course();
    var selection = Selection.of(course, modules);
    var given = LatePolicy.of(deadline, penalty);
    var list = roster == null ? Roster.NONE : Roster.read(roster, assignment);
    var set = byHand == null ? Map.<String, HandMark>of() : HandMark.read(byHand);
    var notes = new ArrayList<String>();
    var folders = ClassGrading.modules(selection);
    var found = HandedIn.in(from, folders, list.ids(), notes);
    var received = receipts == null ? null : ReceivedHandIns.open(receipts, from, folders);
    var late = received == null ? given : received.late(given);
    var all = received == null ? found : received.counting(found, list, late, notes);
    var exercises = selection.parts().stream().flatMap(p -> p.exercises().stream()).toList();
    var hand = HandMark.ofKnown(set, list, all, exercises);
    requireTimes(all, list, late);
    var hidden = overlay == null ? Overlay.NONE : Overlay.in(course, overlay);
    var file = to.toAbsolutePath();
    var name = file.getFileName().toString();
    var folder = file.resolveSibling(name.substring(0, name.length() - ".csv".length()));
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IllegalArgumentException("nothing can be written at --out %s: %s".formatted(to, e));
    }

    if (!unwalled) {
      Sandbox.require();
    }
    var database = db == null ? null : Database.open(db);
    say("getting ready: the reference solutions are tried in the sandbox …");
    long start = System.nanoTime();
    try (var claims = database == null ? null : new ClaimTable(database);
        var _ =
            database == null
                ? Lock.on(folder.resolve("lock"), "the gradebook of " + folder, err()::println)
                : null;
        var homework = homework(course, selection, hidden, folder, database)) {
      keepSeed(folder, homework.seed());
      var warning = homework.warning();
      if (warning != null) {
        err().println(warning);
      }
      var compilers =
          database == null ? homework.compilers() : anyCompiler(course, selection, homework);
      var tests = TestsFingerprint.of(course, selection, homework.seed(), overlay, compilers);
      var grading = new ClassGrading(selection, homework, folder, tests, claims);
      long opened = System.nanoTime();
      var graded = graded(grading, all);
      double minutes = (System.nanoTime() - opened) / 60e9;
      notes.forEach(GradebookCommand::say);
      var open = new TreeMap<String, String>(graded.open());
      open.keySet().removeIf(id -> hand.containsKey(id) && hand.get(id).total() != null);
      open.forEach((id, why) -> say("the grader failed on %s: %s".formatted(id, why)));
      if (!open.isEmpty()) {
        err()
            .println(
                "no marks are written while the grader has failed on somebody (%d): run it again,"
                        .formatted(open.size())
                    + " or mark them by hand, --by-hand");
        return 1;
      }
      var claim = claims == null ? null : claims.claimStopped(named("marks", folder)).orElse(null);
      if (claims != null && claim == null) {
        say("another run writes the marks: " + to);
      } else {
        var marks = new ClassMarks(graded.results(), list, late, hand).of(all, exercises);
        ResultStore.replace(file, MarksTable.of(exercises, marks));
        say("marks of %d students: %s".formatted(marks.size(), to));
        if (roster != null) {
          list.strangers(all).forEach(s -> say("handed in, and on no roster: " + s));
        }
        writeBesides(folder, all, marks);
        if (similarity) {
          say(SimilarityReport.write(course, selection, folder));
        }
      }
      if (claims != null && claim != null) {
        claims.release(claim);
      }
      say(
          String.format(
              Locale.ROOT,
              "%d submissions, %d of them kept from before, %.1f a minute, %d at once; getting"
                  + " ready took %.1f s; seed %d",
              all.size(),
              graded.kept(),
              (all.size() - graded.kept()) / minutes,
              jobs,
              (opened - start) / 1e9,
              homework.seed()));
    }
    return 0;
  }

  /// Writes pages and exports into the folder of the marks.
  private void writeBesides(Path folder, List<HandedIn> all, List<Mark> marks) throws IOException {
    marks.stream()
        .filter(m -> !m.undecided().isEmpty())
        .forEach(m ->
            say("undecided, without points: %s of %s".formatted(m.undecided(), m.student().id())));
    var pages = FeedbackPages.write(folder, all, marks, feedback);
    say("feedback: %s, %s".formatted(folder.resolve("feedback"), pages));
    for (var format : formats) {
      var title = "Tapeline " + (modules == null ? "" : modules);
      var written = format.write(folder, assignment == null ? title.strip() : assignment, marks);
      say(format.name().toLowerCase(Locale.ROOT) + ": " + written);
    }
  }

  /// Gets ready to grade, by one seed on all machines: the one that the database has first.
  private Homework homework(
      Course course, Selection selection, Overlay hidden, Path folder, @Nullable Database database)
      throws IOException {
    var seed = seed(folder, hidden);
    var homework = Homework.open(course, selection.parts(), hidden, seed, jobs);
    if (database == null || seed.isPresent()) {
      return homework;
    }
    long agreed = Long.parseLong(database.agreed(named("seed", folder), "" + homework.seed()));
    if (agreed == homework.seed()) {
      return homework;
    }
    homework.close();
    return Homework.open(course, selection.parts(), hidden, OptionalLong.of(agreed), jobs);
  }

  /// Returns the name of something of this folder in the database.
  private static String named(String what, Path folder) throws IOException {
    return what + " " + new Fingerprint().add(folder.toString()).hex().substring(0, 32);
  }

  /// Requires a compiler where there are kernels to compile: results of machines with and without
  /// one would differ. Which one it is does not count.
  private static String anyCompiler(Course course, Selection selection, Homework homework) {
    if (!homework.hasCompiler() && TestsFingerprint.hasKernels(course, selection)) {
      throw new IllegalStateException(
          "these modules have kernels, so with --db each machine needs a CUDA compiler, and this one"
              + " has none: ./tapeline cuda-setup");
    }
    return "any";
  }

  /// Says which times are those of files, and refuses to guess how late somebody was.
  private void requireTimes(List<HandedIn> all, Roster list, LatePolicy late) {
    var unknown = new ArrayList<String>();
    int ofFiles = 0;
    for (var one : all) {
      var student = list.known(one.student());
      if (student.submitted() == null) {
        ofFiles += one.changed() == null || one.source().equals(HandedIn.RECEIPT) ? 0 : 1;
        if (one.markedLate() && late.sharePerDay() > 0) {
          unknown.add(student.id());
        }
      }
    }
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "who is late by the platform's name has a time in the roster's column submitted, and %s"
                  .formatted(String.join(", ", unknown))
              + " have none");
    }
    if (late.deadline() != null && ofFiles > 0) {
      err()
          .println(
              "%d submissions have the time of their files, which their authors can set, see"
                      .formatted(ofFiles)
                  + " time_from in the marks; a column submitted in the roster counts before it");
    }
  }

  /// On a terminal a bar shows how far it is, elsewhere a line each tenth.
  private ClassGrading.Graded graded(ClassGrading grading, List<HandedIn> all)
      throws InterruptedException {
    if (TerminalOptions.isTerminal()) {
      try (var bar = ProgressBar.of("grading", all.size())) {
        return grading.run(all, jobs, bar::step);
      }
    }
    var done = new AtomicInteger();
    return grading.run(
        all,
        jobs,
        () -> {
          int n = done.incrementAndGet();
          if (10 * n / all.size() > 10 * (n - 1) / all.size()) {
            say("%d of %d graded".formatted(n, all.size()));
          }
        });
  }

  private static void say(String line) {
    System.out.println(Chars.line(line));
  }

  private Course course() throws IOException {
    var given = root;
    if (given != null) {
      return Course.at(given.toRealPath());
    }
    for (var p = Path.of("").toAbsolutePath(); p != null; p = p.getParent()) {
      if (Files.isDirectory(p.resolve("solutions"))
          && Files.isDirectory(p.resolve("grader/tests"))) {
        return Course.at(p);
      }
    }
    throw new IllegalArgumentException("run it in the course's folder, or say --course");
  }

  /// The overlay's seed, else that of the run that this one goes on with.
  private static OptionalLong seed(Path folder, Overlay overlay) {
    var kept = folder.resolve("seed");
    if (overlay.fixedSeed().isPresent() || !Files.exists(kept)) {
      return overlay.fixedSeed();
    }
    try {
      return OptionalLong.of(Long.parseLong(Course.read(kept).strip()));
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException("no whole number is in " + kept + "; delete it");
    }
  }

  private static void keepSeed(Path folder, long seed) throws IOException {
    ResultStore.replace(folder.resolve("seed"), seed + "\n");
  }
}
