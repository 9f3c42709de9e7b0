package tapeline.grader.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// One holder at a time, on this machine: a terminal, a notebook and the training of the cache may
/// all be at work at once.
public final class Lock implements AutoCloseable {
  private static final Map<Path, ReentrantLock> IN_THIS_PROCESS = new ConcurrentHashMap<>();

  private final ReentrantLock mine;
  private final FileChannel channel;
  private final FileLock lock;

  private Lock(ReentrantLock mine, FileChannel channel, FileLock lock) {
    this.mine = mine;
    this.channel = channel;
    this.lock = lock;
  }

  /// Waits for its turn at `file`, which is made if need be and stays.
  public static Lock on(Path file) {
    var mine = IN_THIS_PROCESS.computeIfAbsent(file.toAbsolutePath(), _ -> new ReentrantLock());
    mine.lock();
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      return new Lock(mine, channel, channel.lock());
    } catch (IOException e) {
      mine.unlock();
      throw new UncheckedIOException("cannot lock " + file, e);
    } catch (RuntimeException e) {
      mine.unlock();
      throw e;
    }
  }

  @Override
  public void close() {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      mine.unlock();
    }
  }
}
