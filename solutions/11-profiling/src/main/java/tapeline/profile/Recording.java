package tapeline.profile;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// The state that the threads of one profiler share: its clock, the step it is in, and how much
/// room is left.
final class Recording {
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

  Recording(int limit) {
    this.limit = limit;
  }

  /// Begins a step, and records it or does not.
  void begin(int step, boolean on) {
    this.step = step;
    this.on = on;
  }

  /// Keeps what was recorded in the step that is done.
  void keepStep() {
    kept.set(step);
  }

  boolean isKept(int step) {
    return kept.get(step);
  }

  int keptSteps() {
    return kept.cardinality();
  }

  int step() {
    return step;
  }

  boolean isOn() {
    return on;
  }

  /// Returns whether nothing is recorded, and no span is open: tapes and scopes need not be heard
  /// then.
  boolean rests() {
    return !on && open.get() == 0;
  }

  void opened() {
    open.incrementAndGet();
  }

  void closed() {
    open.decrementAndGet();
  }

  /// Nanoseconds since the beginning.
  long now() {
    return System.nanoTime() - origin;
  }

  /// Takes room for one event more; false when there is none left.
  boolean hasRoom() {
    return events.get() < limit && events.incrementAndGet() <= limit;
  }

  /// Counts an event that is not recorded, if that is for want of room.
  void drop() {
    if (on && events.get() >= limit) {
      dropped.incrementAndGet();
    }
  }

  long dropped() {
    return dropped.get();
  }

  int nextCall() {
    return calls.getAndIncrement();
  }

  int nextTape() {
    return tapes.getAndIncrement();
  }

  /// That of the current thread, in which the profiler begins to work: until [Track#leave].
  Track enter() {
    long now = now();
    var track = track();
    track.enter(now);
    return track;
  }

  /// That of the current thread.
  Track track() {
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
