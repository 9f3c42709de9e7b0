package tapeline.bench.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.stream.Collectors;
import org.knowm.xchart.CategoryChart;
import tapeline.toolkit.Charts;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.numbers.NumberColumnFormatter;

/// JMH's results as tables of Tablesaw.
///
/// @param scores a row for each benchmark with its parameters: `benchmark`, such as `Sorts.quick`,
///   `parameters`, `ns`, the mean, `error`, half of JMH's 99.9 % interval, and `forks`
/// @param samples a row for each iteration: `benchmark`, `parameters`, `fork`, `iteration`, `ns`
public record JmhResults(Table scores, Table samples) {

  /// Reads JMH's JSON, whose unit has to be the nanosecond.
  ///
  /// @throws IllegalArgumentException when a benchmark has another unit, or is there twice
  public static JmhResults read(String json) throws IOException {
    var scores =
        Table.create(
            StringColumn.create("benchmark"),
            StringColumn.create("parameters"),
            nanos("ns"),
            nanos("error"),
            IntColumn.create("forks"));
    var samples =
        Table.create(
            StringColumn.create("benchmark"),
            StringColumn.create("parameters"),
            IntColumn.create("fork"),
            IntColumn.create("iteration"),
            nanos("ns"));
    var known = new HashSet<String>();
    for (var result : new ObjectMapper().readTree(json)) {
      var name = result.path("benchmark").asText();
      var benchmark = name.replaceFirst(".*\\.(?=[^.]*\\.)", ""); // with its class
      var parameters = parameters(result.path("params"));
      var metric = result.path("primaryMetric");
      var unit = metric.path("scoreUnit").asText();
      if (!unit.equals("ns/op")) {
        throw new IllegalArgumentException(
            "results are read in ns/op, got %s of %s".formatted(unit, name));
      }
      if (!known.add(benchmark + ", " + parameters)) {
        throw new IllegalArgumentException(
            "a class, a method and parameters are one benchmark, got another %s, %s"
                .formatted(name, parameters));
      }
      var score = scores.appendRow();
      score.setString("benchmark", benchmark);
      score.setString("parameters", parameters);
      score.setDouble("ns", metric.path("score").asDouble());
      score.setDouble("error", metric.path("scoreError").asDouble(Double.NaN));
      score.setInt("forks", metric.path("rawData").size());
      int fork = 0;
      for (var times : metric.path("rawData")) {
        fork++;
        int iteration = 0;
        for (var time : times) {
          var sample = samples.appendRow();
          sample.setString("benchmark", benchmark);
          sample.setString("parameters", parameters);
          sample.setInt("fork", fork);
          sample.setInt("iteration", ++iteration);
          sample.setDouble("ns", time.asDouble());
        }
      }
    }
    return new JmhResults(scores, samples);
  }

  private static DoubleColumn nanos(String name) {
    var column = DoubleColumn.create(name);
    column.setPrintFormatter(NumberColumnFormatter.fixedWithGrouping(2));
    return column;
  }

  private static String parameters(JsonNode params) {
    return params.properties().stream()
        .map(p -> p.getKey() + " = " + p.getValue().asText())
        .collect(Collectors.joining(", "));
  }

  /// A chart of the scores, with JMH's intervals. A name has its class where there are several.
  public CategoryChart chart(String title) {
    var bars = new LinkedHashMap<String, double[]>();
    var classes = scores.stringColumn("benchmark").map(b -> b.replaceFirst("\\..*", ""));
    boolean one = classes.unique().size() == 1;
    for (var row : scores) {
      var benchmark = row.getString("benchmark");
      var shown = one ? benchmark.substring(benchmark.indexOf('.') + 1) : benchmark;
      var name = (shown + " " + row.getString("parameters")).strip();
      bars.put(name, new double[] {row.getDouble("ns"), row.getDouble("error")});
    }
    return Charts.errorBars(title, "ns a call", bars);
  }
}
