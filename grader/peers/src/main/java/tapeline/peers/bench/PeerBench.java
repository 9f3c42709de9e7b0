package tapeline.peers.bench;

import ai.djl.ndarray.NDManager;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tapeline.peers.JsonLine;
import tapeline.peers.Torch;
import tapeline.peers.bench.BlockTimer.Block;
import tapeline.peers.bench.BlockTimer.Sample;
import tapeline.toolkit.ProgramParent;

/// One fork of the comparison: every work in random order, a line of JSON for each, and at last one
/// for the machine. A peer that is not to be had is one line too. Arguments: the peers' threads, a
/// seed; then words of which a work's name has one, `codipack=/path/to/include`, and `places=4,17`
/// for these works alone.
public final class PeerBench {
  private static final String PLACES = "places=";

  private PeerBench() {}

  public static void main(String[] args) {
    ProgramParent.endWithIt();
    int threads = Integer.parseInt(args[0]);
    var random = new SplittableRandom(Long.parseLong(args[1]));
    var processors = new Processors();
    var manager = Torch.start(threads);
    OpenBlas.setThreads(threads);
    VectorPass.setThreads(threads);
    var rest = List.of(args).subList(2, args.length);
    CppTape.setHeaders(
        rest.stream()
            .filter(a -> a.contains("=") && !a.startsWith(PLACES))
            .map(a -> a.split("=", 2))
            .collect(Collectors.toMap(p -> p[0], p -> Path.of(p[1]))));
    var words = rest.stream().filter(a -> !a.contains("=")).toList();
    var missing = new TreeSet<String>();
    var places = places(rest);
    for (int i : order(random)) {
      var work = Works.all().get(i);
      boolean isAskedFor = places.isEmpty() ? work.isAskedFor(words) : places.contains(i);
      if (isAskedFor && !missing.contains(work.peer())) {
        try (var mine = manager.newSubManager()) {
          System.out.println(JsonLine.of(measure(i, work, mine, random)));
        } catch (MissingPeer e) {
          missing.add(work.peer());
          System.out.println(JsonLine.of(Map.of("missing", work.peer(), "why", e.why())));
        } catch (RuntimeException
            | LinkageError
            | StackOverflowError
            | OutOfMemoryError
            | AssertionError e) { // costs no other row its figures
          var row = "%s %s beside %s".formatted(work.op(), work.shape(), work.peer());
          var why = e instanceof PeerWork.WrongAnswer wrong ? wrong.why() : "it threw " + e;
          System.out.println(
              JsonLine.of(Map.of("missing", row, "why", "in a fork " + why, "place", i)));
        }
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

  private static List<Integer> places(List<String> arguments) {
    return arguments.stream()
        .filter(a -> a.startsWith(PLACES))
        .flatMap(a -> Arrays.stream(a.substring(PLACES.length()).split(",")))
        .map(Integer::valueOf)
        .toList();
  }

  private static int[] order(SplittableRandom random) {
    var order = new ArrayList<Integer>();
    for (int i = 0; i < Works.all().size(); i++) {
      order.add(random.nextInt(i + 1), i);
    }
    return order.stream().mapToInt(i -> i).toArray();
  }

  private static String machine() {
    return "%s · JDK %s · %s %s · %d processors%s"
        .formatted(
            Processors.model(),
            Runtime.version(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            Runtime.getRuntime().availableProcessors(),
            OpenBlas.core().map(" · OpenBLAS for "::concat).orElse(""));
  }

  private static Map<String, @Nullable Object> measure(
      int place, PeerWork work, NDManager manager, SplittableRandom random) {
    var pair = work.start().apply(manager, random);
    var result = new LinkedHashMap<String, @Nullable Object>();
    result.put("place", place);
    result.put("module", work.module());
    result.put("peer", work.peer());
    result.put("goal", Double.isNaN(work.goal()) ? null : work.goal()); // JSON has no NaN
    result.put("op", work.op());
    result.put("shape", work.shape());
    result.put("dtype", work.dtype());
    result.put("device", "cpu");
    result.put("batch", work.batch());
    result.put("difference", pair.differenceWithin(work.tolerance()));
    result.put("peakBytes", pair.ours().peakBytes());
    var timer = new BlockTimer(work, pair, random);
    var blocks = timer.blocks();
    result.put("windows", timer.windows().taken());
    result.put("repeated", timer.windows().repeated());
    result.put("disturbed", timer.windows().disturbed());
    result.put("allocatedBytes", timer.allocatedBytes());
    result.put("ours", times(work, blocks.stream().map(Block::ours).toList()));
    result.put("theirs", times(work, blocks.stream().map(Block::theirs).toList()));
    return result;
  }

  private static Map<String, Object> times(PeerWork work, List<List<Sample>> blocks) {
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
