package tapeline.grader.peers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// One op in both engines, over all forks.
///
/// @param peakBytes what the tape held at most; −1 where nothing is recorded
/// @param allocatedBytes on the Java heap, a pass
/// @param backward null where there is none
record PeerResult(
    int module,
    String op,
    String shape,
    String dtype,
    String device,
    int batch,
    long peakBytes,
    long allocatedBytes,
    Way forward,
    @Nullable Way backward) {

  /// One direction, forward or backward: the blocks of each fork.
  record Way(List<List<Block>> forks) {

    /// The reference's time to PyTorch's.
    PairedRatio ratio() {
      return ratio(b -> (b.ours[0] + b.ours[1]) / (b.theirs[0] + b.theirs[1]));
    }

    /// The reference's time to the reference's: what noise does.
    PairedRatio again() {
      return ratio(b -> b.ours[0] / b.ours[1]);
    }

    private PairedRatio ratio(ToDoubleFunction<Block> ratio) {
      return PairedRatio.of(
          forks.stream().map(f -> f.stream().mapToDouble(ratio).toArray()).toList());
    }

    /// The median time of the reference, ns a pass.
    double ours() {
      return median(b -> (b.ours[0] + b.ours[1]) / 2);
    }

    /// The median time of PyTorch, ns a pass.
    double theirs() {
      return median(b -> (b.theirs[0] + b.theirs[1]) / 2);
    }

    private double median(ToDoubleFunction<Block> time) {
      return PairedRatio.median(forks.stream().flatMap(List::stream).mapToDouble(time).toArray());
    }
  }

  /// Two samples of each engine that were taken close together, ns a pass.
  record Block(double[] ours, double[] theirs) {}

  /// From the same work in each fork.
  static PeerResult of(List<JsonNode> forks) {
    var first = forks.getFirst();
    return new PeerResult(
        first.path("module").asInt(),
        first.path("op").asText(),
        first.path("shape").asText(),
        first.path("dtype").asText(),
        first.path("device").asText(),
        first.path("batch").asInt(),
        first.path("peakBytes").asLong(),
        first.path("allocatedBytes").asLong(),
        way(forks, "forward"),
        first.path("ours").has("backward") ? way(forks, "backward") : null);
  }

  private static Way way(List<JsonNode> forks, String name) {
    var all = new ArrayList<List<Block>>();
    for (var fork : forks) {
      var ours = fork.path("ours").path(name);
      var theirs = fork.path("theirs").path(name);
      var blocks = new ArrayList<Block>();
      for (int i = 0; i < ours.size(); i++) {
        blocks.add(new Block(samples(ours.get(i)), samples(theirs.get(i))));
      }
      all.add(blocks);
    }
    return new Way(all);
  }

  private static double[] samples(JsonNode block) {
    return new double[] {block.get(0).asDouble(), block.get(1).asDouble()};
  }
}
