package tapeline.laboratory.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.SeriesMarkers;
import tapeline.bench.Pareto;
import tapeline.toolkit.Charts;

/// Choices between two aims, and the front of those that no other beats in both.
///
/// @param x what the first cost is, with its unit
/// @param y what the second cost is
/// @param choices with these two costs
public record Choices(String x, String y, List<Pareto.Choice> choices) {
  /// @throws IllegalArgumentException unless each choice has two costs above 0
  public Choices {
    choices = List.copyOf(choices);
    for (var c : choices) {
      if (c.costs().length != 2 || !(c.cost(0) > 0) || !(c.cost(1) > 0)) {
        throw new IllegalArgumentException(
            "a choice on logarithmic axes has two costs above 0, got %s of %s"
                .formatted(Arrays.toString(c.costs()), c.name()));
      }
    }
  }

  /// Those that no other beats, the cheapest by x first.
  public List<Pareto.Choice> front() {
    return Pareto.front(choices).stream()
        .sorted(Comparator.comparingDouble(c -> c.cost(0)))
        .toList();
  }

  /// The chart, as SVG in the page's colours.
  String svg() {
    var chart = Charts.logLog("Pareto front", x, y);
    ChartColours.style(chart);
    var style = chart.getStyler();
    style.setAnnotationTextFont(ChartColours.TEXT);
    style.setPlotGridVerticalLinesVisible(false).setMarkerSize(9);
    style.setAxisTitleFont(ChartColours.TEXT).setAxisTickLabelsFont(ChartColours.TEXT);
    var front = front();
    var line = Charts.line(chart, "front", steps(front, 0), steps(front, 1));
    dots(chart, "on it", front).setMarkerColor(line.getLineColor());
    var beaten = choices.stream().filter(c -> !front.contains(c)).toList();
    if (!beaten.isEmpty()) {
      var dots = dots(chart, "beaten", beaten);
      dots.setMarker(SeriesMarkers.CROSS).setMarkerColor(ChartColours.QUIET);
    }
    return ChartColours.svg(chart, "pareto");
  }

  private XYSeries dots(XYChart chart, String name, List<Pareto.Choice> choices) {
    var style = chart.getStyler();
    double[] xs = choices.stream().mapToDouble(c -> c.cost(0)).toArray();
    double[] ys = choices.stream().mapToDouble(c -> c.cost(1)).toArray();
    double[] allX = this.choices.stream().mapToDouble(c -> c.cost(0)).sorted().toArray();
    double[] allY = this.choices.stream().mapToDouble(c -> c.cost(1)).sorted().toArray();
    double room = Math.pow(allY[allY.length - 1] / allY[0], 0.05) * 1.1;
    double aside = Math.pow(allX[allX.length - 1] / allX[0], 0.2) * 1.5; // for half a name
    style.setXAxisMin(allX[0] / aside).setXAxisMax(allX[allX.length - 1] * aside);
    style.setYAxisMin(allY[0] / room / room).setYAxisMax(allY[allY.length - 1] * room * room);
    for (var c : choices) {
      chart.addAnnotation(new AnnotationText(c.name(), c.cost(0), c.cost(1) / room, false));
    }
    return Charts.points(chart, name, xs, ys);
  }

  /// The corners of the front's line: from each choice to the right, then down to the next.
  private static double[] steps(List<Pareto.Choice> front, int cost) {
    var corners = DoubleStream.builder();
    for (int i = 0; i < front.size(); i++) {
      if (i > 0) {
        corners.add(front.get(cost == 0 ? i : i - 1).cost(cost));
      }
      corners.add(front.get(i).cost(cost));
    }
    return corners.build().toArray();
  }
}
