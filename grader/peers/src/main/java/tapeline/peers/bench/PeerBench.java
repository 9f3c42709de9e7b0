package tapeline.peers.bench;

import ai.djl.ndarray.NDManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import tapeline.peers.Json;
import tapeline.peers.Torch;
import tapeline.peers.bench.Sampler.Block;
import tapeline.peers.bench.Sampler.Sample;

/// One fork of the comparison with PyTorch: every work in random order, a line of JSON for each,
/// and at last one for the machine. Arguments: PyTorch's threads, and a seed.
public final class PeerBench {
  private PeerBench() {}

  public static void main(String[] args) {
    int threads = Integer.parseInt(args[0]);
    var random = new SplittableRandom(Long.parseLong(args[1]));
    var processors = new Processors();
    var manager = Torch.start(threads);
    for (int i : order(random)) {
      try (var mine = manager.newSubManager()) {
        System.out.println(measure(i, Works.all().get(i), mine, random));
      }
    }
    System.out.println(
        "{\"machine\": %s, \"peer\": %s, \"threads\": %d, \"foreign\": %s}"
            .formatted(
                Json.quoted(machine()),
                Json.quoted("PyTorch " + manager.getEngine().getVersion()),
                threads,
                number(processors.foreign())));
  }

  private static int[] order(SplittableRandom random) {
    var order = new ArrayList<Integer>();
    for (int i = 0; i < Works.all().size(); i++) {
      order.add(random.nextInt(i + 1), i);
    }
    return order.stream().mapToInt(i -> i).toArray();
  }

  private static String machine() {
    return "JDK %s · %s %s · %d processors"
        .formatted(
            Runtime.version(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            Runtime.getRuntime().availableProcessors());
  }

  private static String measure(int place, Work work, NDManager manager, SplittableRandom random) {
    var pair = work.start().apply(manager, random);
    double difference = pair.differenceWithin(work.tolerance(), work.op());
    long peak = pair.ours().peakBytes();
    var sampler = new Sampler(work, pair, random);
    var blocks = sampler.blocks();
    return """
    {"place": %d, "module": %d, "op": %s, "shape": %s, "dtype": "float32", "device": "cpu", \
    "batch": %d, "difference": %s, "peakBytes": %d, "allocatedBytes": %d, \
    "ours": %s, "theirs": %s}\
    """
        .formatted(
            place,
            work.module(),
            Json.quoted(work.op()),
            Json.quoted(work.shape()),
            work.batch(),
            number(difference),
            peak,
            sampler.allocatedBytes(),
            side(work, blocks.stream().map(Block::ours).toList()),
            side(work, blocks.stream().map(Block::theirs).toList()));
  }

  private static String side(Work work, List<List<Sample>> blocks) {
    var forward = times(blocks, Sample::forward);
    return work.hasBackward()
        ? "{\"forward\": %s, \"backward\": %s}".formatted(forward, times(blocks, Sample::backward))
        : "{\"forward\": %s}".formatted(forward);
  }

  private static String times(List<List<Sample>> blocks, ToDoubleFunction<Sample> time) {
    return blocks.stream()
        .map(block ->
            block.stream()
                .map(s -> String.format(Locale.ROOT, "%.1f", time.applyAsDouble(s)))
                .collect(Collectors.joining(", ", "[", "]")))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  /// A number of JSON, which has no NaN.
  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3e", value) : "null";
  }
}
