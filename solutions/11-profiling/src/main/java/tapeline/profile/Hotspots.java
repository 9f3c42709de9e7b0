package tapeline.profile;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.HorizontalBarChart;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.Hotspot;
import tapeline.instruments.profile.Profile;
import tapeline.instruments.profile.Span;
import tapeline.toolkit.Charts;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/// The spans of a profile in groups, those with the most time of their own first.
public record Hotspots(List<Hotspot> rows) implements Tabular {
  public Hotspots {
    rows = List.copyOf(rows);
  }

  /// The keys by which spans are grouped. Scopes keep their names in all of them.
  public enum By {
    /// `MatMul`, forward and backward.
    OP,
    /// `MatMul forward`.
    PASS,
    /// `MatMul (32,64) (64,10)`.
    SHAPES,
    /// The layer that asked for the op, see [Work#layer].
    LAYER,
    /// The source line that asked for it, see [Work#line].
    LINE,
    /// The innermost scope that the span lies in.
    SCOPE;

    private String group(Span s, List<Span> spans) {
      var work = s.work();
      if (work == null) {
        return Hotspot.scope(s.name());
      }
      return switch (this) {
        case OP -> work.op();
        case PASS -> work.op() + " " + s.kind().name().toLowerCase(Locale.ROOT);
        case SHAPES -> work.op() + " " + String.join(" ", work.inputs());
        case LAYER -> work.layer().isEmpty() ? "no layer" : work.layer();
        case LINE -> work.line().isEmpty() ? "no line" : work.line();
        case SCOPE -> s.parent() < 0 ? "no scope" : group(spans.get(s.parent()), spans);
      };
    }
  }

  /// The groups of a profile.
  public static Hotspots of(Profile profile, By by) {
    var spans = profile.spans();
    var self = SelfTimes.of(spans, Span::nanos);
    var allocated = SelfTimes.of(spans, Span::allocatedBytes);
    var groups = new HashMap<String, Hotspot>();
    // BEGIN SOLUTION 11.6 "hotspots" 10 points
    double all = LongStream.of(self).sum();
    for (var s : spans) {
      int i = s.id();
      var name = by.group(s, spans);
      long total = isWithin(name, s, spans, by) ? 0 : s.nanos();
      var alone = new Hotspot(name, 1, total, self[i], self[i] / all, allocated[i], cost(s));
      groups.merge(name, alone, Hotspot::plus);
    }
    return new Hotspots(List.copyOf(groups.values())).sortedBy(Hotspot::self);
    // STUB // TODO 11.6 — 9 lines. Make a Hotspot of each span alone: named by.group(s, spans), its
    // STUB // cost is cost(s), its share that of its own time in all spans' own time. Add up those
    // STUB // of one name (plus), and sort them (sortedBy) by their own time. A span that
    // STUB // isWithin(name, s, spans, by) lies in one of its group: what would its nanos, added to
    // STUB // the group's total, count twice?
    // STUB throw new Todo("11.6", "hotspots");
    // END SOLUTION
  }

  /// Returns whether a span around this one belongs to the same group.
  private static boolean isWithin(String name, Span s, List<Span> spans, By by) {
    for (int p = s.parent(); p >= 0; p = spans.get(p).parent()) {
      if (by.group(spans.get(p), spans).equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Cost cost(Span s) {
    return s.work() == null ? Cost.NONE : s.work().cost();
  }

  /// The time of the steps when the op of this name, of groups [By#OP], is `factor` times as fast,
  /// forward and backward, without what lies in it and counts as another's; in nanoseconds.
  ///
  /// @throws IllegalArgumentException when there is no such op, naming those that there are
  public Amdahl ifFaster(String op, double factor) {
    var part = rows.stream().filter(r -> !r.isScope() && r.name().equals(op)).findAny();
    var step = rows.stream().filter(r -> r.isScope(Profiler.STEP)).findAny();
    if (part.isEmpty() || step.isEmpty()) {
      throw new IllegalArgumentException(
          "what becomes faster is an op of the profile's steps, got %s; there are %s"
              .formatted(op, rows.stream().map(Hotspot::name).toList()));
    }
    return Amdahl.of((double) step.get().total(), (double) part.get().self(), factor);
  }

  /// The groups with the most of something first, those with equally much by name.
  public Hotspots sortedBy(ToLongFunction<Hotspot> column) {
    var order = comparingLong(column).reversed().thenComparing(comparing(Hotspot::name));
    return new Hotspots(rows.stream().sorted(order).toList());
  }

  /// Columns `name`, `calls`, `total ms`, `self ms`, `share %`, `MFLOP`, `GFLOP/s`, `kB`; a dash
  /// where a formula is missing.
  @Override
  public TextTable table() {
    var table =
        TextTable.of("name", "calls", "total ms", "self ms", "share %", "MFLOP", "GFLOP/s", "kB");
    for (var r : rows) {
      table.row(
          r.name(),
          "" + r.calls(),
          decimals(3, r.total() / 1e6),
          decimals(3, r.self() / 1e6),
          decimals(1, 100 * r.share()),
          r.cost() == null || r.isScope() ? "–" : decimals(3, r.cost().flops() / 1e6),
          r.cost() == null || r.cost().flops() == 0 ? "–" : decimals(2, r.gflops()),
          decimals(1, r.allocated() / 1e3));
    }
    return table;
  }

  private static String decimals(int digits, double value) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  @Override
  public String toString() {
    return table().toString();
  }

  /// Returns the rows as Tablesaw's table, to filter and join; FLOPs are missing where a formula
  /// is.
  public Table relation() {
    var flops = LongColumn.create("flops");
    rows.forEach(r -> {
      if (r.cost() == null) flops.appendMissing();
      else flops.append(r.cost().flops());
    });
    return Table.create(
        "hotspots",
        StringColumn.create("name", rows.stream().map(Hotspot::name)),
        longs("calls", Hotspot::calls),
        longs("total", Hotspot::total),
        longs("self", Hotspot::self),
        DoubleColumn.create("share", rows.stream().mapToDouble(Hotspot::share)),
        flops,
        longs("allocated", Hotspot::allocated));
  }

  private LongColumn longs(String name, ToLongFunction<Hotspot> value) {
    return LongColumn.create(name, rows.stream().mapToLong(value));
  }

  /// A bar for each of the first `most` groups, its own time in milliseconds.
  public HorizontalBarChart chart(int most) {
    var bars = new LinkedHashMap<String, Double>();
    rows.stream().limit(most).forEach(r -> bars.put(r.name(), r.self() / 1e6));
    return Charts.bars("Where the time goes", "own time, ms", bars);
  }
}
