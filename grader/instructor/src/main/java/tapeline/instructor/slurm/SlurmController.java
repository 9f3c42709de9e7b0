package tapeline.instructor.slurm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tapeline.instructor.slurm.SlurmCommands.LiveTask;

/// The cluster's controller, which may be away for a while: it was killed, or its machine is
/// started again. It is waited for, and who waits is told once when it is away and once when it is
/// back.
final class SlurmController {
  static final long POLL_MILLIS = 1000;

  private static final Duration LONGEST_ABSENCE = Duration.ofHours(1);

  private final SlurmCommands slurm;
  private final Consumer<String> note;
  private int absences;
  private boolean away;
  private long awaySince;

  SlurmController(SlurmCommands slurm, Consumer<String> note) {
    this.slurm = slurm;
    this.note = note;
  }

  /// How often it has been away so far: a task that is gone without a word after an absence was
  /// forgotten by it, one that is gone without an absence failed.
  int absences() {
    return absences;
  }

  /// The tasks that wait or run now; empty while it is away, and so they are unknown.
  ///
  /// @throws IOException when it has been away for an hour
  Optional<Set<LiveTask>> look() throws IOException, InterruptedException {
    var answer = slurm.live();
    if (answer.tasks().isPresent()) {
      if (away) {
        away = false;
        note.accept("the Slurm controller answers again");
      }
    } else if (!away) {
      away = true;
      absences++;
      awaySince = System.nanoTime();
      note.accept(
          ("the Slurm controller does not answer (%s): waiting for it, up to %d min."
                  + " Nothing is lost: after Ctrl-C the same command goes on.")
              .formatted(answer.said(), LONGEST_ABSENCE.toMinutes()));
    } else if (System.nanoTime() - awaySince > LONGEST_ABSENCE.toNanos()) {
      throw new IOException(
          "the Slurm controller has not answered for %d min: %s"
              .formatted(LONGEST_ABSENCE.toMinutes(), answer.said()));
    }
    return answer.tasks();
  }

  /// The tasks that wait or run, as soon as it answers.
  Set<LiveTask> await() throws IOException, InterruptedException {
    while (true) {
      var tasks = look();
      if (tasks.isPresent()) {
        return tasks.get();
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /// Submits an array job, after an absence if need be.
  ///
  /// @throws IOException when the controller answers, and refuses it
  void submit(String job, int tasks, Path script, Path log)
      throws IOException, InterruptedException {
    boolean answered = false;
    while (true) {
      var refusal = slurm.submit(job, tasks, script, log);
      if (refusal.isEmpty()) {
        return;
      }
      boolean present = look().isPresent();
      if (present && answered) {
        throw new IOException("sbatch refused: " + refusal.get());
      }
      answered = present; // it may have come back between the two: one more try
      if (!present && isThere(job)) {
        return; // it took the job, and was killed before it could say so
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private boolean isThere(String job) throws IOException, InterruptedException {
    return await().stream().anyMatch(t -> t.job().equals(job));
  }
}
