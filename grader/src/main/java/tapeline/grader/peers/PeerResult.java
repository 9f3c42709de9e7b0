package tapeline.grader.peers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import org.jspecify.annotations.Nullable;

/// One op in both engines, over all forks.
///
/// @param place in the list of all works
/// @param peer beside what
/// @param goal what the ratio of all directions together is to be at most; NaN for none
/// @param windows how the blocks came about
/// @param peakBytes what the tape held at most; −1 where nothing is recorded
/// @param allocatedBytes on the Java heap, a pass
/// @param backward null where there is none
record PeerResult(
    int place,
    int module,
    String peer,
    double goal,
    Windows windows,
    String op,
    String shape,
    String dtype,
    String device,
    int batch,
    long peakBytes,
    long allocatedBytes,
    Way forward,
    @Nullable Way backward) {

  /// How many blocks were kept, how many were thrown away because other programs used a processor,
  /// and how many of those kept were disturbed all the same.
  record Windows(int taken, int repeated, int disturbed) {}

  /// All directions together: what the goal is for.
  Way together() {
    return backward == null ? forward : forward.plus(backward);
  }

  /// One direction, forward or backward: the blocks of each fork.
  record Way(List<List<Block>> forks) {

    /// Both one after the other, block by block.
    Way plus(Way other) {
      var sums = new ArrayList<List<Block>>();
      for (int f = 0; f < forks.size(); f++) {
        var fork = new ArrayList<Block>();
        for (int b = 0; b < forks.get(f).size(); b++) {
          fork.add(forks.get(f).get(b).plus(other.forks.get(f).get(b)));
        }
        sums.add(fork);
      }
      return new Way(sums);
    }

    /// The reference's time to the peer's.
    PairedRatio ratio() {
      return ratio(Way::ratioOf);
    }

    private static double ratioOf(Block b) {
      return (b.ours[0] + b.ours[1]) / (b.theirs[0] + b.theirs[1]);
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

    /// The median time of the peer, ns a pass.
    double theirs() {
      return median(b -> (b.theirs[0] + b.theirs[1]) / 2);
    }

    /// Returns the median of [#ratio] in each fork.
    double[] byFork() {
      return forks.stream().mapToDouble(fork -> median(fork.stream(), Way::ratioOf)).toArray();
    }

    /// Returns by how much the forks differ: the largest of their medians to the smallest.
    double spread() {
      var medians = byFork();
      return StatUtils.max(medians) / StatUtils.min(medians);
    }

    private double median(ToDoubleFunction<Block> time) {
      return median(forks.stream().flatMap(List::stream), time);
    }

    private static double median(Stream<Block> blocks, ToDoubleFunction<Block> time) {
      return StatUtils.percentile(blocks.mapToDouble(time).toArray(), 50);
    }
  }

  /// Two samples of each engine that were taken close together, ns a pass.
  record Block(double[] ours, double[] theirs) {
    private Block plus(Block other) {
      return new Block(sum(ours, other.ours), sum(theirs, other.theirs));
    }

    private static double[] sum(double[] a, double... b) {
      return new double[] {a[0] + b[0], a[1] + b[1]};
    }
  }

  /// From the same work in each fork.
  static PeerResult of(List<JsonNode> forks) {
    var first = forks.getFirst();
    return new PeerResult(
        first.path("place").asInt(),
        first.path("module").asInt(),
        first.path("peer").asText(),
        first.path("goal").asDouble(Double.NaN),
        new Windows(sum(forks, "windows"), sum(forks, "repeated"), sum(forks, "disturbed")),
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

  private static int sum(List<JsonNode> forks, String count) {
    return forks.stream().mapToInt(f -> f.path(count).asInt()).sum();
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
