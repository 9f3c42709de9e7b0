package tapeline.grader.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import tapeline.grader.course.Course;
import tapeline.grader.course.Stamp;
import tapeline.grader.generate.Disk;

/// The record of a start without Maven: `grader/target/launch`, written by a build, read by
/// `./tapeline`, `tapeline.cmd` and Maven's next start.
///
/// | file | holds |
/// |---|---|
/// | `java` | the JDK's `java` |
/// | `arguments` | its arguments, in the form of `java @file` |
/// | `stamp` | what the grader was built from |
/// | `grader.jar`, `grader-….aot` | [GraderJar] |
/// | `classes` | `tapeline.launcher`, for Maven's own JVM |
/// | `maven` | the same as an extension, which Maven loads when it starts |
///
/// Names below the course's root are relative, so a moved checkout goes on working.
public final class LaunchRecord {
  private static final Path FOLDER = Path.of("grader", "target", "launch");

  private static final String DESCRIPTOR =
      """
      <component-set>
        <components>
          <component>
            <role>org.apache.maven.eventspy.EventSpy</role>
            <role-hint>tapeline</role-hint>
            <implementation>tapeline.launcher.BuiltGrader</implementation>
          </component>
        </components>
      </component-set>
      """;

  private final Path root;

  /// The record of the course at `root`.
  public LaunchRecord(Path root) {
    this.root = root;
  }

  /// Started by Maven in the course's root, with the grader's class path and the name of its main
  /// class: writes the record.
  public static void main(String[] args) throws IOException {
    var maven = ProcessHandle.current().parent().flatMap(p -> p.info().startInstant());
    new LaunchRecord(Path.of("").toRealPath()).write(maven.orElse(Instant.EPOCH), args[0]);
  }

  /// Writes the record of a build that began at `began`, for a grader with this main class.
  void write(Instant began, String main) throws IOException {
    var folder = Files.createDirectories(root.resolve(FOLDER));
    var files = files();
    var stamp = folder.resolve("stamp");
    Files.deleteIfExists(stamp);
    var jar = new GraderJar(folder);
    jar.pack();
    Files.writeString(folder.resolve("java"), Jvm.java() + "\n");
    writeArguments(arguments(jar.cached(), main));
    writeExtension(folder);
    // What is newer may have been compiled, or not: the next start finds no stamp, and builds.
    if (files.stream().allMatch(f -> f.toFile().lastModified() < began.toEpochMilli())) {
      Files.writeString(stamp, stamp(files));
    }
  }

  /// Its descriptor comes last: a build that is killed leaves no extension without classes.
  private static void writeExtension(Path folder) throws IOException {
    var classes = folder.resolve("classes");
    var extension = folder.resolve("maven");
    for (var file : Course.files(classes, _ -> true)) {
      Disk.write(extension.resolve("" + classes.relativize(file)), Files.readAllBytes(file));
    }
    Disk.write(extension.resolve("META-INF/plexus/components.xml"), DESCRIPTOR.getBytes(UTF_8));
  }

  private static List<String> arguments(boolean cached, String main) {
    var path = new ArrayList<>(List.of(GraderJar.IN_ROOT));
    path.addAll(Classes.workerLibraries()); // the cache's class path comes first
    Classes.libraries().stream().filter(p -> !path.contains(p)).forEach(path::add);
    var arguments = new ArrayList<String>();
    if (cached) {
      arguments.addAll(cacheFlags());
    }
    arguments.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:disable"));
    arguments.addAll(List.of(Jvm.NATIVE_ACCESS, "-cp", Jvm.join(path), main));
    return arguments;
  }

  private static List<String> cacheFlags() {
    return Jvm.cacheFlags(new GraderJar(FOLDER).cache());
  }

  /// Makes the next starts use the cache, which exists by then.
  public void useCache() throws IOException {
    var file = root.resolve(FOLDER).resolve("arguments");
    if (!Files.exists(file)) {
      return; // a notebook's kernel made the cache, and Maven has not built the grader yet
    }
    var arguments = read(file);
    if (!arguments.containsAll(cacheFlags())) {
      arguments.addAll(0, cacheFlags());
      writeArguments(arguments);
    }
  }

  /// Returns whether the grader was built from the sources as they are, and its libraries are still
  /// there.
  public boolean isFresh() {
    var folder = root.resolve(FOLDER);
    var stamp = folder.resolve("stamp");
    return Files.exists(stamp)
        && Course.read(stamp).equals(stamp(files()))
        && Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .allMatch(p -> new File(p).exists());
  }

  private List<Path> files() {
    var grader = root.resolve("grader");
    var files = new ArrayList<Path>();
    files.add(root.resolve("pom.xml"));
    files.add(grader.resolve("pom.xml"));
    files.addAll(Course.files(grader.resolve("src/main"), _ -> true));
    files.addAll(Course.files(grader.resolve("src/launcher"), _ -> true));
    return files;
  }

  private String stamp(List<Path> files) {
    return Stamp.of(files).replace(root + File.separator, "");
  }

  private void writeArguments(List<String> arguments) {
    var lines = arguments.stream().map(a -> quoted(a) + "\n").collect(Collectors.joining());
    Disk.write(root.resolve(FOLDER).resolve("arguments"), lines.getBytes(UTF_8));
  }

  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\") + '"';
  }

  private static List<String> read(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(l -> l.substring(1, l.length() - 1).replace("\\\\", "\\"))
        .collect(Collectors.toCollection(ArrayList::new));
  }
}
