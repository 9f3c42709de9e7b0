package tapeline.compress;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A ring of threads in one process, with queues between them: the same messages as between
/// processes, no port, and the same run every time.
///
/// When every worker has ended or waits for a message that is not on its way, the wait ends at once
/// with an exception.
public final class LocalRing {
  private final List<Deque<byte[]>> queues = new ArrayList<>(); // to each rank
  private final boolean[] waits;
  private final boolean[] ended;

  private LocalRing(int size) {
    waits = new boolean[size];
    ended = new boolean[size];
    IntStream.range(0, size).forEach(_ -> queues.add(new ArrayDeque<>()));
  }

  /// Runs `work` as each worker of a ring of this size, and returns the results by rank.
  ///
  /// Throws the first worker's exception; that of a worker which waits for ever only when no other
  /// failed.
  public static <T> List<T> run(int size, Function<RingLink, T> work) {
    var ring = new LocalRing(size);
    var results = new AtomicReferenceArray<@Nullable T>(size);
    var failures = new AtomicReferenceArray<@Nullable Throwable>(size);
    var threads = new ArrayList<Thread>();
    for (int rank = 0; rank < size; rank++) {
      int own = rank;
      threads.add(
          Thread.startVirtualThread(() -> {
            try {
              results.set(own, work.apply(ring.new LocalLink(own)));
            } catch (RuntimeException | Error e) {
              failures.set(own, e);
            } finally {
              ring.end(own);
            }
          }));
    }
    try {
      for (var thread : threads) {
        thread.join();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("a ring was interrupted");
    }
    throwFirst(failures);
    return IntStream.range(0, size).mapToObj(results::get).toList();
  }

  private static void throwFirst(AtomicReferenceArray<@Nullable Throwable> failures) {
    var thrown =
        IntStream.range(0, failures.length())
            .mapToObj(failures::get)
            .filter(e -> e != null)
            .sorted((a, b) -> Boolean.compare(a instanceof Stuck, b instanceof Stuck))
            .toList();
    if (!thrown.isEmpty()) {
      if (thrown.getFirst() instanceof Error e) {
        throw e;
      }
      throw (RuntimeException) thrown.getFirst();
    }
  }

  private static final class Stuck extends IllegalStateException {
    Stuck(String message) {
      super(message);
    }
  }

  private synchronized void end(int rank) {
    ended[rank] = true;
    notifyAll();
  }

  private synchronized void put(int rank, byte[] message) {
    queues.get(rank).add(message.clone());
    notifyAll();
  }

  private synchronized byte[] take(int rank) {
    waits[rank] = true;
    notifyAll();
    while (queues.get(rank).isEmpty()) {
      var stuck = IntStream.range(0, waits.length).filter(r -> !ended[r]).boxed().toList();
      if (stuck.stream().allMatch(r -> waits[r] && queues.get(r).isEmpty())) {
        throw new Stuck("no message is on its way: rank %s waits for ever".formatted(rank));
      }
      try {
        wait();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        throw new Stuck("rank %d was interrupted".formatted(rank));
      }
    }
    waits[rank] = false;
    return queues.get(rank).remove();
  }

  private final class LocalLink implements RingLink {
    private final int rank;
    private long bytesSent;

    LocalLink(int rank) {
      this.rank = rank;
    }

    @Override
    public int rank() {
      return rank;
    }

    @Override
    public int size() {
      return waits.length;
    }

    @Override
    public void send(byte[] message) {
      bytesSent += message.length;
      put((rank + 1) % size(), message);
    }

    @Override
    public byte[] receive() {
      return take(rank);
    }

    @Override
    public long bytesSent() {
      return bytesSent;
    }
  }
}
