package tapeline.grader.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

/// One build of the course's own classes at a time, on this machine: a terminal, a notebook and the
/// training of the cache may all grade at once.
final class BuildLock implements AutoCloseable {
  private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

  private final FileChannel channel;
  private final FileLock lock;

  private BuildLock(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /// Waits for its turn.
  static BuildLock in(Path target) throws IOException {
    IN_THIS_PROCESS.lock();
    try {
      Files.createDirectories(target);
      var channel =
          FileChannel.open(
              target.resolve("build.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      return new BuildLock(channel, channel.lock());
    } catch (IOException | RuntimeException e) {
      IN_THIS_PROCESS.unlock();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      lock.release();
      channel.close();
    } finally {
      IN_THIS_PROCESS.unlock();
    }
  }
}
