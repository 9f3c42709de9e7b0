package tapeline.grader.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds the threads that a test left running.
final class LeftThreads {
  private static final long GRACE_MILLIS = 2_000; // for one that is about to end on a busy machine

  private final Set<Thread> before;

  private LeftThreads(Set<Thread> before) {
    this.before = before;
  }

  record Left(String text, List<String> frames) {}

  /// Remembers which threads run now.
  static LeftThreads now() {
    return new LeftThreads(running());
  }

  /// The threads that were started since and still run after a short grace; null when there is
  /// none.
  @Nullable Left left() {
    var left = started();
    long deadline = System.nanoTime() + GRACE_MILLIS * 1_000_000;
    for (var t : left) {
      long millis = (deadline - System.nanoTime()) / 1_000_000;
      if (millis > 0) {
        try {
          t.join(millis);
        } catch (InterruptedException _) {
          Thread.currentThread().interrupt();
        }
      }
    }
    left.removeIf(t -> !t.isAlive());
    if (left.isEmpty()) {
      return null;
    }
    var names = left.stream().map(Thread::getName).collect(Collectors.joining(", "));
    return new Left(
        "the code left %d thread%s running: %s; join each thread that you start, or shut its executor down"
            .formatted(left.size(), left.size() == 1 ? "" : "s", names),
        Frames.of(left.getFirst().getStackTrace()));
  }

  private List<Thread> started() {
    var now = new ArrayList<>(running());
    now.removeAll(before);
    return now;
  }

  /// The live threads of code in any group: not the JVM's own, not the common pool's, which belong
  /// to no test.
  private static Set<Thread> running() {
    var root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    var all = new Thread[2 * root.activeCount() + 8];
    int n = root.enumerate(all);
    return Arrays.stream(all, 0, n).filter(LeftThreads::isOfCode).collect(Collectors.toSet());
  }

  /// By its class, as any code can choose a name: the JDK's own threads have classes of their own,
  /// carriers of virtual threads for example.
  private static boolean isOfCode(Thread thread) {
    var type = thread.getClass();
    return type == Thread.class
        || type.getModule() != Thread.class.getModule()
        || (thread instanceof ForkJoinWorkerThread worker
            && type == ForkJoinWorkerThread.class
            && !worker.getPool().equals(ForkJoinPool.commonPool()));
  }
}
