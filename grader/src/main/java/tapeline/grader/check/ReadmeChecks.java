package tapeline.grader.check;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tapeline.grader.bench.Bench;
import tapeline.grader.course.Course;
import tapeline.grader.run.Jvm;
import tapeline.grader.run.Workers;

/// Runs what the READMEs tell their readers to run, in a copy of the checkout without build output.
///
/// A command stands in a block marked `sh`, and is expected to end with 0 or with what the comment
/// behind it says, as in `# exit code 1`. A Java block that prints is run on the reference
/// solutions, and each comment behind a `println` is expected to be what it prints.
record ReadmeChecks(Course course, Workers workers) {
  /// It fails as soon as Maven needs a plugin for it.
  private static final String BUILT =
      "mvn -o -pl grader test -Dmodule=1 -Dreference -Dmaven.repo.local=grader/target/no-repository";

  private static final List<String> PAGES =
      List.of("README.md", "modules/README.md", "grader/instructor/README.md");

  private static final long LIMIT_MINUTES = 30;
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(sh|java)\\n(.*?)^```$");
  private static final Pattern INSTRUCTORS =
      Pattern.compile("^\\S*tapeline (leaderboard|gradebook|class)");
  private static final Pattern EXIT_CODE = Pattern.compile("#.*exit code (\\d)");
  private static final Pattern PRINTED = Pattern.compile("(?m)^.*println.*?;\\s*// (.+)$");

  /// In the copy, but for what needs the instructor's tools, see [#instructors]. The first command
  /// compiles what it needs; those behind it find the checkout's classes.
  List<Outcome> outcomes(CleanCopy copy) throws IOException, InterruptedException {
    var outcomes = new ArrayList<Outcome>();
    boolean isClean = true;
    for (var line : blocks("sh").flatMap(String::lines).toList()) {
      if (!line.isBlank() && !INSTRUCTORS.matcher(line).find()) {
        var outcome = command(line, copy.folder(), "readme.log");
        outcomes.add(outcome);
        if (isClean && outcome.skipped() == null) {
          copy.takeClasses(course);
          isClean = false;
        }
      }
    }
    outcomes.add(command(BUILT, copy.folder(), "readme.log"));
    for (var block : blocks("java").filter(b -> b.contains("println")).toList()) {
      outcomes.add(java(block));
    }
    return outcomes;
  }

  /// The checks that need the instructor's tools, in the checkout, where they are built already.
  List<Outcome> instructors() throws IOException, InterruptedException {
    var outcomes = new ArrayList<Outcome>();
    for (var line : blocks("sh").flatMap(String::lines).toList()) {
      if (INSTRUCTORS.matcher(line).find()) {
        outcomes.add(command(line, course.root(), "readme-instructor.log"));
      }
    }
    return outcomes;
  }

  private Stream<String> blocks(String language) {
    return PAGES.stream()
        .map(page -> Course.read(course.root().resolve(page)))
        .flatMap(text -> BLOCK.matcher(text).results())
        .filter(b -> b.group(1).equals(language))
        .map(b -> b.group(2));
  }

  private Outcome command(String line, Path folder, String printed)
      throws IOException, InterruptedException {
    int hash = line.indexOf(" #");
    var command = (hash < 0 ? line : line.substring(0, hash)).strip();
    var name = "README: " + command;
    if (command.contains("-Dcheck")) {
      return Outcome.skipped(name, "it is the command that runs this");
    }
    if (command.startsWith("git clone") || command.startsWith("cd ")) {
      return Outcome.skipped(name, "the copy of the checkout stands for the clone");
    }
    var exitCode = EXIT_CODE.matcher(line);
    int expected = exitCode.find() ? Integer.parseInt(exitCode.group(1)) : 0;
    var log = course.target().resolve(printed); // its own: two processes check
    boolean watches = command.contains("-Dwatch");
    var process = shell(command, folder, log).start();
    boolean ended;
    if (watches) {
      ended = waitFor("watching your files", log, process);
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    } else {
      ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
      process.destroyForcibly();
    }
    int actual = ended && !watches ? process.exitValue() : expected;
    if (ended && actual == expected) {
      return Outcome.passed(name);
    }
    var what = ended ? "ended with " + actual + ", expected " + expected : "took too long";
    return Outcome.failed(name, what + ":\n" + Files.readString(log));
  }

  private static boolean waitFor(String text, Path log, Process process)
      throws IOException, InterruptedException {
    for (int i = 0; i < LIMIT_MINUTES * 60 && process.isAlive(); i++) {
      if (Files.readString(log).contains(text)) {
        return true;
      }
      TimeUnit.SECONDS.sleep(1);
    }
    return Files.readString(log).contains(text);
  }

  private static ProcessBuilder shell(String command, Path folder, Path log) {
    boolean windows = System.getProperty("os.name").startsWith("Windows");
    var builder =
        new ProcessBuilder(windows ? List.of("cmd", "/c", command) : List.of("sh", "-c", command))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().remove("JAVA_HOME");
    builder.environment().put(Bench.BRIEF, "yes"); // no check reads its times
    return builder;
  }

  /// The Java block as a compact source file on the reference solutions.
  private Outcome java(String code) throws IOException, InterruptedException {
    var imports = new StringBuilder();
    var body = new StringBuilder();
    code.lines().forEach(l -> (l.startsWith("import ") ? imports : body).append(l).append('\n'));
    var folder = Files.createDirectories(course.target().resolve("readme"));
    var file = folder.resolve("Readme.java");
    Files.writeString(file, imports + "void main() {\n" + body + "}\n");
    var log = folder.resolve("printed.log");
    var path =
        course.modules().stream()
            .flatMap(m -> workers.testClassPath(course, m).stream())
            .map(Path::toString)
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    var process =
        new ProcessBuilder(Jvm.java().toString(), "-cp", path, file.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    var expected = PRINTED.matcher(code).results().map(m -> m.group(1).strip()).toList();
    var printed = Files.readAllLines(log);
    return printed.equals(expected) && !expected.isEmpty()
        ? Outcome.passed("README: the example prints what it says")
        : Outcome.failed(
            "README: the example prints what it says",
            "expected " + expected + ", printed " + printed);
  }
}
