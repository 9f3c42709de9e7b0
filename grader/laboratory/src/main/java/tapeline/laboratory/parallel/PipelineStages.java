package tapeline.laboratory.parallel;

import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import tapeline.compress.FlatGradient;
import tapeline.compress.RingLink;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.laboratory.arguments.Argument;
import tapeline.nn.Activation;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Sequential;
import tapeline.optim.MicroBatches;
import tapeline.tensor.UnaryOp;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;

/// How much of the time do the stages of a pipeline wait, by formula and by the clock, in the order
/// of GPipe and in that of 1F1B; and is its gradient that of one process? `./tapeline run
/// PipelineStages`
public final class PipelineStages {
  private static final int WIDTH = 64;
  private static final int BATCH = 64;
  private static final int WARM_UP = 50; // steps without a pause, while the JVM compiles
  private static final int STEPS = 5;
  private static final Duration PAUSE = Duration.ofMillis(8);
  private static final Duration LIMIT = Duration.ofSeconds(8);

  private PipelineStages() {}

  static void main(String[] words) throws IOException, InterruptedException {
    if (System.getenv(RingWorker.ENVIRONMENT) != null) {
      RingWorker.runBoth((forward, back) -> work(forward, back, words));
      return;
    }
    Argument.requireAtMost(0, words);
    IO.println(table(4, new int[] {1, 2, 4, 8, 16}, PAUSE, LIMIT));
    IO.println(table(2, new int[] {2, 8}, Duration.ZERO, LIMIT));
  }

  /// @param pause of each forward pass; 0 for what the processors compute alone
  /// @param limit after which a stage that hangs has failed
  static TextTable table(int stages, int[] micros, Duration pause, Duration limit)
      throws IOException, InterruptedException {
    var one = one(stages);
    var table =
        TextTable.of(
            "micro-batches",
            "order",
            "waits, by formula",
            "waits, measured",
            "held by stage 0",
            "gradient, error");
    try (var bar = ProgressBar.of(stages + " processes", 2L * micros.length)) {
      for (int m : micros) {
        for (var schedule : PipelineSchedule.values()) {
          var said =
              RingLauncher.LOCAL.run(
                  stages,
                  limit,
                  DataParallel.FOLDER.resolve("pipeline"),
                  PipelineStages.class,
                  schedule.name(),
                  "" + m,
                  "" + pause.toNanos());
          var gradient = new ArrayList<Float>();
          double busy = 0;
          for (var stage : said) {
            var parts = stage.split(" ", -1);
            busy += Double.parseDouble(parts[0]) / stages;
            var numbers = Base64.getDecoder().decode(parts[1]);
            for (var from = ByteBuffer.wrap(numbers); from.hasRemaining(); ) {
              gradient.add(from.getFloat());
            }
          }
          double total = Double.parseDouble(said.getFirst().split(" ", -1)[2]);
          table.row(
              "" + m,
              "" + schedule,
              percent(PipelineSchedule.bubble(stages, m), 1),
              percent(1 - busy / total, 1),
              "" + schedule.held(0, stages, m),
              number(error(gradient, one), 2));
          bar.step();
        }
      }
    }
    return table.note(
        "%d processes, a stage each; %s; the middle one of %d steps"
            .formatted(
                stages,
                pause.isZero()
                    ? "the processors compute"
                    : "a pass also waits %d ms, backward twice, as for an accelerator"
                        .formatted(pause.toMillis()),
                STEPS));
  }

  private static double error(List<Float> gradient, float[] one) {
    var numbers = new float[gradient.size()];
    Arrays.setAll(new Object[numbers.length], i -> numbers[i] = gradient.get(i));
    return numbers.length == one.length
        ? DataParallel.error(numbers, one)
        : Double.POSITIVE_INFINITY;
  }

  /// A layer a stage: linear and ReLU, of which the last has no ReLU.
  private static Layer layers(int stage, int stages) {
    var random = new SplittableRandom(stage);
    boolean last = stage == stages - 1;
    var linear = new Linear("" + stage, WIDTH, last ? 10 : WIDTH, random);
    return last ? linear : new Sequential(linear, new Activation(UnaryOp.RELU));
  }

  private static Dataset batch() {
    return Datasets.digits().flat().slice(0, BATCH);
  }

  /// The gradient of the whole model in one process.
  static float[] one(int stages) {
    var all = new ArrayList<Layer>();
    for (int s = 0; s < stages; s++) {
      all.add(layers(s, stages));
    }
    var model = new Sequential(all);
    new MicroBatches(model, BATCH).gradients(batch());
    return FlatGradient.of(model.parameters());
  }

  /// Nanoseconds of passes, the gradient, nanoseconds in all: of the middle step.
  static String work(RingLink forward, RingLink back, String... words) {
    var schedule = PipelineSchedule.valueOf(words[0]);
    int micros = Integer.parseInt(words[1]);
    long pause = Long.parseLong(words[2]);
    var layers = layers(forward.rank(), forward.size());
    var batch = batch();
    var warm = new PipelineStage(layers, forward, back, () -> {});
    for (int i = 0; i < WARM_UP; i++) {
      warm.step(batch, micros, schedule);
    }
    var stage = new PipelineStage(layers, forward, back, () -> pause(pause));
    var busy = new long[STEPS];
    var total = new long[STEPS];
    for (int i = 0; i < STEPS; i++) {
      long start = System.nanoTime();
      stage.step(batch, micros, schedule);
      total[i] = System.nanoTime() - start;
      busy[i] = stage.busyNanos();
    }
    Arrays.sort(busy);
    Arrays.sort(total);
    var gradient = FlatGradient.of(layers.parameters());
    var bytes = ByteBuffer.allocate(4 * gradient.length);
    bytes.asFloatBuffer().put(gradient);
    return String.join(
        " ",
        "" + busy[STEPS / 2],
        Base64.getEncoder().encodeToString(bytes.array()),
        "" + total[STEPS / 2]);
  }

  private static void pause(long nanos) {
    for (long until = System.nanoTime() + nanos; nanos > 0 && System.nanoTime() < until; ) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
  }
}
