package tapeline.profile;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import tapeline.instruments.profile.MemoryEvent;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.Span;
import tapeline.toolkit.Charts;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;
import tapeline.toolkit.Todo;

/// The bytes that one tape holds over time, and their holders, bytes as the tape's own ledger
/// counts them.
///
/// @param events the changes, in order
public record MemoryTimeline(List<MemoryEvent> events) implements Tabular {
  /// The holder of the bytes that were held before the profile began.
  public static final String BEFORE = MemoryEvent.BEFORE;

  /// @throws IllegalArgumentException without events, and for those of several tapes
  public MemoryTimeline {
    events = List.copyOf(events);
    long tapes = events.stream().mapToInt(MemoryEvent::tape).distinct().count();
    if (tapes != 1) {
      throw new IllegalArgumentException(
          "a timeline is of one tape, got %d events of %d tapes".formatted(events.size(), tapes));
    }
  }

  /// The bytes of one holder.
  public record Held(String holder, long bytes) {}

  /// A timeline for each tape of a profile, in the order of their first changes.
  public static List<MemoryTimeline> of(Profile profile) {
    var tapes = new TreeMap<Integer, List<MemoryEvent>>();
    for (var e : profile.memory()) {
      tapes.computeIfAbsent(e.tape(), _ -> new ArrayList<>()).add(e);
    }
    return tapes.values().stream().map(MemoryTimeline::new).toList();
  }

  /// Returns by how many bytes what the tapes of a thread hold grew from one mark or scope to the
  /// next one of that name, such as `before_forward` and `after_forward`; negative when they let go
  /// of more. The first such pair of the profile counts.
  ///
  /// @throws IllegalArgumentException when there is no such pair, naming the marks and scopes
  public static long delta(Profile profile, String from, String to) {
    var marks = profile.spans().stream().filter(s -> s.kind() == Span.Kind.SCOPE).toList();
    for (var first : marks) {
      var next =
          marks.stream()
              .filter(s -> s.name().equals(to) && s.thread() == first.thread())
              .filter(s -> s.start() >= first.end())
              .findFirst();
      if (first.name().equals(from) && next.isPresent()) {
        return profile.memory().stream()
            .filter(e -> e.thread() == first.thread())
            .filter(e -> e.at() > first.start() && e.at() <= next.get().start())
            .mapToLong(MemoryEvent::bytes)
            .sum();
      }
    }
    throw new IllegalArgumentException(
        "a delta is between a mark and a later one, got %s and %s of %s"
            .formatted(from, to, marks.stream().map(Span::name).distinct().toList()));
  }

  /// The most that the tape held, in bytes: [tapeline.autograd.TensorTapeStats#peakBytes], when the
  /// profile has seen all of it.
  public long peakBytes() {
    return events.stream().mapToLong(MemoryEvent::live).max().orElseThrow();
  }

  /// The holders and their bytes when the tape held the most, for the first time; largest first.
  /// Their bytes add up to [#peakBytes].
  public List<Held> atPeak() {
    var first = events.getFirst();
    var holders = new HashMap<String, Long>();
    // BEGIN EXERCISE 11.7
    // TODO 11.7 — 8 lines. Put into `holders` what each had at the peak: BEFORE what the
    // tape held in front of its first change, every other one the sum of its own changes. A
    // release has negative bytes. Which is the last change that counts, and does it count
    // itself?
    if (first != null) throw new Todo("11.7", "who holds the peak");
    // END EXERCISE 11.7
    return holders.entrySet().stream()
        .filter(e -> e.getValue() != 0)
        .map(e -> new Held(e.getKey(), e.getValue()))
        .sorted(comparingLong(Held::bytes).reversed().thenComparing(comparing(Held::holder)))
        .toList();
  }

  /// The holders at the peak, with their shares of it.
  @Override
  public TextTable table() {
    long peak = peakBytes();
    var table = TextTable.of("holder at the peak", "bytes", "share");
    for (var h : atPeak()) {
      table.row(h.holder(), "" + h.bytes(), Math.round(100.0 * h.bytes() / peak) + " %");
    }
    return table.note("peak: %d bytes, %d changes".formatted(peak, events.size()));
  }

  /// Live bytes over time.
  public XYChart chart() {
    var chart = Charts.linear("What the tape holds", "time, ms", "kB");
    long start = events.getFirst().at();
    double[] time = events.stream().mapToDouble(e -> (e.at() - start) / 1e6).toArray();
    double[] live = events.stream().mapToDouble(e -> e.live() / 1e3).toArray();
    Charts.line(chart, "live", time, live).setXYSeriesRenderStyle(XYSeriesRenderStyle.Step);
    return chart;
  }
}
