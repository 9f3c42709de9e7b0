package tapeline.grader.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import tapeline.grader.course.Course;
import tapeline.grader.course.CourseModule;
import tapeline.grader.course.WholeFolder;

/// How long a learner waits for a verdict: `mvn -pl grader test -Dspeed`.
///
/// In a copy of the checkout, with an empty pom beside it that shows Maven's own share, the floor.
/// Times are wall clock, shown with their spread and with their ratio to the floor's median; on a
/// busy machine only the ratios mean something. What is compared takes turns.
public final class Speed implements AutoCloseable {
  private static final int ROUNDS = 5;
  private static final int PATIENCE_SECONDS = 120;
  private static final Pattern GRADED = Pattern.compile("graded (\\d+) ms after");
  private static final String EMPTY =
      """
      <project>
        <modelVersion>4.0.0</modelVersion>
        <groupId>empty</groupId>
        <artifactId>empty</artifactId>
        <version>1</version>
        <packaging>pom</packaging>
      </project>
      """;

  private final PrintStream out;
  private final CleanCopy clean;
  private final Path copy;
  private final Path empty;
  private final Path edited;
  private final String module;
  private int edits;

  /// Makes the copies; `module` is the one to grade.
  public Speed(Course course, CourseModule module, PrintStream out)
      throws IOException, InterruptedException {
    this.out = out;
    this.clean = CleanCopy.of(course);
    this.copy = clean.folder();
    this.empty = Files.createTempDirectory("tapeline-empty");
    Files.writeString(empty.resolve("pom.xml"), EMPTY);
    Files.createDirectories(empty.resolve(".mvn"));
    for (var name : List.of(".mvn/jvm.config", ".mvn/maven.config")) {
      Files.copy(course.root().resolve(name), empty.resolve(name));
    }
    this.edited =
        copy.resolve("modules")
            .resolve(module.name())
            .resolve(module.exercises().getFirst().file());
    this.module = module.id();
  }

  /// Measures and prints a line each.
  public void run() throws IOException, InterruptedException {
    var cold = new ArrayList<Double>();
    for (int i = 0; i < ROUNDS; i++) {
      forget();
      cold.add(maven());
      awaitCache();
    }
    var floor = new ArrayList<Double>();
    var warm = new ArrayList<Double>();
    var launched = new ArrayList<Double>();
    var reference = new ArrayList<Double>();
    for (int i = 0; i < ROUNDS; i++) {
      floor.add(seconds(empty, "mvn", "validate"));
      edit();
      warm.add(maven());
      edit();
      launched.add(seconds(copy, "./tapeline", "grade", module));
      reference.add(maven("-Dreference"));
    }
    double of = median(floor);
    out.printf(
        "%-48s %7s %15s   %6s%n", "seconds, module " + module, "median", "least to most", "ratio");
    line("Maven alone, on an empty pom", floor, of);
    line("warm, after an edit: ./tapeline grade", launched, of);
    line("warm, after an edit: mvn -pl grader test", warm, of);
    line("warm, the reference: mvn -pl grader test", reference, of);
    line("watch, from save to verdict", watch(), of);
    line("cold, the first run in a clean copy", cold, of);
  }

  /// Deletes the copies.
  @Override
  public void close() {
    clean.close();
    WholeFolder.delete(empty);
  }

  private void line(String what, List<Double> seconds, double floor) {
    var sorted = seconds.stream().sorted().toList();
    double median = median(seconds);
    out.printf(
        "%-48s %7.2f %6.2f to %5.2f   × %.2f (%.2f to %.2f)%n",
        what,
        median,
        sorted.getFirst(),
        sorted.getLast(),
        median / floor,
        sorted.getFirst() / floor,
        sorted.getLast() / floor);
    out.flush();
  }

  private static double median(List<Double> seconds) {
    return seconds.stream().sorted().toList().get(seconds.size() / 2);
  }

  /// Deletes what was built, so that the next run is a first one.
  private void forget() {
    Course.entries(copy).stream().filter(p -> p.endsWith("target")).forEach(WholeFolder::delete);
  }

  /// The ahead-of-time cache is made in the background.
  private void awaitCache() throws IOException, InterruptedException {
    var arguments = copy.resolve("grader/target/launch/arguments");
    for (int i = 0; i < PATIENCE_SECONDS; i++) {
      if (Files.readString(arguments).contains("AOTCache")) {
        return;
      }
      TimeUnit.SECONDS.sleep(1);
    }
    out.println("no ahead-of-time cache was made: see grader/target/training.log");
  }

  private void edit() throws IOException {
    Files.writeString(edited, Files.readString(edited) + "// edit " + ++edits + "\n");
  }

  private double maven(String... arguments) throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of("mvn", "-pl", "grader", "test", "-Dmodule=" + module));
    words.addAll(List.of(arguments));
    return seconds(copy, words.toArray(String[]::new));
  }

  private static double seconds(Path folder, String... words)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    command(folder, words).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    return (System.nanoTime() - start) / 1e9;
  }

  private List<Double> watch() throws IOException, InterruptedException {
    var seconds = new ArrayList<Double>();
    var process =
        command(copy, "mvn", "-pl", "grader", "test", "-Dmodule=" + module, "-Dwatch").start();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (var l = lines.readLine(); l != null && seconds.size() < ROUNDS; l = lines.readLine()) {
        var graded = GRADED.matcher(l);
        if (graded.find()) {
          seconds.add(Integer.parseInt(graded.group(1)) / 1000.0);
        }
        if (l.contains("watching your files")) {
          TimeUnit.SECONDS.sleep(1);
          edit();
        }
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
    return seconds;
  }

  private static ProcessBuilder command(Path folder, String... words) {
    var command = new ArrayList<>(List.of(words));
    if (System.getProperty("os.name").startsWith("Windows")) {
      command.set(0, command.getFirst().equals("mvn") ? "mvn.cmd" : "tapeline.cmd");
    }
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().remove("JAVA_HOME");
    return builder;
  }
}
