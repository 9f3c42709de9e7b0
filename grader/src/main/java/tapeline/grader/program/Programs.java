package tapeline.grader.program;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tapeline.grader.bench.Bench;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.ExerciseId;
import tapeline.grader.course.Front;
import tapeline.grader.course.NearestName;
import tapeline.grader.progress.MilestoneState;
import tapeline.grader.run.Classes;
import tapeline.grader.run.Javac;
import tapeline.grader.run.Modules;
import tapeline.grader.run.Sources;
import tapeline.grader.run.Workers;

/// Lists and runs the programs of modules, on the learner's classes or on the reference's, and
/// those of the laboratory and of what modules are given.
public final class Programs {
  /// The module of the laboratory, which has programs and no exercises.
  private static final CourseModule LABORATORY = new CourseModule(0, "laboratory", List.of());

  private static final List<Integer> LABORATORY_IS_ABOUT =
      IntStream.rangeClosed(10, 19).boxed().toList();

  /// The laboratory's program that runs on all modules that the learner has written, and hears
  /// which are missing.
  private static final String MODEL = "YourModel";

  private static final Duration FOREVER = Duration.ofDays(365);
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final Course course;
  private final Workers workers;
  private final PrintStream out;

  public Programs(Course course, Workers workers, PrintStream out) {
    this.course = course;
    this.workers = workers;
    this.out = out;
  }

  /// Prints a line for each program of `modules`.
  public void list(List<CourseModule> modules) {
    for (var program : programs(modules)) {
      out.println(
          "%-18s  %-18s  %s".formatted(program.module().name(), program.name(), program.about()));
    }
  }

  /// Runs programs, one after the other; whether all of them came to their ends.
  ///
  /// @param wanted names with commas between them, arguments behind a name with spaces:
  ///   `DigitsMlp,LargestModel 20`; a Java file runs on what the laboratory runs on, and on it
  /// @param flags of the programs' JVMs
  /// @param limit after which a program is stopped
  /// @throws IllegalArgumentException when there is no such program, or it takes no arguments
  public boolean run(
      List<CourseModule> modules,
      String wanted,
      boolean reference,
      List<String> flags,
      Duration limit) {
    var all = programs(modules);
    var orders = Arrays.stream(wanted.split(",")).map(o -> List.of(o.strip().split(" +"))).toList();
    var chosen = orders.stream().map(order -> named(order, all)).toList();
    boolean ended = true;
    for (int i = 0; i < chosen.size(); i++) {
      try {
        var words = orders.get(i).subList(1, orders.get(i).size());
        ended &= run(chosen.get(i), words, reference, flags, limit);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return ended;
  }

  private List<Program> programs(List<CourseModule> modules) {
    var all = new ArrayList<Program>();
    modules.forEach(m -> all.addAll(Program.of(m, main(m, true))));
    all.addAll(Program.of(LABORATORY, course.laboratory()));
    for (var given : course.given()) {
      all.addAll(Program.of(new CourseModule(0, given.name(), List.of()), given.java()));
    }
    return all;
  }

  /// Returns the names of the programs of the laboratory.
  public static List<String> ofLaboratory(Course course) {
    return Program.of(LABORATORY, course.laboratory()).stream().map(Program::name).toList();
  }

  private Program named(List<String> order, List<Program> all) {
    var name = order.getFirst();
    if (name.endsWith(".java")) {
      return Program.inFile(LABORATORY, course.root().resolve(name));
    }
    var program =
        all.stream()
            .filter(p -> p.name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(unknown(name, all)));
    if (order.size() > 1 && !program.takesWords()) {
      throw new IllegalArgumentException(
          "%s takes no words behind its name, got %s"
              .formatted(name, String.join(" ", order.subList(1, order.size()))));
    }
    return program;
  }

  private static String unknown(String name, List<Program> all) {
    return "there is no program %s%s; %s lists them"
        .formatted(
            name,
            NearestName.question(name, all.stream().map(Program::name).toList(), ""),
            Front.terminal().command("run", ""));
  }

  private boolean run(
      Program program, List<String> arguments, boolean reference, List<String> more, Duration limit)
      throws IOException {
    // A folder of its own: another program, or this one, may be run while this one, and its
    // children, still load classes.
    var folder = Files.createDirectories(course.ownFolder("program").resolve(program.name()));
    var log = folder.resolve("errors.log");
    boolean laboratory = program.module().equals(LABORATORY);
    if (program.module().number() == 0 && !laboratory) {
      var path = new ArrayList<>(new Modules(course).given());
      path.addAll(Classes.libraries());
      return new ProgramProcess(course.root(), List.of(), path, log)
          .run(program.type(), arguments, FOREVER, out);
    }
    boolean model = laboratory && program.name().equals(MODEL);
    out.println(
        laboratory && !reference
            ? Bench.machine(
                model
                    ? "your model"
                    : "laboratory, your modules 10 to 19 and the reference of the others")
            : Bench.machine(program.module(), reference));
    out.println();
    var classes = folder.resolve("classes");
    var filled = new ArrayList<ExerciseId>();
    var below =
        laboratory
            ? laboratoryRuns(program.name(), reference, filled)
            : workers.testClassPath(course, program.module());
    var main = laboratory ? course.laboratory() : main(program.module(), reference);
    var errors = Javac.compile(Sources.of(main), below, classes);
    if (!errors.isEmpty()) {
      out.println(
          "the %s does not compile: %s"
              .formatted(laboratory ? "laboratory" : "module", errors.getFirst()));
      return false;
    }
    var path = new ArrayList<Path>();
    path.add(classes);
    path.addAll(below);
    path.addAll(Classes.libraries());
    if (!filled.isEmpty() && !model) {
      out.println(
          "the reference's answers stand for what is not written: " + MilestoneState.named(filled));
      out.println();
    }
    var used = laboratory ? course.modules() : List.of(program.module());
    var flags = new ArrayList<>(course.jdkFlags(used));
    flags.addAll(more);
    flags.add("-Dtapeline.sources=" + main);
    flags.add("-Dtapeline.missing=" + modules(filled));
    return new ProgramProcess(course.root(), flags, path, log)
        .run(program.type(), arguments, limit, SILENCE, out);
  }

  /// Returns the numbers of the exercises' modules, with commas between them.
  private static String modules(List<ExerciseId> exercises) {
    return exercises.stream()
        .map(id -> "" + id.module())
        .distinct()
        .collect(Collectors.joining(","));
  }

  /// All modules that the laboratory may use: 10 to 19 in the learner's version, if it is not the
  /// `reference` that is asked for, and the reference of the others.
  ///
  /// @param filled takes the exercises that the learner has not written: a program may use some
  ///   that it is not about
  private List<Path> laboratoryRuns(String program, boolean reference, List<ExerciseId> filled) {
    var modules = new Modules(course);
    var path = new ArrayList<Path>();
    for (var m : course.modules()) {
      path.addAll(
          reference || !(program.equals(MODEL) || LABORATORY_IS_ABOUT.contains(m.number()))
              ? modules.reference(List.of(m))
              : modules.filled(m, "laboratory-" + program, filled).folders());
    }
    path.addAll(modules.given());
    return path;
  }

  private Path main(CourseModule module, boolean reference) {
    var given = reference ? course.solution(module) : course.learner(module);
    return given.resolve("src/main/java");
  }
}
