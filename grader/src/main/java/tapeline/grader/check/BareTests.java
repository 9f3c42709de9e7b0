package tapeline.grader.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.launcher.TagFilter;
import tapeline.grader.course.Course;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.grader.run.Jvm;
import tapeline.grader.worker.ParentProcess;

/// Runs the tests without [Needs] as on a bare machine: each program of a [Need] is hidden from
/// them, so that a test that starts one without saying so fails here too. A machine without
/// bubblewrap, which hides them, runs all tests alike.
final class BareTests {
  private static final String NAME = "tests without @Needs run with those programs hidden";
  private static final List<String> FONTS = List.of("/usr/share/fonts", "/usr/local/share/fonts");
  private static final ObjectMapper JSON = new ObjectMapper();

  private BareTests() {}

  /// Started by [#besideOthers].
  ///
  /// @param args the class path, whose first folder has the tests; words as in [Junit#run]
  public static void main(String[] args) throws IOException {
    ParentProcess.endWithIt();
    var results = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
    System.setOut(System.err);
    var path = Stream.of(args[0].split(File.pathSeparator)).map(Path::of).toList();
    for (var outcome : judged(OwnTests.junit(path, args[1], TagFilter.excludeTags(Needs.TAG)))) {
      results.println(JSON.writeValueAsString(outcome));
    }
    Runtime.getRuntime().halt(0);
  }

  /// Runs the compiled tests in the first folder of the class path: those without needs hidden from
  /// the machine's programs, the others in this process.
  static List<Outcome> besideOthers(Course course, List<Path> path, String only)
      throws IOException, InterruptedException {
    var java = java(course);
    if (java.isEmpty()) {
      return OwnTests.junit(path, only);
    }
    var log = course.target().resolve(path.getFirst().getFileName() + ".log");
    var command = CheckProcess.java(course, Path.of(java), BareTests.class);
    command.add(Jvm.join(path));
    command.add(only);
    var process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    var outcomes = new ArrayList<>(Script.run(NAME, process, log));
    outcomes.addAll(OwnTests.junit(path, only, TagFilter.includeTags(Needs.TAG)));
    return outcomes;
  }

  /// Returns the outcomes of tests without needs, and one more: whether none of them was skipped
  /// for a need that its class does not name.
  static List<Outcome> judged(List<Outcome> bare) {
    var unmarked =
        bare.stream()
            .filter(o -> o.skipped() != null && !Need.in(o.skipped()).isEmpty())
            .map(o -> o.name() + " has no @Needs, and " + o.skipped())
            .toList();
    var all = new ArrayList<>(bare);
    all.add(Outcome.of(NAME, unmarked.isEmpty() ? null : String.join("\n", unmarked)));
    return all;
  }

  /// Returns a script that starts Java where no program of a [Need] is; an empty text where there
  /// is no bubblewrap.
  static String java(Course course) throws IOException {
    if (!Need.BUBBLEWRAP.lacking().isEmpty()) {
      return "";
    }
    var words = new ArrayList<>(List.of("exec", "bwrap", "--dev-bind", "/", "/"));
    var files = new ArrayList<Path>();
    for (var need : Need.values()) {
      for (var file : need.files().toList()) {
        files.add(file.toRealPath());
      }
    }
    files.stream()
        .distinct()
        .forEach(file -> words.addAll(List.of("--ro-bind", "/dev/null", quoted(file))));
    FONTS.stream()
        .filter(folder -> Files.isDirectory(Path.of(folder)))
        .forEach(folder -> words.addAll(List.of("--tmpfs", folder)));
    // Surefire takes the script for a JDK's java, and has its tests' programs start that.
    words.addAll(
        List.of("--setenv", "JAVA_HOME", quoted(Path.of(System.getProperty("java.home")))));
    words.addAll(List.of(quoted(Jvm.java()), "\"$@\""));
    var folder = Files.createDirectories(course.target().resolve("bare/bin"));
    var part = Files.createTempFile(folder, "java", "");
    Files.writeString(part, "#!/bin/sh\n" + String.join(" ", words) + "\n");
    if (!part.toFile().setExecutable(true)) {
      throw new IOException("cannot make executable: " + part);
    }
    var script = folder.resolve("java"); // which another group's process may be starting
    Files.move(part, script, StandardCopyOption.ATOMIC_MOVE);
    return script.toString();
  }

  private static String quoted(Path file) {
    return "'" + file.toString().replace("'", "'\\''") + "'";
  }
}
