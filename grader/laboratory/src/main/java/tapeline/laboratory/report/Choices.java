package tapeline.laboratory.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tapeline.bench.Pareto;
import tapeline.toolkit.Picture;
import tapeline.toolkit.RadarPicture;
import tapeline.toolkit.TextTable;

/// Ways to one end, and what each costs in several respects: a table, a radar chart, and the front
/// of those that no other beats in the first two.
///
/// A radar shows patterns, and misleads about sizes: its area depends on the order of the axes, and
/// each axis has a scale of its own. So it never stands without the table.
///
/// @param axes what is compared; less is better on each
/// @param choices with a cost for each axis
public record Choices(List<Axis> axes, List<Pareto.Choice> choices) {
  /// The distance of the worst choice from the middle; in the middle itself it could not be seen.
  private static final double INNERMOST = 0.15;

  /// A respect.
  ///
  /// @param unit after its numbers
  /// @param least below it values count as equal: 0 has no logarithm
  public record Axis(String name, String unit, double least) {}

  /// @throws IllegalArgumentException unless there are three axes or more, each choice has a cost
  ///   for each, and its first two are above 0
  public Choices {
    axes = List.copyOf(axes);
    choices = List.copyOf(choices);
    if (axes.size() < 3) {
      throw new IllegalArgumentException("a radar has three axes or more, got " + axes.size());
    }
    for (var c : choices) {
      if (c.costs().length != axes.size() || !(c.cost(0) > 0) || !(c.cost(1) > 0)) {
        throw new IllegalArgumentException(
            "a choice has a cost for each of %d axes, and the first two are above 0, got %s of %s"
                .formatted(axes.size(), List.of(c.costs()), c.name()));
      }
    }
  }

  /// Returns the choices that no other surely beats on the first two axes, sorted by the first
  /// cost.
  public List<Pareto.Choice> front() {
    return Pareto.front(firstTwo()).stream()
        .sorted(Comparator.comparingDouble(c -> c.cost(0)))
        .toList();
  }

  /// Returns the names of the front's choices; `may be` stands behind each that another may beat.
  String frontInWords() {
    var sure = Pareto.sure(firstTwo()).stream().map(Pareto.Choice::name).toList();
    return front().stream()
        .map(c -> sure.contains(c.name()) ? c.name() : c.name() + " (may be)")
        .collect(Collectors.joining(", "));
  }

  private List<Pareto.Choice> firstTwo() {
    return choices.stream()
        .map(c -> new Pareto.Choice(c.name(), c.costs()[0], c.costs()[1]))
        .toList();
  }

  /// How far out a choice lies on an axis: 1 for the least cost of all, 0.15 for the highest, and
  /// between them by the logarithm; 1 where all are equal.
  public double place(int choice, int axis) {
    double[] costs =
        choices.stream().mapToDouble(c -> Math.max(axes.get(axis).least(), c.cost(axis))).toArray();
    double low = Arrays.stream(costs).min().orElseThrow();
    double high = Arrays.stream(costs).max().orElseThrow();
    double far = Math.log(costs[choice] / low) / Math.log(high / low);
    return high <= low ? 1 : 1 - (1 - INNERMOST) * far;
  }

  /// Returns several respects at once: the cheapest choice of each axis is at its rim.
  Picture radar() {
    var radar = new RadarPicture("Qualities", axes.stream().map(Axis::name).toList());
    for (int i = 0; i < choices.size(); i++) {
      int choice = i;
      var places = new double[axes.size()];
      Arrays.setAll(places, axis -> place(choice, axis));
      radar.series(choices.get(i).name(), places, words(choices.get(i)));
    }
    return radar.picture();
  }

  /// The costs with their units, a line a choice.
  TextTable table() {
    var header = Stream.concat(Stream.of("choice"), axes.stream().map(Axis::name));
    var table = TextTable.of(header.toArray(String[]::new));
    for (var c : choices) {
      table.row(Stream.concat(Stream.of(c.name()), words(c).stream()).toArray(String[]::new));
    }
    return table;
  }

  private List<String> words(Pareto.Choice c) {
    var words = new ArrayList<String>();
    for (int i = 0; i < axes.size(); i++) {
      boolean whole = c.cost(i) == Math.rint(c.cost(i)) && Math.abs(c.cost(i)) < 1e6;
      var number = TextTable.number(c.cost(i), whole ? 6 : 3);
      words.add((number + " " + axes.get(i).unit()).strip());
    }
    return words;
  }
}
