package tapeline.instruments.profile;

import java.util.ArrayList;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// Makes a [Profile] of what was recorded: names and costs are looked up here, not while the clock
/// runs. O(n log n) for n events.
public final class ProfileReader {
  private final Recording recording;

  public ProfileReader(Recording recording) {
    this.recording = recording;
  }

  /// Returns the profile of the steps that are kept.
  public Profile read() {
    var rows = new ArrayList<Track.Row>();
    var memory = new ArrayList<MemoryEvent>();
    var tracks = recording.tracks();
    for (var track : tracks) {
      track.rows().stream().filter(this::isKept).forEach(rows::add);
      track.changes().stream()
          .filter(c -> recording.isKept(c.step()))
          .map(c -> event(track, c))
          .forEach(memory::add);
    }
    rows.sort(
        Comparator.comparingLong(row -> row.start)); // stable: a parent stays before its child
    var spans = new ArrayList<Span>();
    for (var row : rows) {
      row.id = spans.size();
      spans.add(span(row));
    }
    memory.sort(Comparator.comparingLong(MemoryEvent::at));
    return new Profile(
        spans, memory, tracks.stream().map(Track::thread).toList(), recording.dropped());
  }

  /// Returns whether a span is done, of a step that is kept, and did not throw.
  private boolean isKept(Track.Row row) {
    boolean threw = row.what instanceof Recorded op && !op.isDone();
    return row.nanos >= 0 && recording.isKept(row.step) && !threw;
  }

  private static Span span(Track.Row row) {
    var parent = row.parent;
    while (parent != null && parent.id < 0) { // it is not kept
      parent = parent.parent;
    }
    var work = work(row);
    return new Span(
        row.id,
        parent == null ? -1 : parent.id,
        work == null ? row.what.toString() : work.op(),
        row.kind,
        row.track.number(),
        row.start,
        row.nanos,
        row.ownNanos,
        row.bytes,
        work);
  }

  private static @Nullable Work work(Track.Row row) {
    return row.what instanceof Recorded op ? op.work(row.kind) : null;
  }

  private static MemoryEvent event(Track track, Track.Change c) {
    var name = c.holder().toString();
    var holder = name.equals(MemoryEvent.BEFORE) ? name : name + " " + c.purpose();
    return new MemoryEvent(c.at(), track.number(), c.tape(), holder, c.bytes(), c.live());
  }
}
