package tapeline.optim;

import java.util.Arrays;
import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import tapeline.nn.Parameter;
import tapeline.toolkit.TextTable;

/// How gradients pass through a network: a line for each parameter, from the input to the output.
///
/// @param lines in the order of the model's parameters
public record GradientFlow(List<Line> lines) {
  private static final double VANISHING = 1e-5;
  private static final double EXPLODING = 1e2;

  /// One parameter.
  ///
  /// @param gradient the root mean square of its gradient
  /// @param value the root mean square of its values
  /// @param zeros the share of its gradient that is exactly 0, from 0 to 1
  public record Line(String parameter, double gradient, double value, double zeros, Health health) {}

  /// What a gradient says of a layer.
  public enum Health {
    HEALTHY,
    /// So small that the layer hardly learns.
    VANISHING,
    /// So large that a step throws the layer off, or not finite.
    EXPLODING,
    /// Zero for all of it: nothing passes, as behind ReLUs that never fire.
    DEAD
  }

  /// The gradients that stand in these parameters now.
  public static GradientFlow of(List<Parameter> parameters) {
    return new GradientFlow(parameters.stream().map(GradientFlow::line).toList());
  }

  private static Line line(Parameter p) {
    var g = p.gradient().toArray();
    double size = rootMeanSquare(g);
    int zeros = 0;
    for (float x : g) {
      zeros += x == 0 ? 1 : 0;
    }
    double share = g.length == 0 ? 0 : (double) zeros / g.length;
    return new Line(
        p.name(), size, rootMeanSquare(p.value().toArray()), share, health(size, share));
  }

  /// By the root mean square of the gradient and the share of zeros in it.
  static Health health(double size, double zeros) {
    // BEGIN SOLUTION 07.9 "read the gradients" 10 points
    if (zeros == 1) {
      return Health.DEAD;
    }
    if (!(size <= EXPLODING)) {
      return Health.EXPLODING;
    }
    return size < VANISHING ? Health.VANISHING : Health.HEALTHY;
    // STUB // TODO 07.9 — 7 lines. DEAD when all is 0; EXPLODING above the limit, or NaN; VANISHING
    // STUB // below the other limit. NaN is neither above nor below: how must the comparison stand?
    // STUB throw new Todo("07.9", "health");
    // END SOLUTION
  }

  private static double rootMeanSquare(float[] x) {
    double squares = 0;
    for (float v : x) {
      squares += (double) v * v;
    }
    return Math.sqrt(squares / Math.max(1, x.length));
  }

  /// A line for each parameter.
  public TextTable table() {
    var table = TextTable.of("parameter", "gradient", "value", "zeros", "");
    for (var l : lines) {
      table.row(
          l.parameter(),
          TextTable.number(l.gradient(), 3),
          TextTable.number(l.value(), 3),
          Math.round(100 * l.zeros()) + " %",
          l.health() == Health.HEALTHY ? "" : l.health().name().toLowerCase());
    }
    return table;
  }

  /// The gradients' sizes by layer, on a logarithmic axis.
  public CategoryChart chart() {
    var chart =
        new CategoryChartBuilder()
            .width(720)
            .height(320)
            .title("gradient flow")
            .xAxisTitle("parameter, input to output")
            .yAxisTitle("log₁₀ of the root mean square")
            .build();
    chart.getStyler().setXAxisLabelRotation(45);
    chart.getStyler().setLegendVisible(false);
    var sizes =
        lines.stream().mapToDouble(l -> Math.log10(Math.max(l.gradient(), 1e-12))).toArray();
    chart.addSeries(
        "gradient",
        lines.stream().map(Line::parameter).toList(),
        Arrays.stream(sizes).boxed().toList());
    return chart;
  }

  @Override
  public String toString() {
    return table().toString();
  }
}
