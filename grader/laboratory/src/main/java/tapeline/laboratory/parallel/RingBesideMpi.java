package tapeline.laboratory.parallel;

import static tapeline.toolkit.TextTable.number;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import tapeline.compress.RingAllReduce;
import tapeline.compress.RingLink;
import tapeline.laboratory.arguments.Argument;
import tapeline.toolkit.TextTable;

/// How long does the ring of module 18 take to sum gradients, beside Open MPI's `MPI_Allreduce`?
/// The same processes do both, in turns. `./tapeline run RingBesideMpi`
public final class RingBesideMpi {
  static final List<Integer> SIZES = List.of(1_000, 30_000, 1_000_000);

  private static final int PAIRS = 21;
  private static final int EDGE = 5; // the interval is from the 6th to the 16th of 21: 97 %
  private static final int WARM_UP = 30; // turns at least
  private static final int WARM_UP_NUMBERS = 1_000_000;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private RingBesideMpi() {}

  static void main(String[] words) throws IOException, InterruptedException {
    if (System.getenv(RingWorker.ENVIRONMENT) != null) {
      RingWorker.run(RingBesideMpi::measure);
      return;
    }
    Argument.requireAtMost(1, words);
    var sizes =
        words.length == 0
            ? List.of(2, 4)
            : List.of((int) new Argument("processes", words[0]).whole(1, 1024));
    if (!MpiSum.isInstalled()) {
      throw new IllegalStateException(
          "Open MPI is not installed here: Debian has it as openmpi-bin");
    }
    for (int processes : sizes) {
      var logs = DataParallel.FOLDER.resolve("mpi");
      var said = RingLauncher.MPIRUN.run(processes, LIMIT, logs, RingBesideMpi.class);
      var table =
          TextTable.of("numbers", "ring, ms", "MPI, ms", "ring/MPI", "97 %", "largest difference");
      said.getFirst().lines().forEach(row -> table.row(row.split(";", -1)));
      IO.println(
          table.note("%d processes; medians of %d pairs of turns".formatted(processes, PAIRS)));
    }
  }

  /// A row for each size, of this worker.
  static String measure(RingLink link) {
    var rows = new StringBuilder();
    try (var mpi = new MpiSum(SIZES.getLast())) {
      for (int size : SIZES) {
        rows.append(row(link, mpi, size)).append('\n');
      }
    }
    return rows.toString();
  }

  private static String row(RingLink link, MpiSum mpi, int size) {
    var own = new float[size];
    var random = new SplittableRandom(link.rank());
    for (int i = 0; i < size; i++) {
      own[i] = (float) random.nextGaussian();
    }
    var order = new SplittableRandom(size); // the same for all
    var ring = new double[PAIRS];
    var other = new double[PAIRS];
    var ratios = new double[PAIRS];
    double difference = 0;
    for (int i = -Math.max(WARM_UP, WARM_UP_NUMBERS / size); i < PAIRS; i++) {
      var a = own.clone();
      var b = own.clone();
      boolean first = order.nextBoolean();
      double one = nanos(mpi, () -> sum(first, link, mpi, a));
      double two = nanos(mpi, () -> sum(!first, link, mpi, b));
      if (i >= 0) {
        ring[i] = first ? one : two;
        other[i] = first ? two : one;
        ratios[i] = ring[i] / other[i];
        difference = Math.max(difference, DataParallel.error(a, b));
      }
    }
    Arrays.sort(ring);
    Arrays.sort(other);
    Arrays.sort(ratios);
    return "%d;%s;%s;%s;%s to %s;%s"
        .formatted(
            size,
            number(ring[PAIRS / 2] / 1e6, 3),
            number(other[PAIRS / 2] / 1e6, 3),
            number(ratios[PAIRS / 2], 3),
            number(ratios[EDGE], 3),
            number(ratios[PAIRS - 1 - EDGE], 3),
            number(difference, 2));
  }

  private static void sum(boolean byRing, RingLink link, MpiSum mpi, float[] numbers) {
    if (byRing) {
      RingAllReduce.sum(link, numbers);
    } else {
      mpi.sum(numbers);
    }
  }

  /// From when all are there.
  private static double nanos(MpiSum mpi, Runnable work) {
    mpi.meet();
    long start = System.nanoTime();
    work.run();
    return System.nanoTime() - start;
  }
}
