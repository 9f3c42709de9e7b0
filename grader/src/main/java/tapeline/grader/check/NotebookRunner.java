package tapeline.grader.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tapeline.grader.course.Course;

/// Jupyter's client, which runs one notebook after the other with kernels in one warm process.
///
/// A client that ends, or takes too long, costs the notebooks that it was given: the next ones have
/// another.
final class NotebookRunner implements AutoCloseable {
  private static final String SCRIPT = "notebooks/kernel/src/jupyter/run_notebooks.py";
  private static final String DONE = "done";

  private final ProcessBuilder command;
  private final Path log;
  private @Nullable Process process;

  /// @param log takes what the command prints beside its results
  NotebookRunner(ProcessBuilder command, Path log) {
    this.log = log;
    this.command =
        command
            .redirectErrorStream(false)
            .redirectError(log.toFile())
            .redirectOutput(ProcessBuilder.Redirect.PIPE);
  }

  /// @param jupyter where the kernel is registered
  /// @param options of the script
  static NotebookRunner of(
      String python, NotebookCopy copy, Path jupyter, Path log, String... options)
      throws IOException {
    var words = new ArrayList<>(List.of(python, SCRIPT, copy.answers().toString()));
    words.addAll(List.of(options));
    return new NotebookRunner(copy.command(log, words, jupyter), log);
  }

  /// Runs notebooks; one outcome more where not all of them were run.
  List<Outcome> run(List<String> names) throws IOException {
    var running = process;
    if (running == null || !running.isAlive()) {
      running = command.start();
      process = running;
    }
    var late = running;
    var limit =
        CompletableFuture.runAsync(
            () -> end(late),
            CompletableFuture.delayedExecutor(Script.LIMIT_MINUTES, TimeUnit.MINUTES));
    var outcomes = new ArrayList<Outcome>();
    var input = running.outputWriter();
    input.write(String.join("\t", names) + "\n");
    input.flush();
    var results = running.inputReader();
    var line = results.readLine();
    for (; line != null && !line.equals(DONE); line = results.readLine()) {
      if (line.startsWith(Script.RESULT)) {
        outcomes.add(Script.outcome(line));
      }
    }
    limit.cancel(false);
    if (line == null) {
      close();
      var what = "ended, or took more than %d minutes:\n".formatted(Script.LIMIT_MINUTES);
      outcomes.add(Outcome.failed("notebooks", what + Course.read(log)));
    }
    return outcomes;
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public void close() {
    if (process != null) {
      end(process);
      process = null;
    }
  }
}
