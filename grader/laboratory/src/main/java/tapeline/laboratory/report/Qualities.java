package tapeline.laboratory.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tapeline.toolkit.TextTable;

/// What several entries cost in several respects, as a radar chart and as a table.
///
/// A radar shows patterns, and misleads about sizes: its area depends on the order of the axes, and
/// each axis has a scale of its own. So it never stands without the table.
///
/// @param axes what is compared; less is better on each
/// @param entries with a value for each axis
public record Qualities(List<Axis> axes, List<Entry> entries) {
  /// Where the worst entry lies: in the middle itself it could not be seen.
  private static final double INNERMOST = 0.15;

  /// A respect.
  ///
  /// @param unit after its numbers
  /// @param least below it values count as equal: 0 has no logarithm
  public record Axis(String name, String unit, double least) {}

  /// What one entry costs on each axis.
  public record Entry(String name, double... costs) {}

  /// @throws IllegalArgumentException unless there are three axes or more, and each entry has a
  ///   cost for each
  public Qualities {
    axes = List.copyOf(axes);
    entries = List.copyOf(entries);
    if (axes.size() < 3) {
      throw new IllegalArgumentException("a radar has three axes or more, got " + axes.size());
    }
    for (var e : entries) {
      if (e.costs().length != axes.size()) {
        throw new IllegalArgumentException(
            "%s needs a cost for each of %d axes, got %d"
                .formatted(e.name(), axes.size(), e.costs().length));
      }
    }
  }

  /// How far out an entry lies on an axis: 1 for the least cost of all entries, 0.15 for the
  /// highest, and between them by the logarithm; 1 where all are equal.
  public double place(int entry, int axis) {
    double low = Double.POSITIVE_INFINITY;
    double high = 0;
    for (var e : entries) {
      low = Math.min(low, cost(e, axis));
      high = Math.max(high, cost(e, axis));
    }
    double cost = cost(entries.get(entry), axis);
    return high <= low ? 1 : 1 - (1 - INNERMOST) * Math.log(cost / low) / Math.log(high / low);
  }

  private double cost(Entry e, int axis) {
    return Math.max(axes.get(axis).least(), e.costs()[axis]);
  }

  /// The costs with their units, a line an entry.
  TextTable table() {
    var header = Stream.concat(Stream.of("entry"), axes.stream().map(Axis::name));
    var table = TextTable.of(header.toArray(String[]::new));
    for (var e : entries) {
      var cells = new ArrayList<>(List.of(e.name()));
      for (int i = 0; i < axes.size(); i++) {
        cells.add(text(e.costs()[i], axes.get(i).unit()));
      }
      table.row(cells.toArray(String[]::new));
    }
    return table;
  }

  private static String text(double cost, String unit) {
    boolean whole = cost == Math.rint(cost) && Math.abs(cost) < 1e6;
    return (String.format(Locale.ROOT, whole ? "%.0f" : "%.2g", cost) + " " + unit).strip();
  }
}
