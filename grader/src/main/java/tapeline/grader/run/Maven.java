package tapeline.grader.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;

/// Maven in a process of its own, on the JDK that runs this, which compiles in that process, and
/// runs what Maven starts: a JDK of the toolchains would be started anew for each project.
public final class Maven {
  /// The minutes after which a Maven counts as hanging.
  public static final long LIMIT_MINUTES = 45;

  private Maven() {}

  /// Runs Maven in the checkout, with its output in `log`; returns the error in a few words, or
  /// null.
  public static @Nullable String run(Course course, Path log, List<String> arguments)
      throws IOException, InterruptedException {
    return run(course, log, "", arguments);
  }

  /// Runs Maven with options for its JVM.
  public static @Nullable String run(
      Course course, Path log, String options, List<String> arguments)
      throws IOException, InterruptedException {
    return run(course, log, options, arguments, LIMIT_MINUTES);
  }

  /// Runs Maven with a limit, in minutes.
  public static @Nullable String run(
      Course course, Path log, String options, List<String> arguments, long limit)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(System.getProperty("os.name").startsWith("Windows") ? "mvn.cmd" : "mvn");
    command.add("--batch-mode");
    command.add("-Dtoolchain.use.running.jdk=IfMatch");
    command.addAll(arguments);
    var builder =
        new ProcessBuilder(command)
            .directory(course.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    var java = Path.of(System.getProperty("java.home"));
    builder.environment().put("JAVA_HOME", java.toString());
    builder
        .environment()
        .computeIfPresent("PATH", (_, old) -> java.resolve("bin") + File.pathSeparator + old);
    if (!options.isEmpty()) {
      builder.environment().put("MAVEN_OPTS", options);
    }
    return problem(builder, limit);
  }

  /// Runs a command and ends it after so many minutes; what went wrong in a few words, or null.
  public static @Nullable String problem(ProcessBuilder command, long limit)
      throws IOException, InterruptedException {
    var process = command.start();
    if (!process.waitFor(limit, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroyForcibly();
      return "took more than " + limit + " minutes";
    }
    return process.exitValue() == 0 ? null : "ended with " + process.exitValue();
  }
}
