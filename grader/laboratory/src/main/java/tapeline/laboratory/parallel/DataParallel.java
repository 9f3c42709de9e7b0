package tapeline.laboratory.parallel;

import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tapeline.compress.GradientExchange;
import tapeline.compress.LocalRing;
import tapeline.compress.RingLink;
import tapeline.laboratory.arguments.Argument;
import tapeline.laboratory.output.OutputFolder;
import tapeline.laboratory.parallel.SharedTraining.Outcome;
import tapeline.toolkit.TextTable;
import tapeline.toolkit.WholeFile;

/// Do processes that train one model together come to what one process comes to? 06's perceptron on
/// 1, 2 and 4 processes, and the weights of the last one in a file. `./tapeline run DataParallel`,
/// with `-Drun="DataParallel srun 4 300"` on a Slurm cluster
public final class DataParallel {
  static final Path FOLDER = OutputFolder.of("parallel");

  private static final int LIMIT = 5; // seconds

  private DataParallel() {}

  /// @param words launcher, most processes, a power of two, steps, seconds without a sign of life
  ///   after which a worker is given up: `local 4 300 5`
  static void main(String[] words) throws IOException, InterruptedException {
    if (System.getenv(RingWorker.ENVIRONMENT) != null) {
      RingWorker.run(link -> train(link, words));
      return;
    }
    Argument.requireAtMost(4, words);
    var launcher = RingLauncher.of(words.length > 0 ? words[0] : "local");
    int most = words.length > 1 ? (int) new Argument("processes", words[1]).whole(1, 1024) : 4;
    if (Integer.bitCount(most) != 1) {
      throw new IllegalArgumentException(
          "1, 2, 4 processes and so on are tried up to a power of two, got " + most);
    }
    int steps = words.length > 2 ? (int) new Argument("steps", words[2]).whole(1, 999_999) : 300;
    var limit =
        Duration.ofSeconds(
            words.length > 3 ? new Argument("seconds", words[3]).whole(1, 999_999) : LIMIT);
    if (!launcher.isInstalled()) {
      throw new IllegalStateException("%s is not installed here".formatted(launcher));
    }
    IO.println(run(launcher, most, steps, limit, FOLDER, DataParallel.class));
  }

  private static String train(RingLink link, String... words) {
    int steps = Integer.parseInt(words[0]);
    return SharedTraining.run(link, GradientExchange.exact(), steps, 1).text();
  }

  /// The table; the weights of the last training stand in `weights.bin` then, complete.
  static TextTable run(
      RingLauncher launcher, int most, int steps, Duration limit, Path folder, Class<?> worker)
      throws IOException, InterruptedException {
    var one =
        LocalRing.run(1, link -> SharedTraining.run(link, GradientExchange.exact(), steps, 1))
            .getFirst();
    var table =
        TextTable.of(
            "processes",
            "loss",
            "accuracy",
            "gradient, error",
            "weights, error",
            "bytes a step of each",
            "seconds");
    row(table, "1, in this one", List.of(one), one, steps, 0);
    for (int size = 2; size <= most; size *= 2) {
      long start = System.nanoTime();
      var all =
          launcher.run(size, limit, folder, worker, "" + steps).stream().map(Outcome::of).toList();
      row(table, "%d by %s".formatted(size, launcher), all, one, steps, System.nanoTime() - start);
      write(folder.resolve("weights.bin"), all.getFirst().weights());
    }
    return table.note(
        "errors are the largest differences from one process, in parts of the largest number");
  }

  private static void row(
      TextTable table, String who, List<Outcome> all, Outcome one, int steps, long nanos) {
    double gradient = 0;
    double weights = 0;
    for (var each : all) {
      gradient = Math.max(gradient, error(each.gradient(), one.gradient()));
      weights = Math.max(weights, error(each.weights(), one.weights()));
    }
    table.row(
        who,
        number(all.stream().mapToDouble(Outcome::loss).average().orElse(0), 5),
        percent(all.getFirst().accuracy(), 2),
        number(gradient, 2),
        number(weights, 2),
        "" + all.getFirst().bytes() / steps,
        nanos == 0 ? "–" : number(nanos / 1e9, 3));
  }

  /// The largest difference, in parts of the largest number.
  public static double error(float[] a, float[] b) {
    double difference = 0;
    double largest = 0;
    for (int i = 0; i < b.length; i++) {
      difference = Math.max(difference, Math.abs(a[i] - b[i]));
      largest = Math.max(largest, Math.abs(b[i]));
    }
    return largest == 0 ? difference : difference / largest;
  }

  /// Writes a file that is complete whenever it is there.
  private static void write(Path file, float[] numbers) throws IOException {
    var bytes = ByteBuffer.allocate(4 * numbers.length);
    bytes.asFloatBuffer().put(numbers);
    WholeFile.write(file, part -> Files.write(part, bytes.array()));
  }
}
