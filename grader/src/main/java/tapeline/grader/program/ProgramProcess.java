package tapeline.grader.program;

import java.io.File;
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
import tapeline.grader.run.Jvm;

/// A program in a JVM of its own.
///
/// @param root the course's
/// @param flags of the JVM
/// @param log takes what it prints to standard error
record ProgramProcess(Path root, List<String> flags, List<Path> classPath, Path log) {
  private static final String THROWN = "Exception in thread ";

  /// Runs a class, and hands on each byte that it prints when it comes: a progress bar is drawn
  /// over itself. Says why it failed, if it did.
  ///
  /// @param limit it is killed after this long
  /// @return whether it ended with 0
  boolean run(String type, List<String> arguments, Duration limit, PrintStream out)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Jvm.java().toString());
    command.add("-XX:+UseSerialGC");
    command.add(Jvm.NATIVE_ACCESS);
    command.addAll(Jvm.ROOT_LOCALE);
    command.addAll(flags);
    command.add("-Dstdout.encoding=" + out.charset());
    command.add("-Dstderr.encoding=UTF-8");
    command.add("-Dtapeline.root=" + root);
    command.add("-cp");
    command.add(
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add(type);
    command.addAll(arguments);
    String name = type.substring(type.lastIndexOf('.') + 1);
    var process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    var copied = new FutureTask<>(() -> copy(process.getInputStream(), out));
    Thread.ofPlatform().daemon().name("program's output").start(copied);
    try {
      boolean inTime = process.waitFor(limit);
      if (!inTime) {
        process.destroyForcibly().waitFor();
      }
      copied.get();
      if (!inTime) {
        out.println(name + " was stopped after %d min".formatted(limit.toMinutes()));
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

  private static boolean copy(InputStream printed, PrintStream out) throws IOException {
    var buffer = new byte[1 << 13];
    for (int n = printed.read(buffer); n >= 0; n = printed.read(buffer)) {
      out.write(buffer, 0, n);
      out.flush();
    }
    return true;
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
