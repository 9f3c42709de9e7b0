package tapeline.vector;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Threads that share the parts of a loop: the caller, and one for each other processor. They are
/// made for the first loop and serve all later ones.
///
/// A thread that has no part left looks for the next loop for 0.3 ms before it sleeps, so that
/// loops that follow each other begin at once. The thread that comes first takes the next part: one
/// that wakes late costs nothing, as the caller has done its part. A loop within a part, or of
/// another thread meanwhile, runs on its own thread alone.
public final class ThreadTeam {
  private static final long AWAKE = 300_000; // ns that a thread waits for the next loop
  private static final long NAP = 10_000; // ns
  private static final int LOOKS = 64; // between two readings of the clock

  private static final AtomicBoolean TAKEN = new AtomicBoolean();
  private static final AtomicLong LOOPS = new AtomicLong();
  private static volatile @Nullable Loop current;

  private ThreadTeam() {}

  /// Runs each part `0 ≤ t < parts` once, on any thread of the team, and returns when all have
  /// ended. Throws what a part threw, after that.
  public static void run(int parts, IntConsumer part) {
    var loop = new Loop(parts, part);
    if (parts > 1 && Helpers.ALL.length > 0 && TAKEN.compareAndSet(false, true)) {
      current = loop;
      for (int i = 0; i < Math.min(Helpers.ALL.length, parts - 1); i++) Helpers.ALL[i].wake();
      var _ = loop.work();
      loop.awaitEnd();
      current = null;
      TAKEN.set(false);
    } else {
      var _ = loop.work();
    }
    loop.rethrow();
  }

  /// Returns how many loops have been shared so far.
  public static long loops() {
    return LOOPS.get();
  }

  /// A loop of which each part is taken by one thread.
  private static final class Loop {
    private final long number = LOOPS.incrementAndGet(); // kept by threads, not what parts read
    private final int parts;
    private final IntConsumer part;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile @Nullable Throwable failure;

    Loop(int parts, IntConsumer part) {
      this.parts = parts;
      this.part = part;
    }

    /// Runs parts until none is left. Returns its number.
    long work() {
      for (int t = taken.getAndIncrement(); t < parts; t = taken.getAndIncrement()) {
        try {
          part.accept(t);
        } catch (Throwable e) {
          failure = e;
        }
        ended.incrementAndGet();
      }
      return number;
    }

    /// Waits for the parts of other threads: awake, as they are under way; a processor that one of
    /// them may need is given up after a while.
    void awaitEnd() {
      for (int i = 0; ended.get() < parts; i++) {
        if (i < 1 << 14) Thread.onSpinWait();
        else LockSupport.parkNanos(NAP);
      }
    }

    void rethrow() {
      switch (failure) {
        case null -> {}
        case Error e -> throw e;
        case RuntimeException e -> throw e;
        case Throwable e -> throw new IllegalStateException(e); // no part may declare one
      }
    }
  }

  private static final class Helpers {
    static final Helper[] ALL = new Helper[Runtime.getRuntime().availableProcessors() - 1];

    static {
      for (int i = 0; i < ALL.length; i++) {
        ALL[i] = new Helper("loop " + (i + 1));
        ALL[i].start();
      }
    }
  }

  private static final class Helper extends Thread {
    private volatile boolean asleep;

    Helper(String name) {
      super(name);
      setDaemon(true);
    }

    void wake() {
      if (asleep) LockSupport.unpark(this);
    }

    @Override
    public void run() {
      long last = 0;
      while (true) last = awaitOther(last).work();
    }

    /// Returns the loop that is there, if it is another than the last one.
    private static @Nullable Loop other(long last) {
      var loop = current;
      return loop == null || loop.number == last ? null : loop;
    }

    /// Waits for the next loop.
    private Loop awaitOther(long last) {
      long since = System.nanoTime();
      while (true) {
        for (int i = 0; i < LOOKS; i++) {
          var loop = other(last);
          if (loop != null) return loop;
          Thread.onSpinWait();
        }
        if (System.nanoTime() - since > AWAKE) {
          asleep = true;
          if (other(last) == null) LockSupport.park(this); // a loop comes, then asleep is read
          asleep = false;
          boolean _ = Thread.interrupted(); // with which no sleep would be one
          since = System.nanoTime();
        }
      }
    }
  }
}
