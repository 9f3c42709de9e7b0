package tapeline.grader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Waits until a source file is saved.
final class Watch implements AutoCloseable {
  private static final long SETTLE_MILLIS = 30;

  private final WatchService service;

  Watch(List<Path> folders) throws IOException {
    service = folders.getFirst().getFileSystem().newWatchService();
    for (var folder : folders) {
      try (var s = Files.walk(folder)) {
        for (var d : s.filter(Files::isDirectory).toList()) {
          d.register(
              service,
              StandardWatchEventKinds.ENTRY_MODIFY,
              StandardWatchEventKinds.ENTRY_CREATE,
              StandardWatchEventKinds.ENTRY_DELETE);
        }
      }
    }
  }

  /// Waits for the next save and returns the file's name. An editor writes more than once: what
  /// follows within 30 ms belongs to it.
  String next() {
    try {
      var name = "";
      while (name.isEmpty()) {
        for (var key = service.take(); key != null; ) {
          for (var event : key.pollEvents()) {
            if (event.context() instanceof Path p && isSource(p.toString())) {
              name = p.toString();
            }
          }
          key.reset();
          key = service.poll(SETTLE_MILLIS, TimeUnit.MILLISECONDS);
        }
      }
      return name;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a save");
    }
  }

  private static boolean isSource(String name) {
    return name.endsWith(".java") || name.endsWith(".cu");
  }

  @Override
  public void close() throws IOException {
    service.close();
  }
}
