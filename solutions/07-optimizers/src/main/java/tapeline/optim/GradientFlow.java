package tapeline.optim;

import java.awt.Color;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;
import tapeline.toolkit.Charts;
import tapeline.toolkit.Tabular;
import tapeline.toolkit.TextTable;

/// How gradients pass through a network: a line for each parameter, from the input to the output.
///
/// ```java
/// tape.backward(loss);
/// var flow = GradientFlow.of(model.parameters());
/// flow.table(); // or flow.chart()
/// ```
///
/// A gradient starts at the loss, and each layer on its way back makes it larger or smaller. So
/// every layer is compared with the one that is next to the loss.
///
/// @param lines in the order of the model's parameters
public record GradientFlow(List<Line> lines) implements Tabular {
  /// Below this share of the size next to the loss a gradient has vanished.
  public static final double VANISHED = 1e-3;

  /// Above this multiple of it, it has exploded.
  public static final double EXPLODED = 1e3;

  /// One parameter.
  ///
  /// @param gradient the root mean square of its gradient
  /// @param value the root mean square of its values
  /// @param zeros the share of its gradient that is exactly 0, from 0 to 1
  public record Line(
      String parameter, double gradient, double value, double zeros, Health health) {}

  /// The health of a layer, judged by its gradient.
  public enum Health {
    HEALTHY(0x009E73),
    /// So small beside the others that the layer hardly learns.
    VANISHING(0x0072B2),
    /// So large beside the others that a step throws the layer off, or not finite.
    EXPLODING(0xD55E00),
    /// Exactly 0, all of it: nothing passes, as behind ReLUs that never fire.
    DEAD(0x000000);

    private final Color colour;

    Health(int rgb) {
      colour = new Color(rgb);
    }
  }

  /// Keeps its own copy of the list.
  public GradientFlow {
    lines = List.copyOf(lines);
  }

  /// The gradients that stand in these parameters now.
  public static GradientFlow of(List<Parameter> parameters) {
    double[] sizes =
        parameters.stream().mapToDouble(p -> rootMeanSquare(p.gradient().contiguous())).toArray();
    double nextToLoss = nextToLoss(sizes);
    return new GradientFlow(
        IntStream.range(0, sizes.length)
            .mapToObj(k -> line(parameters.get(k), sizes[k], nextToLoss))
            .toList());
  }

  /// The last size that is finite and not 0; 1 when there is none.
  private static double nextToLoss(double... sizes) {
    return Arrays.stream(sizes)
        .filter(size -> size > 0 && Double.isFinite(size))
        .reduce(1, (_, last) -> last);
  }

  private static Line line(Parameter p, double size, double nextToLoss) {
    double zeros = zeros(p.gradient().contiguous());
    var health = health(size, zeros, nextToLoss);
    return new Line(p.name(), size, rootMeanSquare(p.value()), zeros, health);
  }

  private static Health health(double size, double zeros, double nextToLoss) {
    // BEGIN SOLUTION 07.9 "read the gradients" 10 points
    double share = size / nextToLoss;
    if (zeros == 1) {
      return Health.DEAD;
    }
    if (!(share <= EXPLODED)) {
      return Health.EXPLODING;
    }
    return share < VANISHED ? Health.VANISHING : Health.HEALTHY;
    // STUB // TODO 07.9 — 8 lines. `size` is the root mean square of a gradient, `zeros` the share
    // STUB // of it that is 0. DEAD when all is; EXPLODING above EXPLODED times nextToLoss, the
    // STUB // size next to the loss, or NaN; VANISHING below VANISHED times it. Is NaN > 1000? How
    // STUB // must you ask?
    // STUB throw new Todo("07.9", "read the gradients");
    // END SOLUTION
  }

  private static double rootMeanSquare(Tensor x) {
    double squares = 0;
    int n = x.shape().size();
    for (int i = x.offset(); i < x.offset() + n; i++) {
      squares += (double) x.data()[i] * x.data()[i];
    }
    return Math.sqrt(squares / Math.max(1, n));
  }

