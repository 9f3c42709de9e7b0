package tapeline.grader.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Lock;
import tapeline.grader.generate.Disk;
import tapeline.grader.run.Classes;
import tapeline.grader.run.GraderJar;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Sources;
import tapeline.grader.run.Workers;

/// A module's benchmarks, compiled against the learner's classes or the reference's.
public final class Bench {
  /// The filter that every benchmark passes.
  public static final String ALL = ".*";

  /// The environment variable by which the course's own checks measure for 10 ms an iteration.
  public static final String BRIEF = "TAPELINE_BRIEF";

  private static final String PROCESSOR = "org.openjdk.jmh.generators.BenchmarkProcessor";
  private final Course course;
  private final Workers workers;
  private final PrintStream out;

  public Bench(Course course, Workers workers, PrintStream out) {
    this.course = course;
    this.workers = workers;
    this.out = out;
  }

  /// A module, and the kept runs that its results go to and are compared with.
  private record Planned(CourseModule module, @Nullable Path save, @Nullable SavedBench before) {}

  /// Runs the benchmarks of modules whose names match `filter`, on the learner's classes or the
  /// `reference`'s, and prints a table of each; whether all of them ran.
  ///
  /// The table, with its [BenchOrigin] above it, and JMH's own JSON stay in `grader/target/bench`.
  ///
  /// @param filter [#ALL], or a pattern: then a kept run has its other rows still
  /// @param save the name under which the results are kept as well, or null
  /// @param against the name of a kept run with which these results are compared, or null
  public boolean run(
      List<CourseModule> modules,
      boolean reference,
      String filter,
      @Nullable String save,
      @Nullable String against) {
    try {
      var folder = Files.createDirectories(course.target().resolve("bench"));
      var names = modules.stream().map(CourseModule::name).toList();
      var work = "-Dbench of " + String.join(", ", names);
      // Two at once would disturb each other's times, and take each other's results.
      try (var _ = Lock.on(folder.resolve("bench.lock"), work, out::println)) {
        // What is spoilt or missing is found before minutes are spent.
        var planned = new ArrayList<Planned>();
        for (var m : modules) {
          var kept = save == null ? null : SavedBench.file(folder, save, m.name());
          if (kept != null && !filter.equals(ALL)) {
            SavedBench.requireLike(kept, origin(m, reference));
          }
          var old = against == null ? null : SavedBench.file(folder, against, m.name());
          planned.add(new Planned(m, kept, old == null ? null : SavedBench.read(old)));
        }
        boolean ran = true;
        for (var p : planned) {
          ran &= run(p.module(), reference, filter, folder, p.save(), p.before());
        }
        return ran;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private BenchOrigin origin(CourseModule module, boolean reference) {
    var flags = new ArrayList<String>(course.jdkFlags(List.of(module)));
    flags.addFirst(Jvm.NATIVE_ACCESS);
    return BenchOrigin.of(machine(module, reference), course.root(), String.join(" ", flags));
  }

  private boolean run(
      CourseModule module,
      boolean reference,
      String filter,
      Path folder,
      @Nullable Path save,
      @Nullable SavedBench before)
      throws IOException {
    var classes = course.ownFolder("bench");
    var below = workers.testClassPath(course, module);
    var given = reference ? course.solution(module) : course.learner(module);
    var problem = compile(given, below, classes);
    if (!problem.isEmpty()) {
      out.println("the module or its benchmarks do not compile: " + problem);
      return false;
    }
    var json = folder.resolve(module.name() + ".json");
    var text = folder.resolve(module.name() + ".txt");
    Files.deleteIfExists(json);
    Files.deleteIfExists(text); // it belongs to the JSON
    var log = folder.resolve(module.name() + ".log");
    var origin = origin(module, reference);
    var path = new ArrayList<>(List.of(classes));
    path.addAll(withLibraries(below));
    var timed = List.of("-prof", "gc", "-tu", "ns", "-bm", "avgt");
    if (!new JmhProcess(path, origin.flags(), out).run(filter, timed, json, log)) {
      out.println("JMH failed; see " + shown(log));
      return false;
    }
    var results = counted(BenchTable.read(json), path, origin.flags(), filter, folder, module);
    var table = "%s%n%s".formatted(origin.line(), results.text());
    Disk.write(text, table);
    out.print(table);
    out.println("\nkept in " + shown(text));
    if (before != null) {
      change(new BenchChange(before, origin, results), folder, module);
    }
    if (save != null) {
      SavedBench.write(save, origin, json, !filter.equals(ALL));
      out.println("saved as " + shown(save));
    }
    return true;
  }

  /// Prints a change, and keeps its table and its chart.
  private void change(BenchChange change, Path folder, CourseModule module) throws IOException {
    var words = change.text();
    out.print("\n" + words);
    Disk.write(folder.resolve(module.name() + "-change.txt"), words);
    try {
      var chart = folder.resolve(module.name() + "-change.png");
      byte[] picture = change.chart();
      if (picture.length > 0) {
        Disk.write(chart, picture);
        out.println("chart in " + shown(chart));
      }
    } catch (LinkageError | InternalError e) { // where no font is, AWT throws errors
      out.println("no chart: " + e);
    }
  }

  /// The results with allocations and peaks of tapes, which two more runs count: of one call, and
  /// of eleven. Where they fail, the table has no such figures, and a line here says why.
  private BenchTable counted(
      BenchTable results,
      List<Path> path,
      String flags,
      String filter,
      Path folder,
      CourseModule module)
      throws IOException {
    var counting = new ArrayList<>(path);
    counting.add(GraderJar.classes());
    var jmh = new JmhProcess(counting, flags + " " + OpCounts.FLAGS, out);
    var counts = new ArrayList<JsonNode>();
    for (var calls : List.of("1", "11")) {
      var json = folder.resolve("%s-counts-%s.json".formatted(module.name(), calls));
      var log = folder.resolve("%s-counts-%s.log".formatted(module.name(), calls));
      Files.deleteIfExists(json);
      var once =
          List.of("-bm", "ss", "-bs", calls, "-wi", "2", "-wbs", calls, "-i", "1", "-f", "1");
      var words = new ArrayList<>(once);
      words.addAll(List.of("-prof", OpCounts.class.getName()));
      if (!jmh.run(filter, words, json, log)) {
        out.println("allocs/op and peaks are not available: counting failed, see " + shown(log));
        return results;
      }
      counts.add(new ObjectMapper().readTree(json.toFile()));
    }
    return results.with(counts.getFirst(), counts.getLast());
  }

  /// Compiles the module and its benchmarks; the first error in words, or empty.
  private static String compile(Path given, List<Path> below, Path output) throws IOException {
    for (var p : Course.files(output, _ -> true)) {
      Files.delete(p);
    }
    Files.createDirectories(output);
    var main = given.resolve("src/main/java");
    var path = withLibraries(below);
    // What 19's learner writes in its main sources is a lesson on JMH, and no benchmark of these.
    var sources = Sources.of(main);
    var error = compile(sources.java(), path, output, "-proc:none");
    sources.lay(output);
    path.addFirst(output);
    // The processor is named: since JDK 23 javac runs none that it merely finds.
    return error.isEmpty()
        ? compile(
            Course.javaFiles(given.resolve("src/bench")), path, output, "-processor", PROCESSOR)
        : error;
  }

  private static String compile(
      List<Path> sources, List<Path> path, Path output, String... processing) throws IOException {
    var errors = new ArrayList<String>();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
      files.setLocationFromPaths(StandardLocation.CLASS_PATH, path);
      var options = new ArrayList<>(List.of(processing));
      options.addAll(List.of("-Xlint:none", "--add-modules=jdk.incubator.vector"));
      compiler
          .getTask(
              null,
              files,
              d -> {
                if (d.getKind() == Diagnostic.Kind.ERROR) {
                  errors.add(d.toString());
                }
              },
              options,
              null,
              files.getJavaFileObjectsFromPaths(sources))
          .call();
    }
    return errors.isEmpty() ? "" : errors.getFirst();
  }

  private static List<Path> withLibraries(List<Path> below) {
    var path = new ArrayList<>(below);
    path.addAll(Classes.libraries());
    return path;
  }

  /// Names the classes that run, and the machine.
  public static String machine(CourseModule module, boolean reference) {
    return machine(module.name() + (reference ? ", the reference solution" : ", your files"));
  }

  /// Names the machine that runs `classes`, which are a name and an owner.
  public static String machine(String classes) {
    return "%s · JDK %s · %s %s · %d processors"
        .formatted(
            classes,
            Runtime.version(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            Runtime.getRuntime().availableProcessors());
  }

  private Path shown(Path file) {
    return course.root().relativize(file);
  }
}
