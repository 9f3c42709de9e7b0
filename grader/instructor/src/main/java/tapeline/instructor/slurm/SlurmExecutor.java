package tapeline.instructor.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import tapeline.instructor.board.JudgedPair;
import tapeline.instructor.board.run.PairExecutor;
import tapeline.instructor.board.run.PairTask;
import tapeline.instructor.board.run.PairWork;
import tapeline.instructor.slurm.SlurmCommands.LiveTask;

/// Judges pairs as tasks of array jobs on a Slurm cluster, and gathers what they leave in their
/// folders.
///
/// It may be killed at any moment. The list of an array's tasks is written before the array is
/// submitted under that list's name: so the next run finds which pairs wait or run already, and
/// submits the others only; and what was judged meanwhile is gathered at once.
///
/// The controller may be killed too, and started again. Tasks that run go on without it, and what
/// they leave is gathered while it is away. Tasks that it has forgotten when it is back are
/// submitted again.
public final class SlurmExecutor implements PairExecutor {
  /// Slurm's default for the longest array is 1001.
  private static final int LONGEST_ARRAY = 1000;

  /// How often in a row a task is neither judged nor in the queue until it counts as lost: a file
  /// may be seen later than its task's end.
  private static final int PATIENCE = 5;

  private final PairWork work;
  private final Path folder;
  private final SlurmCommands slurm;
  private final List<String> judgeOne;

  /// @param folder that the nodes see under the same path
  /// @param options more words for `sbatch`
  /// @param judgeOne the command that judges the task whose folder is its last word
  public SlurmExecutor(PairWork work, Path folder, List<String> options, List<String> judgeOne) {
    this.work = work;
    this.folder = folder.toAbsolutePath().normalize();
    this.slurm = new SlurmCommands(options);
    this.judgeOne = List.copyOf(judgeOne);
  }

  @Override
  public String name() {
    return "slurm";
  }

  @Override
  public void judge(List<JudgedPair> pairs, Sink sink) throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("tasks"));
    Files.createDirectories(folder.resolve("arrays"));
    Files.createDirectories(folder.resolve("log"));
    var waiting = new LinkedHashMap<JudgedPair, PairTask>();
    for (var pair : pairs) {
      if (sink.claim(pair)) {
        try {
          waiting.put(pair, work.pack(pair, folder.resolve("tasks")));
        } catch (IOException | RuntimeException e) {
          sink.failed(pair, "its task cannot be written: " + e);
        }
      }
    }
    gather(waiting, sink);
    if (waiting.isEmpty()) {
      return;
    }
    var controller = new SlurmController(slurm, sink::note);
    var live = alive(controller.await());
    var fresh = new ArrayList<PairTask>();
    for (var task : waiting.values()) {
      if (!live.contains(name(task))) {
        task.retry();
        fresh.add(task);
      }
    }
    submit(fresh, controller);
    await(waiting, controller, sink);
  }

  /// Waits for all that is waited for, and notices what the cluster has lost.
  private void await(Map<JudgedPair, PairTask> waiting, SlurmController controller, Sink sink)
      throws IOException, InterruptedException {
    var missing = new HashMap<JudgedPair, Integer>();
    var submitted = new HashMap<JudgedPair, Integer>(); // after how many absences, where again
    var reasons = new HashSet<String>(); // that were told
    while (!waiting.isEmpty()) {
      sink.doing(waiting.keySet().iterator().next(), 0);
      Thread.sleep(SlurmController.POLL_MILLIS);
      // Before looking for judgements: a task ends after its file is there.
      var queue = controller.look();
      gather(waiting, sink);
      if (queue.isEmpty()) {
        continue; // the controller is away, and so nothing is known
      }
      for (var task : queue.get()) {
        if (task.isHeld() && Files.exists(list(task.job())) && reasons.add(task.reason())) {
          sink.note(
              ("Slurm holds tasks back until an administrator helps: %s"
                      + " (`sinfo -R` and `scontrol show job` say more)")
                  .formatted(task.reason()));
        }
      }
      var live = alive(queue.get());
      var forgotten = new ArrayList<PairTask>();
      for (var one : List.copyOf(waiting.entrySet())) {
        var pair = one.getKey();
        var task = one.getValue();
        int times = live.contains(name(task)) ? 0 : missing.merge(pair, 1, Integer::sum);
        if (times == 0) {
          missing.remove(pair);
        } else if (times >= PATIENCE) {
          var failure = task.failure();
          if (failure.isEmpty() && controller.absences() > submitted.getOrDefault(pair, 0)) {
            forgotten.add(task);
            submitted.put(pair, controller.absences());
            missing.remove(pair);
            continue;
          }
          waiting.remove(pair);
          var lost =
              "its task ended without a judgement; see the files in " + folder.resolve("log");
          sink.failed(pair, failure.orElse(lost));
        }
      }
      if (!forgotten.isEmpty()) {
        sink.note("submitted again, as the controller forgot them: %d".formatted(forgotten.size()));
        submit(forgotten, controller);
      }
    }
  }

  private static void gather(Map<JudgedPair, PairTask> waiting, PairExecutor.Sink sink)
      throws IOException {
    for (Iterator<Map.Entry<JudgedPair, PairTask>> all = waiting.entrySet().iterator();
        all.hasNext(); ) {
      var next = all.next();
      var task = next.getValue();
      var judgement = task.judgement();
      if (judgement.isPresent()) {
        sink.judged(next.getKey(), judgement.get());
        task.delete(); // only now: the board has it
        all.remove();
      }
    }
  }

  /// The names of tasks that wait or run, by the lists of the arrays that they belong to.
  private Set<String> alive(Set<LiveTask> queue) throws IOException {
    var lists = new HashMap<String, List<String>>();
    var names = new HashSet<String>();
    for (var task : queue) {
      var list = lists.get(task.job());
      if (list == null) {
        var file = list(task.job());
        list = Files.exists(file) ? Files.readAllLines(file) : List.of();
        lists.put(task.job(), list);
      }
      if (task.index() >= 1 && task.index() <= list.size()) {
        names.add(list.get(task.index() - 1));
      }
    }
    return names;
  }

  private void submit(List<PairTask> tasks, SlurmController controller)
      throws IOException, InterruptedException {
    for (int from = 0; from < tasks.size(); from += LONGEST_ARRAY) {
      array(tasks.subList(from, Math.min(tasks.size(), from + LONGEST_ARRAY)), controller);
    }
  }

  private void array(List<PairTask> tasks, SlurmController controller)
      throws IOException, InterruptedException {
    var job = "tapeline-" + UUID.randomUUID();
    Files.write(list(job), tasks.stream().map(SlurmExecutor::name).toList());
    var script = folder.resolve("arrays").resolve(job + ".sh");
    Files.writeString(script, script(job));
    controller.submit(job, tasks.size(), script, folder.resolve("log").resolve("%A_%a.log"));
  }

  private Path list(String job) {
    return folder.resolve("arrays").resolve(job + ".list");
  }

  private static String name(PairTask task) {
    return task.folder().getFileName().toString();
  }

  /// The script that a node runs: the judge, on the task whose name stands in the list's line.
  private String script(String job) {
    var words = String.join(" ", judgeOne.stream().map(SlurmExecutor::quoted).toList());
    return """
    #!/bin/sh
    task=$(sed -n "${SLURM_ARRAY_TASK_ID}p" %s)
    exec %s %s/"$task"
    """
        .formatted(quoted(list(job).toString()), words, quoted(folder.resolve("tasks").toString()));
  }

  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
