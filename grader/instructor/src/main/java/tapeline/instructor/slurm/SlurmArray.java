package tapeline.instructor.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;

/// A command that nodes of a Slurm cluster run in parts, and that is waited for.
///
/// It may be killed at any moment: an array of that name that waits or runs already is waited for,
/// and not submitted again. What a part did, its files say: nothing else comes back.
public final class SlurmArray {
  /// How often in a row no task is in the queue until the array counts as ended.
  private static final int PATIENCE = 3;

  private final Path folder;
  private final SlurmCommands slurm;
  private final Consumer<String> note;

  /// @param folder for scripts and logs, which the nodes see under the same path
  /// @param options more words for `sbatch`
  /// @param note hears what who waits should know of
  public SlurmArray(Path folder, List<String> options, Consumer<String> note) {
    this.folder = folder.toAbsolutePath().normalize();
    this.slurm = new SlurmCommands(options);
    this.note = note;
  }

  /// Runs the command once for each part, with the part's number from 1 as its last word.
  ///
  /// @param job the array's name
  /// @param look is called now and then while it waits
  public void run(String job, int parts, List<String> command, Runnable look)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    var controller = new SlurmController(slurm, note);
    if (controller.await().stream().noneMatch(t -> t.job().equals(job))) {
      var script = folder.resolve(job + ".sh");
      var words = String.join(" ", command.stream().map(SlurmExecutor::quoted).toList());
      Files.writeString(script, "#!/bin/sh\nexec %s \"$SLURM_ARRAY_TASK_ID\"\n".formatted(words));
      controller.submit(job, parts, script, folder.resolve("%A_%a.log"));
    }
    var reasons = new HashSet<String>();
    for (int absent = 0; absent < PATIENCE; ) {
      Thread.sleep(SlurmController.POLL_MILLIS);
      look.run();
      var own = controller.await().stream().filter(t -> t.job().equals(job)).toList();
      absent = own.isEmpty() ? absent + 1 : 0;
      for (var task : own) {
        if (task.isHeld() && reasons.add(task.reason())) {
          note.accept("Slurm holds tasks back: %s (`sinfo -R` says more)".formatted(task.reason()));
        }
      }
    }
  }
}
