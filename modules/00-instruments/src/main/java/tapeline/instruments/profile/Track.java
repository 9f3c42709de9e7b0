package tapeline.instruments.profile;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The spans of one thread while a profiler ran. The thread writes; its lock lets another read.
///
/// All that the profiler does in a thread lies between [#enter] and [#leave]. A span opens with the
/// last clock reading of one such stay, and closes with the first of another: what the profiler
/// itself does lies outside of it, in the span around it, and is counted there. What the profiler
/// allocates counts in none.
public final class Track {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Recording recording;
  private final int number;
  private final Thread thread = Thread.currentThread();
  private final List<Row> rows = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private @Nullable Row open;
  private @Nullable Recorded last;
  private @Nullable Scope innermost;
  private @Nullable Row opening; // the span that opens when the profiler leaves
  private int unrecorded; // open spans that have no row: what lies in them has none either
  private long entered; // when the profiler came
  private long bytesThen; // what the thread had allocated, the profiler's included
  private long ownNanos; // what the profiler has taken for itself
  private long ownBytes;

  /// A span; it is open while `nanos` is −1.
  static final class Row {
    final Track track;
    final @Nullable Row parent;
    final Span.Kind kind;
    final Object what; // a scope's name, or Recorded
    final int step;
    long start;
    long nanos = -1;
    long bytes;
    long ownNanos; // the profiler's
    int id = -1;

    Row(Track track, @Nullable Row parent, Span.Kind kind, Object what, int step) {
      this.track = track;
      this.parent = parent;
      this.kind = kind;
      this.what = what;
      this.step = step;
    }
  }

  /// A change of what a tape holds.
  ///
  /// @param holder its text names it; [MemoryEvent#BEFORE] for bytes that were held by then
  /// @param purpose what it holds the bytes as, such as `saved`
  public record Change(
      long at, int step, int tape, Object holder, String purpose, long bytes, long live) {}

  Track(Recording recording, int number) {
    this.recording = recording;
    this.number = number;
  }

  int number() {
    return number;
  }

  /// Returns the name of the thread.
  public String thread() {
    return thread.getName();
  }

  long now() {
    return recording.now();
  }

  boolean isMine() {
    return Thread.currentThread().equals(thread);
  }

  /// Notes that the profiler begins to work in this thread.
  ///
  /// @param now the time, read before anything else was done
  void enter(long now) {
    entered = now;
    bytesThen = THREADS.getCurrentThreadAllocatedBytes();
  }

  /// Notes that it is done. What it allocated since [#enter], and the time, is its own.
  public void leave() {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    ownBytes += bytes - bytesThen;
    long now = recording.now();
    ownNanos += now - entered;
    var row = opening;
    if (row != null) {
      row.bytes = bytes - ownBytes;
      row.ownNanos = ownNanos;
      row.start = now;
      opening = null;
    }
  }

  /// Returns whether a span that opens now gets a row.
  public boolean records() {
    return unrecorded == 0 && recording.isOn();
  }

  /// Opens a span, a scope's by its name; null and what is not recorded gets no row.
  public synchronized void open(Span.Kind kind, @Nullable Object what) {
    recording.opened();
    if (what == null || !records() || !recording.hasRoom()) {
      recording.drop();
      unrecorded++;
      return;
    }
    var row = new Row(this, open, kind, what, recording.step());
    rows.add(row);
    open = row;
    opening = row;
  }

  /// Closes the innermost open span.
  public synchronized void close() {
    var row = open;
    last = null;
    if (unrecorded > 0 || row != null) {
      recording.closed();
    }
    if (unrecorded > 0) {
      unrecorded--;
    } else if (row != null) {
      row.nanos = entered - row.start;
      row.bytes = bytesThen - ownBytes - row.bytes;
      row.ownNanos = ownNanos - row.ownNanos;
      open = row.parent;
      last = row.what instanceof Recorded op && row.kind == Span.Kind.FORWARD ? op : null;
    }
  }

  /// Returns the op whose forward span was the last to close, if no other one was.
  public @Nullable Recorded last() {
    return last;
  }

  /// Returns what the innermost open span records; null for a scope, and outside of all.
  public @Nullable Recorded open() {
    return open != null && open.what instanceof Recorded op ? op : null;
  }

  /// Opens a scope; it gets no span while the recording rests.
  public Scope open(String name) {
    boolean rests = recording.rests();
    var scope = new Scope(this, name, innermost, !rests);
    innermost = scope;
    if (!rests) {
      open(Span.Kind.SCOPE, name);
    }
    return scope;
  }

  void close(Scope scope, long now) {
    innermost = scope.outer();
    if (scope.isSpan()) {
      enter(now);
      close();
      leave();
    }
  }

  /// Returns the innermost open scope.
  public @Nullable Scope innermost() {
    return innermost;
  }

  /// Keeps a change of memory, or counts it where there is no capacity.
  public synchronized void add(Change change) {
    if (recording.hasRoom()) {
      changes.add(change);
    } else {
      recording.drop();
    }
  }

  synchronized List<Row> rows() {
    return List.copyOf(rows);
  }

  synchronized List<Change> changes() {
    return List.copyOf(changes);
  }
}
