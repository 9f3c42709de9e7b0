package tapeline.grader.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Jvm;

/// JMH in a process of its own, whose words go into a log.
///
/// @param path the class path of the benchmarks
/// @param flags of the benchmarks' JVM
/// @param out hears how far it is
record JmhProcess(List<Path> path, String flags, PrintStream out) {
  private static final Pattern PROGRESS =
      Pattern.compile("# Run progress: (\\S+)% complete, ETA (\\S+)");

  /// JMH 1.37 uses Unsafe, which JDK 24 and later warn of.
  private static final String QUIET = "--sun-misc-unsafe-memory-access=allow";

  /// Runs the benchmarks whose names match `filter`; whether all of them ran.
  ///
  /// @param more words for JMH
  boolean run(String filter, List<String> more, Path json, Path log) throws IOException {
    var words = new ArrayList<>(List.of(filter));
    words.addAll(more);
    if (System.getenv(Bench.BRIEF) != null) {
      out.println(Bench.BRIEF + " is set: 10 ms an iteration, too few for a time to mean anything");
      words.addAll(List.of("-w", "10ms", "-r", "10ms"));
    }
    words.addAll(List.of("-foe", "true", "-rf", "json", "-rff", json.toString()));
    words.addAll(List.of("-jvmArgsPrepend", QUIET + " " + flags)); // benchmarks append their own
    var own = List.of(QUIET, "-Djmh.ignoreLock=true");
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
      return process.waitFor() == 0 && Files.exists(json);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
