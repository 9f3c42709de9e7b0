package tapeline.peers.bench;

import ai.djl.ndarray.NDManager;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tapeline.peers.JsonLine;
import tapeline.peers.Torch;
import tapeline.peers.bench.BlockTimer.Block;
import tapeline.peers.bench.BlockTimer.Sample;

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
        System.out.println(JsonLine.of(measure(i, Works.all().get(i), mine, random)));
      }
    }
    var machine = new LinkedHashMap<String, @Nullable Object>();
    machine.put("machine", machine());
    machine.put("peer", "PyTorch " + manager.getEngine().getVersion());
    machine.put("threads", threads);
    double foreign = processors.foreign();
    machine.put("foreign", Double.isNaN(foreign) ? null : foreign); // JSON has no NaN
    System.out.println(JsonLine.of(machine));
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

  private static Map<String, Object> measure(
      int place, Work work, NDManager manager, SplittableRandom random) {
    var pair = work.start().apply(manager, random);
    var result = new LinkedHashMap<String, Object>();
    result.put("place", place);
    result.put("module", work.module());
    result.put("op", work.op());
    result.put("shape", work.shape());
    result.put("dtype", "float32");
    result.put("device", "cpu");
    result.put("batch", work.batch());
    result.put("difference", pair.differenceWithin(work.tolerance(), work.op()));
    result.put("peakBytes", pair.ours().peakBytes());
    var timer = new BlockTimer(work, pair, random);
    var blocks = timer.blocks();
    result.put("allocatedBytes", timer.allocatedBytes());
    result.put("ours", times(work, blocks.stream().map(Block::ours).toList()));
    result.put("theirs", times(work, blocks.stream().map(Block::theirs).toList()));
    return result;
  }

  private static Map<String, Object> times(Work work, List<List<Sample>> blocks) {
    var forward = times(blocks, Sample::forward);
    return work.hasBackward()
        ? Map.of("forward", forward, "backward", times(blocks, Sample::backward))
        : Map.of("forward", forward);
  }

  private static List<List<Double>> times(
      List<List<Sample>> blocks, ToDoubleFunction<Sample> time) {
    return blocks.stream().map(block -> block.stream().map(time::applyAsDouble).toList()).toList();
  }
}
