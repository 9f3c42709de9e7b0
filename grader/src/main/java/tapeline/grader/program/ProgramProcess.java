package tapeline.grader.program;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import tapeline.grader.run.ChildJvm;
import tapeline.grader.run.Jvm;

/// A program in a JVM of its own.
///
/// @param root the course's
/// @param flags of the JVM
/// @param log takes what it prints to standard error
record ProgramProcess(Path root, List<String> flags, List<Path> classPath, Path log) {
  private static final String THROWN = "Exception in thread ";

  /// Runs a class, or a Java file, and hands on each byte that it prints when it comes: a progress
  /// bar is drawn over itself. Says why it failed, if it did.
  ///
  /// @param limit it is killed after this long
  /// @return whether it ended with 0
  boolean run(String type, List<String> arguments, Duration limit, PrintStream out)
      throws IOException {
    return run(type, arguments, limit, limit, out);
  }

  /// Runs a class, and says that it is at work whenever it has printed nothing for so long, unless
  /// it is in the middle of a line, as a progress bar is.
  boolean run(
      String type, List<String> arguments, Duration limit, Duration silence, PrintStream out)
      throws IOException {
    var all = new ArrayList<>(Jvm.ROOT_LOCALE);
    all.add("-XX:+UseSerialGC");
    all.addAll(flags);
    all.addAll(List.of("-Dstdout.encoding=" + out.charset(), "-Dstderr.encoding=UTF-8"));
    all.add("-Dtapeline.root=" + root);
    var name = Program.name(type);
    var command = ChildJvm.of(all, Jvm.join(classPath), type, arguments);
    var process = command.redirectError(log.toFile()).start();
    var output = new Output(process.getInputStream(), out);
    var copied = new FutureTask<>(output::copy);
    Thread.ofPlatform().daemon().name("program's output").start(copied);
    try {
      long start = System.nanoTime();
      long left = limit.toNanos();
      while (left > 0 && !process.waitFor(Math.min(left, silence.toNanos()), NANOSECONDS)) {
        long took = System.nanoTime() - start;
        output.atWork(name, silence, Duration.ofNanos(took));
        left = limit.toNanos() - took;
      }
      boolean inTime = !process.isAlive();
      if (!inTime) {
        process.destroyForcibly().waitFor();
      }
      copied.get();
      if (!inTime) {
        out.println("%s was stopped after %.1f min".formatted(name, limit.toSeconds() / 60.0));
      } else if (process.exitValue() != 0) {
        var reason = reason();
        out.println(
            reason.isEmpty()
                ? name + " ended with exit code " + process.exitValue()
                : name + " failed: " + reason);
      }
      return inTime && process.exitValue() == 0;
    } catch (ExecutionException e) {
      throw new IOException("cannot read what " + name + " prints", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      process.destroyForcibly();
    }
  }

  /// Hands on the output of a process.
  private static final class Output {
    private final InputStream printed;
    private final PrintStream out;
    private long last = System.nanoTime();
    private boolean atStart = true; // of a line

    Output(InputStream printed, PrintStream out) {
      this.printed = printed;
      this.out = out;
    }

    boolean copy() throws IOException {
      var buffer = new byte[1 << 13];
      for (int n = printed.read(buffer); n >= 0; n = printed.read(buffer)) {
        synchronized (this) {
          out.write(buffer, 0, n);
          out.flush();
          last = System.nanoTime();
          atStart = n == 0 ? atStart : buffer[n - 1] == '\n';
        }
      }
      return true;
    }

    synchronized void atWork(String name, Duration silence, Duration took) {
      if (atStart && System.nanoTime() - last >= silence.toNanos()) {
        out.println("%s has been at work for %d s".formatted(name, took.toSeconds()));
        last = System.nanoTime();
      }
    }
  }

  /// The exceptions that ended the program and its children, with their causes, or else the first
  /// line that is no JVM's warning.
  private String reason() throws IOException {
    // Leniently: what native code printed may be in any encoding.
    var lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
    var thrown =
        lines.stream()
            .filter(l -> l.startsWith(THROWN) || l.startsWith("Caused by: "))
            .map(l -> l.replaceFirst("^%s\"[^\"]*\" (?:\\S+Todo: )?".formatted(THROWN), ""))
            .collect(Collectors.joining("\n"));
    var other = lines.stream().filter(l -> !l.contains("WARNING: ") && !l.contains(" warning: "));
    return thrown.isEmpty() ? other.findFirst().orElse("") : thrown;
  }
}
