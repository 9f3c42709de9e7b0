package tapeline.laboratory.parallel;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import tapeline.gpu.compiler.CommandLine;

/// The programs that can start the processes of a ring.
public enum RingLauncher {
  /// Processes of this machine.
  LOCAL,
  /// Slurm's `srun`, on the nodes of an allocation or, without one, on those that it is given.
  SRUN;

  /// The property by which processes of a short run do without the optimising compiler.
  public static final String QUICK = "tapeline.ring.quick";

  private static final long GRACE_MILLIS = 2000;
  private static final long TOLD_MILLIS = 60_000; // of a worker that says the reason and ends

  /// @throws IllegalArgumentException when it is none of them
  static RingLauncher of(String name) {
    return Arrays.stream(values())
        .filter(l -> l.toString().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "a launcher is one of %s, got %s".formatted(List.of(values()), name)));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns whether its program is installed.
  boolean isInstalled() {
    return this == LOCAL || CommandLine.find(List.of(toString()), List.of()).isPresent();
  }

  /// Runs `main`, which calls [RingWorker#run], in so many processes, and gives what came of each,
  /// by rank. No process outlives the call.
  ///
  /// @param limit after which a worker that hangs has failed
  /// @param logs folder for what the processes print: `rank-0.log` and so on
  /// @throws IllegalStateException with the rank that failed
  public List<String> run(int size, Duration limit, Path logs, Class<?> main, String... words)
      throws IOException, InterruptedException {
    Files.createDirectories(logs);
    try (var coordinator = new RingCoordinator(host(), size, limit)) {
      var java = java(main, words);
      var processes = new ArrayList<Process>();
      try {
        for (int rank = 0; rank < (this == LOCAL ? size : 1); rank++) {
          var builder = new ProcessBuilder(command(size, logs, java));
          builder.environment().put(RingWorker.ENVIRONMENT, coordinator.environment());
          if (this == LOCAL) {
            builder.environment().put("TAPELINE_RANK", "" + rank);
          }
          var log = logs.resolve(this == LOCAL ? "rank-%d.log".formatted(rank) : this + ".log");
          processes.add(builder.redirectErrorStream(true).redirectOutput(log.toFile()).start());
        }
        for (int i = 0; i < processes.size(); i++) {
          var who = this == LOCAL ? "rank %d".formatted(i) : toString();
          var _ =
              processes
                  .get(i)
                  .onExit()
                  .thenAccept(p -> {
                    if (p.exitValue() != 0) {
                      coordinator.fail(
                          "%s ended with %d, see %s".formatted(who, p.exitValue(), logs));
                    }
                  });
        }
        return coordinator.results();
      } finally {
        end(processes, coordinator);
      }
    }
  }

  /// Loopback; for `srun`, whose nodes may be others, this machine's name or `TAPELINE_HOST`.
  private InetAddress host() throws IOException {
    var given = System.getenv("TAPELINE_HOST");
    if (given != null) {
      return InetAddress.getByName(given);
    }
    return this == SRUN ? InetAddress.getLocalHost() : InetAddress.getLoopbackAddress();
  }

  private List<String> command(int size, Path logs, List<String> java) {
    var command =
        new ArrayList<String>(
            switch (this) {
              case LOCAL -> List.<String>of();
              case SRUN ->
                  List.of(
                      "srun",
                      "--ntasks=" + size,
                      "--overcommit",
                      "--kill-on-bad-exit=0",
                      "--output=" + logs.toAbsolutePath().resolve("rank-%t.log"));
            });
    command.addAll(java);
    return command;
  }

  private static List<String> java(Class<?> main, String... words) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto", "-Xss2m"));
    if (Boolean.getBoolean(QUICK)) {
      command.add("-XX:TieredStopAtLevel=1");
    }
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Dtapeline.root=" + System.getProperty("tapeline.root", ""));
    command.addAll(List.of("-cp", classPath(main), main.getName()));
    command.addAll(List.of(words));
    return command;
  }

  /// That of this JVM, behind the folders that a loader of its own has found the class in.
  static String classPath(Class<?> main) {
    var path = new ArrayList<String>();
    if (main.getClassLoader() instanceof URLClassLoader loader) {
      for (var url : loader.getURLs()) {
        path.add(Path.of(URI.create(url.toString())).toString());
      }
    }
    path.add(System.getProperty("java.class.path"));
    return String.join(File.pathSeparator, path);
  }

  /// Workers end by themselves when they are done, or are told to stop; what does not is killed.
  /// One that is told of another's failure has time for it on a busy machine, too.
  private void end(List<Process> processes, RingCoordinator coordinator)
      throws InterruptedException {
    long start = System.nanoTime();
    for (int i = 0; i < processes.size(); i++) {
      var process = processes.get(i);
      long grace = this == LOCAL && coordinator.blamesAnother(i) ? TOLD_MILLIS : GRACE_MILLIS;
      long left = start + TimeUnit.MILLISECONDS.toNanos(grace) - System.nanoTime();
      if (!process.waitFor(Math.max(0, left), TimeUnit.NANOSECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
    }
  }
}
