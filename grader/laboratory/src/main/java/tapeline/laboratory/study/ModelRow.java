package tapeline.laboratory.study;

import static tapeline.toolkit.TextTable.number;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.knowm.xchart.HorizontalBarChart;
import tapeline.toolkit.Charts;
import tapeline.toolkit.TextTable;

/// A module's row in the table of [YourModel]. Cells are empty where the module leaves the plain
/// engine's.
///
/// @param share of the plain engine's quantity that the module is about; NaN for none
/// @param also what was counted beside
record ModelRow(
    int module,
    String name,
    String time,
    String bytes,
    String file,
    String loss,
    double share,
    String also) {

  /// Returns a row without numbers.
  ///
  /// @param why it has none
  static ModelRow empty(int module, String name, String why) {
    return new ModelRow(module, name, "", "", "", "", Double.NaN, why);
  }

  /// Returns the mean of losses, and their range.
  static String range(double... losses) {
    var all = DoubleStream.of(losses).summaryStatistics();
    return "%s (%s to %s)"
        .formatted(number(all.getAverage(), 3), number(all.getMin(), 3), number(all.getMax(), 3));
  }

  /// Returns the table for a terminal.
  static TextTable table(List<ModelRow> rows) {
    var table =
        TextTable.of("module", "your model", "a step", "bytes held", "file", "loss", "also");
    rows.forEach(r ->
        table.row("%02d".formatted(r.module), r.name, r.time, r.bytes, r.file, r.loss, r.also));
    return table.note(
        "a step: milliseconds, then shares of them with 97 % intervals, 19's with 95 %, PyTorch's with the range of its forks; loss in nats, mean and range of seeds");
  }

  /// Returns a bar for each quantity that a module makes smaller.
  static HorizontalBarChart chart(List<ModelRow> rows) {
    var bars = new LinkedHashMap<String, Double>();
    for (var row : rows) {
      if (!Double.isNaN(row.share)) {
        bars.put("%02d %s".formatted(row.module, row.name), row.share);
      }
    }
    return Charts.bars("What the course made of your model", "share of the plain engine's", bars);
  }

  static String csv(List<ModelRow> rows) {
    var text = new StringBuilder("module,name,share,time,bytes,file,loss,also\n");
    for (var r : rows) {
      Function<String, String> quoted = s -> '"' + s.replace("\"", "\"\"") + '"';
      text.append(
          "%d,%s,%s,%s,%s,%s,%s,%s\n"
              .formatted(
                  r.module,
                  quoted.apply(r.name),
                  Double.isNaN(r.share) ? "" : "" + r.share,
                  quoted.apply(r.time),
                  r.bytes,
                  r.file,
                  quoted.apply(r.loss),
                  quoted.apply(r.also)));
    }
    return text.toString();
  }
}
