package tapeline.profile;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import tapeline.autograd.TapeListener.Holding;
import tapeline.autograd.TensorTape;
import tapeline.tensor.Shape;

/// The spans of one thread while a profiler ran. The thread writes; its lock lets another read.
///
/// A span's clock is read last when it opens and first when it closes, so that what the profiler
/// itself does lies outside it, in the span around it. What the profiler allocates counts in none.
final class Track {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Recording recording;
  private final int number;
  private final Thread thread = Thread.currentThread();
  private final List<Row> rows = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private final Map<TensorTape, TapeCalls> tapes = new WeakHashMap<>();
  private @Nullable Row open;
  private @Nullable OpCall last;
  private @Nullable Scope innermost;
  private int unrecorded; // open spans that have no row: what lies in them has none either
  private long own; // bytes that the profiler allocated

  /// A span; it is open while `nanos` is −1.
  static final class Row {
    final Track track;
    final @Nullable Row parent;
    final Span.Kind kind;
    final Object what; // a scope's name, an OpCall, or an Addition
    final int step;
    long start;
    long nanos = -1;
    long bytes;
    int id = -1;

    Row(Track track, @Nullable Row parent, Span.Kind kind, Object what, int step) {
      this.track = track;
      this.parent = parent;
      this.kind = kind;
      this.what = what;
      this.step = step;
    }
  }

  /// A gradient of this shape added to another one, for an input of an op.
  record Addition(OpCall call, Shape shape) {}

  /// A change of what a tape holds; the holder is an [OpCall] or a word.
  record Change(long at, int step, int tape, Object holder, Holding as, long bytes, long live) {}

  Track(Recording recording, int number) {
    this.recording = recording;
    this.number = number;
  }

  int number() {
    return number;
  }

  String thread() {
    return thread.getName();
  }

  boolean isMine() {
    return Thread.currentThread().equals(thread);
  }

  /// The bytes that this thread has allocated, without the profiler's.
  long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes() - own;
  }

  /// Counts what was allocated since `before` as the profiler's.
  void own(long before) {
    own += allocated() - before;
  }

  /// Whether a span that opens now gets a row.
  boolean records() {
    return unrecorded == 0 && recording.isOn();
  }

  synchronized void open(Span.Kind kind, @Nullable Object what) {
    if (what == null || !records() || !recording.hasRoom()) {
      recording.drop();
      unrecorded++;
      return;
    }
    long before = allocated();
    var row = new Row(this, open, kind, what, recording.step());
    rows.add(row);
    open = row;
    own(before);
    row.bytes = allocated();
    row.start = recording.now();
  }

  synchronized void close() {
    long now = recording.now();
    long bytes = allocated();
    var row = open;
    last = null;
    if (unrecorded > 0) {
      unrecorded--;
    } else if (row != null) {
      row.nanos = now - row.start;
      row.bytes = bytes - row.bytes;
      open = row.parent;
      last = row.what instanceof OpCall call && row.kind == Span.Kind.FORWARD ? call : null;
    }
  }

  /// The op whose forward span was the last to close, if no other one was.
  @Nullable OpCall last() {
    return last;
  }

  /// The span in which adding a gradient of this shape is recorded, within a backward span.
  @Nullable Addition addition(Shape shape) {
    long before = allocated();
    var addition =
        open != null && open.what instanceof OpCall call ? new Addition(call, shape) : null;
    own(before);
    return addition;
  }

  Scope open(String name) {
    long before = allocated();
    var scope = new Scope(this, name, innermost);
    innermost = scope;
    own(before);
    open(Span.Kind.SCOPE, name);
    return scope;
  }

  void close(Scope scope) {
    close();
    innermost = scope.outer();
  }

  @Nullable Scope innermost() {
    return innermost;
  }

  /// The record of a tape of this thread.
  TapeCalls calls(TensorTape tape) {
    var known = tapes.get(tape);
    if (known == null) {
      known = new TapeCalls(recording.nextTape());
      tapes.put(tape, known);
    }
    return known;
  }

  synchronized void add(Change change) {
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