  private static double zeros(Tensor x) {
    int zeros = 0;
    int n = x.shape().size();
    for (int i = x.offset(); i < x.offset() + n; i++) {
      zeros += x.data()[i] == 0 ? 1 : 0;
    }
    return (double) zeros / Math.max(1, n);
  }

  /// Returns how many parameters are healthy, and the bottleneck: the parameter that gets the
  /// smallest share of what the next one of its kind gets, counted towards the loss.
  public String summary() {
    long healthy = lines.stream().filter(l -> l.health() == Health.HEALTHY).count();
    var text = "%d of %d parameters are healthy".formatted(healthy, lines.size());
    var nextOfKind = new HashMap<String, Line>();
    double least = 1;
    var bottleneck = "";
    for (var line : lines.reversed()) {
      var kind = line.parameter().substring(line.parameter().lastIndexOf('.') + 1);
      var next = nextOfKind.put(kind, line);
      double share = next == null ? 1 : line.gradient() / next.gradient();
      if (share < least) {
        least = share;
        bottleneck =
            "; the bottleneck is %s, with %s times the gradient of %s"
                .formatted(line.parameter(), TextTable.number(share, 2), next.parameter());
      }
    }
    return text + bottleneck;
  }

  /// A row for each parameter, the last column empty where it is healthy.
  @Override
  public TextTable table() {
    var table = TextTable.of("parameter", "gradient", "value", "zeros", "verdict");
    for (var l : lines) {
      table.row(
          l.parameter(),
          TextTable.number(l.gradient(), 3),
          TextTable.number(l.value(), 3),
          Math.round(100 * l.zeros()) + " %",
          l.health() == Health.HEALTHY ? "" : l.health().name().toLowerCase(Locale.ROOT));
    }
    return table;
  }

  /// The sizes of the gradients from the input to the output, between the limits for vanishing and
  /// exploding. What is 0 stands at the bottom, and what is not finite is not shown.
  ///
  /// @throws IllegalArgumentException when there is no parameter
  public XYChart chart() {
    var chart = Charts.logY("Gradient flow", "parameter, input to output", "root mean square");
    var style = chart.getStyler();
    style.setXAxisTickLabelsFormattingFunction(this::name).setXAxisLabelRotation(45);
    style.setXAxisMaxLabelCount(lines.size());
    double[] sizes = lines.stream().mapToDouble(Line::gradient).toArray();
    double nextToLoss = nextToLoss(sizes);
    limit(chart, "exploding above", nextToLoss * EXPLODED).setLineColor(Health.EXPLODING.colour);
    limit(chart, "vanishing below", nextToLoss * VANISHED).setLineColor(Health.VANISHING.colour);
    double floor =
        Arrays.stream(sizes).filter(s -> s > 0).reduce(nextToLoss * VANISHED, Math::min) / 3;
    for (var health : Health.values()) {
      double[] shown =
          lines.stream()
              .mapToDouble(l -> l.health() == health ? Math.max(l.gradient(), floor) : Double.NaN)
              .toArray();
      if (Arrays.stream(shown).anyMatch(Double::isFinite)) {
        Charts.points(chart, health.name().toLowerCase(Locale.ROOT), places(), shown)
            .setMarkerColor(health.colour);
      }
    }
    return chart;
  }

  private XYSeries limit(XYChart chart, String name, double size) {
    double[] all = new double[lines.size()];
    Arrays.fill(all, size);
    return Charts.dashed(chart, name, places(), all);
  }

  private double[] places() {
    return IntStream.range(0, lines.size()).asDoubleStream().toArray();
  }

  /// The name at a place of the chart's axis; none between two parameters.
  private String name(double place) {
    int k = (int) Math.rint(place);
    return k == place && 0 <= k && k < lines.size() ? lines.get(k).parameter() : "";
  }

  @Override
  public String toString() {
    return table() + summary() + "\n";
  }
}
