package tapeline.grader.course;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// One holder at a time, on this machine: a terminal, a notebook and the training of the cache may
/// all be at work at once.
public final class Lock implements AutoCloseable {
  private static final Map<Path, ReentrantLock> IN_THIS_PROCESS = new ConcurrentHashMap<>();

  /// Behind the text, which others read meanwhile: Windows refuses to read what is locked.
  private static final long BEHIND = Long.MAX_VALUE - 1;

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
    return on(file, FileChannel::lock);
  }

  /// Waits for its turn at work that others may have to wait for. `file` names the holder, and a
  /// process that waits reads that in one sentence.
  ///
  /// @param work what is done meanwhile and where, for example `-Dcheck=mutants in this checkout`
  /// @param said takes the sentence
  public static Lock on(Path file, String work, Consumer<String> said) {
    var lock =
        on(
            file,
            channel -> {
              var free = channel.tryLock(BEHIND, 1, false);
              if (free == null) {
                said.accept(Course.read(file).strip() + ": this run waits for it to end");
              }
              return free == null ? channel.lock(BEHIND, 1, false) : free;
            });
    var since = LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
    var holder =
        "%s has been running since %s, as process %d of %s"
            .formatted(work, since, ProcessHandle.current().pid(), Course.host());
    try {
      lock.channel.truncate(0).write(ByteBuffer.wrap(holder.getBytes(UTF_8)), 0);
      return lock;
    } catch (IOException e) {
      lock.close();
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private interface Locking {
    FileLock of(FileChannel channel) throws IOException;
  }

  private static Lock on(Path file, Locking locking) {
    var mine = IN_THIS_PROCESS.computeIfAbsent(real(file), _ -> new ReentrantLock());
    mine.lock();
    try {
      var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      return new Lock(mine, channel, locking.of(channel));
    } catch (IOException e) {
      mine.unlock();
      throw new UncheckedIOException("cannot lock " + file, e);
    } catch (RuntimeException e) {
      mine.unlock();
      throw e;
    }
  }

  /// The file in its folder, which is made if need be: a link to that is the same folder.
  private static Path real(Path file) {
    try {
      var folder = Files.createDirectories(file.toAbsolutePath().getParent());
      return folder.toRealPath().resolve(file.getFileName());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + file, e);
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
