package tapeline.grader.program;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Lock;
import tapeline.grader.generate.Disk;
import tapeline.grader.peers.EngineBesidePeer;
import tapeline.grader.peers.PairedRatio;
import tapeline.grader.progress.MilestoneState;
import tapeline.grader.progress.ProgressBook;
import tapeline.grader.run.Classes;
import tapeline.grader.run.Javac;
import tapeline.grader.run.Modules;
import tapeline.grader.run.Sources;

/// A milestone's run on the learner's own code.
///
/// The modules of the exercises that it needs are the learner's, all others the reference's. It
/// leaves `picture.png`, and `picture.txt`, which says the same in words, in a folder of its own
/// below `grader/target/milestones`.
///
/// @param state what it is about, as it is when the run begins
/// @param out takes all that is said
public record MilestoneRun(
    Course course, ProgressBook book, MilestoneState state, PrintStream out) {
  /// The environment variable by which the course's own checks run a share of the work, as `0.25`,
  /// and grade in a notebook without slow tests.
  public static final String SHARE = "TAPELINE_MILESTONE_SHARE";

  private static final String PROGRAM = "tapeline.laboratory.milestone.Milestones";
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /// The packages of the laboratory that its program is made of.
  private static final List<String> PACKAGES =
      List.of(
          "tapeline/laboratory/milestone",
          "tapeline/laboratory/load",
          "tapeline/laboratory/arguments");

  /// Runs it; whether its number was beaten by the learner's code, or by the reference's where that
  /// was asked for. Only a number of the learner's own code goes into the progress book.
  ///
  /// @param guess the learner's prediction; NaN for none
  /// @param filled whether the reference's answers stand for exercises that are missing
  public boolean run(double guess, boolean filled) {
    var milestone = state.milestone();
    var folder = folder();
    var work = "milestone %d in this checkout".formatted(milestone.number());
    try (var _ = Lock.on(folder.resolveSibling(milestone.name() + ".lock"), work, out::println)) {
      for (var name : List.of("picture.png", "picture.txt", "number.txt")) {
        Files.deleteIfExists(Files.createDirectories(folder).resolve(name));
      }
      var ready = new MilestoneModules(course, state, out).compile(filled);
      if (ready.isEmpty()) {
        return false;
      }
      var mine = ready.get().folders();
      var number =
          milestone.rows().isEmpty()
              ? PairedRatio.exact(program(mine, guess))
              : besidePyTorch(mine, guess);
      return judge(number, ready.get().filled().isEmpty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the folder of the picture.
  public Path folder() {
    return course.target().resolve("milestones").resolve(state.milestone().name());
  }

  /// A number whose interval reaches the goal in part is undecided, and goes into no book.
  boolean judge(PairedRatio measured, boolean own) {
    var goal = state.milestone().goal();
    double number = measured.value();
    boolean low = goal.isReachedBy(measured.low());
    boolean reached = low && goal.isReachedBy(measured.high());
    boolean undecided = low != goal.isReachedBy(measured.high());
    var came = Double.isNaN(number) ? "no number came" : "it is " + words(measured);
    out.println(
        "%s%s: %s, and %s was to be reached."
            .formatted(
                reached ? "reached" : undecided ? "undecided" : "not reached",
                own ? "" : " with the reference's answers",
                came,
                goal));
    var picture = folder().resolve("picture.png");
    if (Files.exists(picture)) {
      out.println("picture: " + Disk.name(course.root(), picture));
    }
    if (own && !undecided && !Double.isNaN(number)) {
      book.meet(state.milestone(), number, Instant.now());
    }
    return reached;
  }

  private static String words(PairedRatio measured) {
    var number = MilestoneState.number(measured.value());
    return measured.low() == measured.high()
        ? number
        : "%s [%s, %s]"
            .formatted(
                number,
                MilestoneState.number(measured.low()),
                MilestoneState.number(measured.high()));
  }

  private PairedRatio besidePyTorch(List<Path> mine, double guess) {
    var milestone = state.milestone();
    var modules = milestone.modules(course).stream().map(CourseModule::number).toList();
    var ratio =
        EngineBesidePeer.run(
            course, mine, List.of(milestone.rows().split("; *")), modules, folder(), out);
    if (!Double.isNaN(guess) && !Double.isNaN(ratio.value())) {
      out.println("you predicted %s".formatted(MilestoneState.number(guess)));
    }
    return ratio;
  }

  /// Runs the laboratory's program in a JVM of its own; the number that it left, or NaN.
  private double program(List<Path> mine, double guess) throws IOException {
    var milestone = state.milestone();
    var below = new ArrayList<Path>(mine);
    var modules = new Modules(course);
    below.addAll(modules.reference(course.modules()));
    below.addAll(modules.given());
    var main = course.laboratory();
    var some = PACKAGES.stream().flatMap(p -> Course.javaFiles(main.resolve(p)).stream()).toList();
    var classes = course.ownFolder("milestone").resolve(milestone.name());
    var sources = new Sources(some, new TreeMap<>());
    var errors = Javac.compile(sources, below, classes);
    if (!errors.isEmpty()) {
      out.println(
          "the milestone does not compile on your modules: "
              + errors.getFirst().replace(course.root() + "/", ""));
      return Double.NaN;
    }
    var path = new ArrayList<Path>(List.of(classes));
    path.addAll(below);
    path.addAll(Classes.libraries());
    var arguments =
        new ArrayList<>(
            List.of(
                "" + milestone.number(), milestone.quantity(), "" + guess, folder().toString()));
    Optional.ofNullable(System.getenv(SHARE)).ifPresent(arguments::add);
    var flags = course.jdkFlags(course.modules());
    var process = new ProgramProcess(course.root(), flags, path, folder().resolve("errors.log"));
    process.run(PROGRAM, arguments, LIMIT, out);
    var number = folder().resolve("number.txt");
    return Files.exists(number) ? Double.parseDouble(Course.read(number).strip()) : Double.NaN;
  }
}
