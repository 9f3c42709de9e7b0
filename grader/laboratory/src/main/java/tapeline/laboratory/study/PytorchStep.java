package tapeline.laboratory.study;

import static tapeline.toolkit.TextTable.percent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;

/// PyTorch's training step of the model of characters, from the samples of `-Dpeers`.
final class PytorchStep {
  private static final int MODULE = 9;
  private static final String NAME = "PyTorch: time";
  private static final ObjectMapper JSON = new ObjectMapper();

  private PytorchStep() {}

  /// Returns the row: PyTorch's time as a share of the plain engine's, the median of the forks'
  /// medians and their range; without a number where the step was not measured. Both engines are
  /// the peers', so the plain one is the reference's.
  ///
  /// @param samples a line of JSON for each row of each fork
  static ModelRow row(Path samples) {
    var shares = new ArrayList<Double>();
    try {
      for (var line : Files.exists(samples) ? Files.readAllLines(samples) : List.<String>of()) {
        var work = JSON.readTree(line);
        if (work.path("module").asInt() == MODULE
            && work.path("op").asText().equals("training step, characters")) {
          shares.add(share(work));
        }
      }
    } catch (IOException e) {
      return ModelRow.empty(MODULE, NAME, "%s cannot be read: %s".formatted(samples, e));
    }
    if (shares.isEmpty()) {
      return ModelRow.empty(MODULE, NAME, "measured by -Dpeers=characters");
    }
    var all = shares.stream().mapToDouble(s -> s).toArray();
    double middle = StatUtils.percentile(all, 50);
    var time =
        "%s (%s to %s)"
            .formatted(
                percent(middle, 0), percent(StatUtils.min(all), 0), percent(StatUtils.max(all), 0));
    return new ModelRow(
        MODULE, NAME, time, "", "", "", middle, "beside the reference's plain engine");
  }

  /// Returns the median of a fork's blocks, forward and backward together.
  private static double share(JsonNode work) {
    int blocks = work.at("/ours/forward").size();
    return StatUtils.percentile(
        IntStream.range(0, blocks)
            .mapToDouble(b -> nanos(work.path("theirs"), b) / nanos(work.path("ours"), b))
            .toArray(),
        50);
  }

  private static double nanos(JsonNode engine, int block) {
    double sum = 0;
    for (var direction : engine) {
      for (var time : direction.path(block)) {
        sum += time.asDouble();
      }
    }
    return sum;
  }
}
