package tapeline.instructor.judge.duel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tapeline.instructor.judge.arena.Arena;

/// How much each of a process's threads has worked, and waited for a processor, in ns: the first
/// two numbers of Linux's `/proc/<process>/task/<thread>/schedstat`. A busy machine makes a thread
/// wait, and the first number no larger.
///
/// The threads that are there before any of the entry's code is loaded are the JVM's own, but for
/// the one by the name of [Arena#ENTRY]. Names that come later are not looked at, as the entry may
/// choose them. Where there are no such files, there are no threads to be seen.
final class ThreadTimes {
  private final Path tasks;
  private final Set<Path> own = new HashSet<>();
  private Map<Path, Times> seen = Map.of();

  /// A thread's, since it began, ns.
  private record Times(long worked, long waited) {
    private static final Times NONE = new Times(0, 0);

    /// @param text `worked waited slices`
    private static Times read(String text) {
      var words = text.strip().split(" ", 3);
      return new Times(Long.parseLong(words[0]), Long.parseLong(words[1]));
    }
  }

  /// The work of the threads since one last looked, ns.
  ///
  /// @param entrys of the threads in which the entry's code runs
  /// @param waited of the same threads together, for a processor
  /// @param own of the JVM's own threads: compilers, collector, and others
  record Work(Collection<Long> entrys, long waited, long own) {
    long all() {
      return own + entrys.stream().mapToLong(Long::longValue).sum();
    }
  }

  /// Looks at a JVM that has loaded none of the entry's code yet.
  ThreadTimes(ProcessHandle process) throws IOException {
    var pid = Long.toString(process.pid());
    this.tasks = Path.of("/proc", pid, "task");
    own.add(tasks.resolve(pid));
    for (var thread : read("comm").entrySet()) {
      if (!thread.getValue().strip().equals(Arena.ENTRY)) {
        own.add(thread.getKey());
      }
    }
  }

  /// The work of the threads since the last call.
  Work work() throws IOException {
    var now = new HashMap<Path, Times>();
    for (var thread : read("schedstat").entrySet()) {
      now.put(thread.getKey(), Times.read(thread.getValue()));
    }
    long ofOwn = 0;
    long waited = 0;
    var entrys = new HashMap<Path, Long>();
    for (var thread : now.entrySet()) {
      var before = seen.getOrDefault(thread.getKey(), Times.NONE);
      long nanos = thread.getValue().worked() - before.worked();
      if (own.contains(thread.getKey())) {
        ofOwn += nanos;
      } else {
        entrys.put(thread.getKey(), nanos);
        waited += thread.getValue().waited() - before.waited();
      }
    }
    seen = now;
    return new Work(entrys.values(), waited, ofOwn);
  }

  /// Whether this system shows what a thread has worked.
  boolean isPossible() {
    return !seen.isEmpty();
  }

  private Map<Path, String> read(String file) throws IOException {
    var texts = new HashMap<Path, String>();
    if (!Files.isDirectory(tasks)) {
      return texts;
    }
    try (var list = Files.newDirectoryStream(tasks)) {
      for (var thread : list) {
        try {
          texts.put(thread, Files.readString(thread.resolve(file)));
        } catch (IOException _) {
          // a thread that has just ended, or a system without the file
        }
      }
    } catch (NoSuchFileException _) {
      // the process has ended: what is known remains
    }
    return texts;
  }
}
