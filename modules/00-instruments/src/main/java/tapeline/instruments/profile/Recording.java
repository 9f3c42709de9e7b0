package tapeline.instruments.profile;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// The state that the threads of one profiler share: its clock, the step that it is in, and its
/// remaining capacity.
public final class Recording {
  private final int limit;
  private final long origin = System.nanoTime();
  private final List<Track> tracks = new CopyOnWriteArrayList<>();
  // No ThreadLocal: a thread would hold, by its track, each recording that it was ever part of.
  private final Map<Thread, Track> byThread = new ConcurrentHashMap<>();
  private final BitSet kept = new BitSet(); // the active steps that are done
  private final AtomicInteger events = new AtomicInteger();
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger tapes = new AtomicInteger();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicInteger open = new AtomicInteger();
  private volatile int step;
  private volatile boolean on;

  /// @param limit the most spans and changes of memory that are kept
  public Recording(int limit) {
    this.limit = limit;
  }

  /// Begins a step, and records it or does not.
  public void begin(int step, boolean on) {
    this.step = step;
    this.on = on;
  }

  /// Keeps what was recorded in the step that is done.
  public void keepStep() {
    kept.set(step);
  }

  boolean isKept(int step) {
    return kept.get(step);
  }

  /// Returns how many steps are kept.
  public int keptSteps() {
    return kept.cardinality();
  }

  /// Returns the step that the recording is in.
  public int step() {
    return step;
  }

  /// Returns whether this step is recorded.
  public boolean isOn() {
    return on;
  }

  /// Returns whether nothing is recorded, and no span is open: tapes and scopes need not be heard
  /// then.
  public boolean rests() {
    return !on && open.get() == 0;
  }

  void opened() {
    open.incrementAndGet();
  }

  void closed() {
    open.decrementAndGet();
  }

  /// Returns the nanoseconds since the beginning.
  public long now() {
    return System.nanoTime() - origin;
  }

  /// Takes room for one event more; false when there is none left.
  boolean hasRoom() {
    return events.get() < limit && events.incrementAndGet() <= limit;
  }

  /// Counts an event that is not recorded, if that is for want of room.
  public void drop() {
    if (on && events.get() >= limit) {
      dropped.incrementAndGet();
    }
  }

  long dropped() {
    return dropped.get();
  }

  /// Numbers an application of an op.
  public int nextCall() {
    return calls.getAndIncrement();
  }

  /// Numbers a tape.
  public int nextTape() {
    return tapes.getAndIncrement();
  }

  /// Returns the track of the current thread, in which the profiler works until [Track#leave].
  public Track enter() {
    long now = now();
    var track = track();
    track.enter(now);
    return track;
  }

  /// Returns the track of the current thread.
  public Track track() {
    var track = byThread.get(Thread.currentThread());
    return track == null ? newTrack() : track;
  }

  List<Track> tracks() {
    return List.copyOf(tracks);
  }

  private synchronized Track newTrack() {
    var track = new Track(this, tracks.size());
    tracks.add(track);
    byThread.put(Thread.currentThread(), track);
    return track;
  }
}
