package tapeline.grader.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.Lock;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Classes;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Sources;
import tapeline.grader.run.Workers;

/// A module's benchmarks, compiled against the learner's classes or the reference's.
public final class Bench {
  private static final String PROCESSOR = "org.openjdk.jmh.generators.BenchmarkProcessor";
  private static final Pattern PROGRESS =
      Pattern.compile("# Run progress: (\\S+)% complete, ETA (\\S+)");

  private final Course course;
  private final Workers workers;
  private final PrintStream out;

  public Bench(Course course, Workers workers, PrintStream out) {
    this.course = course;
    this.workers = workers;
    this.out = out;
  }

  /// Runs the benchmarks of `module` whose names match `filter`, on the learner's classes or the
  /// `reference`'s, and prints the table; whether all of them ran.
  ///
  /// The table, with its [BenchOrigin] above it, and JMH's own JSON stay in `grader/target/bench`.
  public boolean run(CourseModule module, boolean reference, String filter) {
    try {
      var folder = Files.createDirectories(course.target().resolve("bench"));
      var work = "-Dbench of " + module.name();
      // Two at once would disturb each other's times, and take each other's results.
      try (var _ = Lock.on(folder.resolve("bench.lock"), work, out::println)) {
        return run(module, reference, filter, folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean run(CourseModule module, boolean reference, String filter, Path folder)
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
    var flags = new ArrayList<String>(course.jdkFlags(List.of(module)));
    flags.addFirst(Jvm.NATIVE_ACCESS);
    var log = folder.resolve(module.name() + ".log");
    var origin = BenchOrigin.of(machine(module, reference), course.root(), String.join(" ", flags));
    boolean ran = jmh(classes, below, origin.flags(), filter, json, log);
    if (!ran || !Files.exists(json)) {
      out.println("JMH failed; see " + shown(folder.resolve(module.name() + ".log")));
      return false;
    }
    var table = "%s%n%s".formatted(origin.line(), BenchTable.read(json).text());
    Files.writeString(text, table);
    out.print(table);
    out.println("\nkept in " + shown(text));
    return true;
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

  /// @param flags of the benchmarks' JVM
  private boolean jmh(
      Path classes, List<Path> below, String flags, String filter, Path json, Path log)
      throws IOException {
    var path = new ArrayList<Path>();
    path.add(classes);
    path.addAll(withLibraries(below));
    // JMH 1.37 uses Unsafe, which JDK 24 and later warn of.
    var quiet = "--sun-misc-unsafe-memory-access=allow";
    var words =
        List.of(
            filter,
            "-prof",
            "gc",
            "-tu",
            "ns",
            "-bm",
            "avgt",
            "-foe",
            "true",
            "-rf",
            "json",
            "-rff",
            json.toString(),
            "-jvmArgsPrepend", // the benchmarks append their own
            quiet + " " + flags);
    var own = List.of(quiet, "-Djmh.ignoreLock=true");
    var command = ChildJvm.of(own, Jvm.join(path), "org.openjdk.jmh.Main", words);
    var process = command.redirectErrorStream(true).start();
    try (var lines =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        var copy = Files.newBufferedWriter(log)) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        copy.write(line + "\n");
        var progress = PROGRESS.matcher(line);
        if (progress.find()) {
          out.print("\r" + progress.group(1) + " % measured, " + progress.group(2) + " left   ");
          out.flush();
        }
      }
      out.print("\r" + " ".repeat(50) + "\r");
      return process.waitFor() == 0;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return false;
    }
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
