package tapeline.laboratory.roofline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import tapeline.accel.product.BlockSizes;
import tapeline.accel.product.PackedProduct;
import tapeline.instruments.machine.MachineFile;
import tapeline.instruments.machine.Processor;
import tapeline.tensor.Tensor;
import tapeline.toolkit.TextTable;
import tapeline.vector.MatrixView;

/// Which block sizes are the fastest on this machine? Tries some around those that the caches
/// suggest, on one thread, and keeps the answer.
public final class TuneBlocks {
  private static final int SIDE = 1280;
  private static final int ROUNDS = 11;

  private TuneBlocks() {}

  /// Prints a table, and writes [TunedBlocks#PATH]. Takes some seconds, in which nothing else
  /// should run.
  static void main() throws IOException {
    var here = Processor.here();
    var candidates = candidates(TunedBlocks.untuned(MachineFile.PATH, here));
    var random = new Random(13);
    var products = candidates.stream().map(sizes -> new PackedProduct(sizes, 1)).toList();
    var a = MatrixView.of(Tensor.uniform(random, -1, 1, SIDE, SIDE).data(), SIDE, SIDE);
    var c = new float[SIDE * SIDE];
    var times =
        inTurns(
            products.size(),
            ROUNDS,
            random,
            i -> {
              long start = System.nanoTime();
              products.get(i).set(a, a, c, 0);
              return System.nanoTime() - start;
            });
    var chosen = candidates.get(fastest(times));
    IO.print(table(candidates, times));
    new TunedBlocks(here, chosen).write(TunedBlocks.PATH);
    IO.println("%s, kept in %s".formatted(chosen, TunedBlocks.PATH));
  }

  /// The given sizes first, then others with its width.
  private static List<BlockSizes> candidates(BlockSizes first) {
    var all = new ArrayList<BlockSizes>(List.of(first));
    for (int depth : new int[] {256, 512, 768, 1024}) {
      for (int height : new int[] {96, 144, 192, 384}) {
        var sizes = new BlockSizes(depth, height, first.width());
        if (!sizes.equals(first)) all.add(sizes);
      }
    }
    return all;
  }

  /// The times of each candidate, a number a round. In each round all have one turn, in an order
  /// that is drawn; two rounds before do not count, as the compiler is at work in them.
  public static long[][] inTurns(
      int candidates, int rounds, Random random, IntToLongFunction nanos) {
    var times = new long[candidates][rounds];
    var order = new ArrayList<>(IntStream.range(0, times.length).boxed().toList());
    for (int round = -2; round < rounds; round++) {
      Collections.shuffle(order, random);
      for (int i : order) {
        long time = nanos.applyAsLong(i);
        if (round >= 0) times[i][round] = time;
      }
    }
    return times;
  }

  /// The candidate with the least median among those that were faster than the first in every
  /// round; the first where there are none. Of equal candidates one in 2 to the power of the rounds
  /// takes its place.
  public static int fastest(long[][] times) {
    return IntStream.range(1, times.length)
        .filter(i ->
            IntStream.range(0, times[i].length)
                .allMatch(round -> times[i][round] < times[0][round]))
        .boxed()
        .min((i, j) -> Long.compare(median(times[i]), median(times[j])))
        .orElse(0);
  }

  private static long median(long[] times) {
    return Arrays.stream(times).sorted().skip(times.length / 2).findFirst().orElseThrow();
  }

  private static TextTable table(List<BlockSizes> candidates, long[][] times) {
    var table = TextTable.of("depth", "height", "width", "GFLOP/s");
    for (int i = 0; i < times.length; i++) {
      var sizes = candidates.get(i);
      table.row(
          String.valueOf(sizes.depth()),
          String.valueOf(sizes.height()),
          String.valueOf(sizes.width()),
          TextTable.number(2.0 * SIDE * SIDE * SIDE / median(times[i]), 3));
    }
    return table.note("(%1$d,%1$d)·(%1$d,%1$d), one thread, medians".formatted(SIDE));
  }
}
