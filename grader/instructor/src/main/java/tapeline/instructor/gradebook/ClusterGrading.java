package tapeline.instructor.gradebook;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tapeline.instructor.slurm.SlurmArray;

/// Grades a class on a Slurm cluster: each task of an array job grades a part of it, and keeps the
/// results in the folder of the marks, as a run on one machine does.
///
/// Work that a node had not kept when it died is submitted again; and what is missing even then is
/// graded by the run that goes on from the results. The submissions, the marks and the course lie
/// where all nodes see them under the same paths.
///
/// @param shared for scripts and logs
/// @param sbatch more words for `sbatch`
/// @param command this command, which a node runs for its part
record ClusterGrading(Path shared, List<String> sbatch, List<String> command) {
  private static final int A_TASK = 10;
  private static final int ROUNDS = 3;

  /// Part `number`, from 1, of a class in `of` parts: every `of`-th submission.
  static <T> List<T> part(List<T> all, int number, int of) {
    var mine = new ArrayList<T>();
    for (int i = number - 1; i < all.size(); i += of) {
      mine.add(all.get(i));
    }
    return mine;
  }

  /// Has the cluster grade, until all results are there or it stops making progress.
  ///
  /// @param missing how many results are missing
  void run(int students, Missing missing, Consumer<String> note)
      throws IOException, InterruptedException {
    int parts = (students + A_TASK - 1) / A_TASK;
    var array = new SlurmArray(shared, sbatch, note);
    var job =
        "tapeline-gradebook-" + new Fingerprint().add(shared.toString()).hex().substring(0, 12);
    var words = new ArrayList<>(command);
    words.addAll(List.of("--parts", "" + parts, "--part"));
    for (int round = 1; round <= ROUNDS && missing.count() > 0; round++) {
      if (round > 1) {
        note.accept("submitted again, as results are missing: %d".formatted(missing.count()));
      }
      array.run(job, parts, words, () -> {});
    }
    int left = missing.count();
    if (left > 0) {
      note.accept(
          "graded on this machine, as no node did: %d; why, the logs in %s say"
              .formatted(left, shared));
    }
  }

  /// Counts.
  @FunctionalInterface
  interface Missing {
    int count() throws IOException;
  }
}
