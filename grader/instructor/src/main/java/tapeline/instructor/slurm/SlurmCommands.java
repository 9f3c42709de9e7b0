package tapeline.instructor.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Slurm's programs `sbatch` and `squeue`.
///
/// @param options more words for `sbatch`, for example `--partition=bench`
record SlurmCommands(List<String> options) {
  private static final long LIMIT_SECONDS = 60;

  /// Reasons to wait that pass by themselves.
  private static final Set<String> ORDINARY =
      Set.of(
          "None",
          "Priority",
          "Resources",
          "JobArrayTaskLimit",
          "BeginTime",
          "Dependency",
          "Cleaning",
          "Prolog");

  SlurmCommands {
    options = List.copyOf(options);
  }

  /// A task of an array that waits or runs.
  ///
  /// @param job the array's name
  /// @param index from 1
  /// @param reason why it waits, in Slurm's words; `None` when it runs
  record LiveTask(String job, int index, String reason) {
    /// Whether it waits for more than its turn: somebody has to do something.
    boolean isHeld() {
      return !ORDINARY.contains(reason);
    }
  }

  /// An answer of `squeue`.
  ///
  /// @param tasks that wait or run; empty where the controller did not answer, and so unknown
  /// @param said its last line
  record QueueAnswer(Optional<Set<LiveTask>> tasks, String said) {}

  /// Submits an array job, each of whose tasks has a node to itself.
  ///
  /// @return what `sbatch` said if it failed
  Optional<String> submit(String job, int tasks, Path script, Path log)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                "sbatch",
                "--parsable",
                "--exclusive",
                "--job-name=" + job,
                "--array=1-" + tasks,
                "--output=" + log));
    command.addAll(options);
    command.add(script.toString());
    var said = new StringBuilder();
    return run(command, said) == 0 ? Optional.empty() : Optional.of(said.toString().strip());
  }

  /// The tasks that wait or run.
  QueueAnswer live() throws IOException, InterruptedException {
    var said = new StringBuilder();
    // -r lists each task of an array on a line of its own.
    if (run(List.of("squeue", "-h", "-r", "-o", "%K %j %r"), said) != 0) {
      var last = said.toString().strip().lines().reduce((_, b) -> b);
      return new QueueAnswer(Optional.empty(), last.orElse("squeue says nothing"));
    }
    var tasks = new HashSet<LiveTask>();
    for (var line : said.toString().lines().toList()) {
      var words = line.strip().split(" ", 3);
      if (words.length == 3 && words[0].matches("\\d+") && words[1].matches("tapeline-[\\w-]+")) {
        tasks.add(new LiveTask(words[1], Integer.parseInt(words[0]), words[2]));
      }
    }
    return new QueueAnswer(Optional.of(tasks), "");
  }

  private static int run(List<String> command, StringBuilder said)
      throws IOException, InterruptedException {
    var file = Files.createTempFile("tapeline-slurm", ".out");
    try {
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(file.toFile())
              .start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return -1;
      }
      said.append(new String(Files.readAllBytes(file), UTF_8)); // others' jobs have any names
      return process.exitValue();
    } finally {
      Files.delete(file);
    }
  }
}
