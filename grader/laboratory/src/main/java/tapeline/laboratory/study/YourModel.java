package tapeline.laboratory.study;

import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import tapeline.accel.VectorBackend;
import tapeline.bench.stats.Interval;
import tapeline.bench.stats.Sample;
import tapeline.competition.ClaimCheck;
import tapeline.competition.OpenEntry;
import tapeline.competition.WorkLog;
import tapeline.compress.TopK;
import tapeline.cuda.CudaBackend;
import tapeline.curvature.Classification;
import tapeline.curvature.Lbfgs;
import tapeline.gpu.Gpu;
import tapeline.gpu.GpuLimits;
import tapeline.gpu.emulator.EmulatedGpu;
import tapeline.gpu.emulator.Mode;
import tapeline.gpu.trace.TracedGpu;
import tapeline.instruments.machine.SpeedInTurns;
import tapeline.laboratory.curvature.DigitsProblem;
import tapeline.laboratory.curvature.RunToLoss;
import tapeline.laboratory.output.OutputFolder;
import tapeline.laboratory.precision.PrecisionTask;
import tapeline.laboratory.precision.TrainingMode;
import tapeline.nn.Sequential;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;
import tapeline.toolkit.Charts;
import tapeline.toolkit.ProgressBar;

/// What has the course made of your model? 09's model of characters through the later modules, with
/// numbers for each that you have solved: time and bytes of a step, bytes of its file, loss on text
/// that it never saw. `./tapeline model`
///
/// Bytes and iterations are counts. A time is that of pairs of steps in turns, as a share of the
/// plain engine's. Losses are those of three seeds.
public final class YourModel {
  private static final String SECTORS = "bytes of sectors";
  private static final double SENT = 0.01; // share of a gradient
  private static final double GOAL = 0.5; // nats, of one batch that is learnt by heart
  private static final int MOST = 200; // iterations to there
  private static final int PAIRS = 21;

  private static final Path FOLDER = OutputFolder.of("model");

  private final TextLayers text;
  private final ModelFiles files;
  private final long bytes;

  /// @param text the model's size and its batch
  /// @param seeds how many models are trained, for losses
  YourModel(TextLayers text, int seeds, int steps) {
    this.text = text;
    files = ModelFiles.trained(seeds, steps);
    bytes = ModelSteps.plain(text).bytes();
  }

  /// A module, and what makes its rows.
  private record Station(int module, String name, Supplier<List<ModelRow>> rows) {}

  static void main() throws IOException {
    Files.createDirectories(FOLDER);
    var missing = Set.of(System.getProperty("tapeline.missing", "").split(",", -1));
    IO.println("three models are trained, for their losses …");
    var rows = new YourModel(TextLayers.of(32, 32, 1, 8), 3, 400).rows(missing);
    IO.println(ModelRow.table(rows));
    Files.writeString(FOLDER.resolve("model.csv"), ModelRow.csv(rows));
    try {
      Charts.write(ModelRow.chart(rows), FOLDER.resolve("model.png"));
      IO.println("wrote model.png and model.csv in " + FOLDER);
    } catch (IOException e) {
      IO.println("wrote model.csv in " + FOLDER + ", and no chart: " + e.getMessage());
    }
  }

  /// Returns the rows of all modules, that of the plain engine first.
  ///
  /// @param missing modules that are not the learner's own yet: they have a row without numbers
  List<ModelRow> rows(Set<String> missing) {
    var rows = new ArrayList<>(List.of(engine(missing)));
    var stations =
        List.of(
            new Station(10, "kernels", this::kernels),
            new Station(13, "VectorBackend", this::vectors),
            new Station(14, "checkpoints", this::checkpoints),
            new Station(15, "bfloat16", this::halves),
            new Station(16, "L-BFGS", this::curvature),
            new Station(17, "codes", files::codes),
            new Station(18, "a student", this::students),
            new Station(19, "your interval", this::interval),
            new Station(20, "entered", YourModel::entered));
    try (var bar = ProgressBar.of("your model", stations.size())) {
      for (var station : stations) {
        rows.addAll(
            missing.contains("" + station.module)
                ? List.of(ModelRow.empty(station.module, station.name, "not yet yours"))
                : tried(station));
        bar.step();
      }
    }
    rows.add(PytorchStep.row(OutputFolder.of("bench").resolve("peers.jsonl")));
    return rows;
  }

  /// Returns a station's rows; one with the problem where an answer fails.
  @SuppressWarnings("CatchingUnchecked") // a learner's module may throw anything
  private static List<ModelRow> tried(Station station) {
    try {
      return station.rows.get();
    } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError | AssertionError e) {
      return List.of(ModelRow.empty(station.module, station.name, "failed: " + e));
    }
  }

  private ModelRow engine(Set<String> missing) {
    var step = ModelSteps.plain(text).step();
    var millis = new double[PAIRS];
    for (int i = -PAIRS; i < PAIRS; i++) {
      long start = System.nanoTime();
      step.run();
      millis[Math.max(i, 0)] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(millis);
    var time = number(millis[PAIRS / 2], 3) + " ms";
    var also = missing.contains("9") ? "the reference's: 09 is not yet yours" : "";
    return new ModelRow(
        9, "the plain engine", time, "" + bytes, "" + files.bytes(), files.losses(), 1, also);
  }

  /// One step on the emulator, which counts what its memory moves.
  private List<ModelRow> kernels() {
    var traced = new TracedGpu(new EmulatedGpu().mode(Mode.COUNTERS));
    try (var gpu = Gpu.on(traced);
        var cuda = new CudaBackend(gpu);
        var _ = Backend.use(cuda)) {
      ModelSteps.plain(text).step().run();
      long moved =
          traced.works().stream().mapToLong(w -> w.counts().getOrDefault(SECTORS, 0L)).sum();
      var also =
          "%d launches, %d sectors"
              .formatted(cuda.transfers().launches(), moved / GpuLimits.SECTOR_BYTES);
      return List.of(new ModelRow(10, "kernels", "", "", "", "", Double.NaN, also));
    }
  }

  private List<ModelRow> vectors() {
    var speed =
        SpeedInTurns.of(
            ModelSteps.plain(text).on(new CpuBackend()),
            ModelSteps.plain(text).on(new VectorBackend()));
    var time = ChainStudy.time(speed);
    return List.of(
        new ModelRow(13, "VectorBackend: time", time, "", "", "", 1 / speed.median(), ""));
  }

  private List<ModelRow> checkpoints() {
    return List.of(smaller(14, "checkpoints", ModelSteps.planned(text), ""));
  }

  private List<ModelRow> halves() {
    var ends =
        files
            .seeds()
            .mapToObj(PrecisionTask::characters)
            .mapToDouble(this::trainedInHalves)
            .toArray();
    return List.of(smaller(15, "bfloat16", ModelSteps.inHalves(text), ModelRow.range(ends)));
  }

  private double trainedInHalves(PrecisionTask task) {
    var trainer = TrainingMode.BFLOAT16.trainer(task.parameters(), task.optimizer());
    for (int step = 0; step < files.steps(); step++) {
      trainer.step(task.next().get());
    }
    return task.quality().getAsDouble();
  }

  /// A row about the bytes of a step.
  private ModelRow smaller(int module, String name, ModelSteps steps, String loss) {
    long held = steps.bytes();
    var time = ChainStudy.time(steps.speed(text));
    double share = (double) held / bytes;
    return new ModelRow(module, name + ": bytes", time, "" + held, "", loss, share, "");
  }

  /// The batch is learnt by heart, by Adam and by L-BFGS.
  private List<ModelRow> curvature() {
    var adam = problem().optimize(new Adam(Schedule.constant(1e-2)), MOST);
    var lbfgs = problem().descend(new Lbfgs(20), MOST);
    var there = adam.reached() && lbfgs.reached() ? "" : ", not all to a loss of " + GOAL;
    var also = "%d, and Adam's %d%s".formatted(lbfgs.iterations(), adam.iterations(), there);
    double share = there.isEmpty() ? lbfgs.over(adam, RunToLoss::iterations) : Double.NaN;
    return List.of(new ModelRow(16, "L-BFGS: iterations", "", "", "", "", share, also));
  }

  private DigitsProblem problem() {
    var training = new Classification(new Sequential(text.layers()), text.batch());
    return new DigitsProblem(training, text.batch(), GOAL, new SplittableRandom(1));
  }

  /// Students, and a gradient's message.
  private List<ModelRow> students() {
    var gradient = ModelSteps.plain(text).gradient();
    long sent = new TopK(SENT).encode(gradient).length;
    double share = sent / (4.0 * gradient.length);
    var also = "%d of %d".formatted(sent, 4 * gradient.length);
    var rows = new ArrayList<>(files.students());
    rows.add(new ModelRow(18, "workers: bytes sent a step", "", "", "", "", share, also));
    return rows;
  }

  /// The time of 13's row again, by the learner's own statistics.
  private List<ModelRow> interval() {
    var one = ModelSteps.plain(text).on(new CpuBackend());
    var other = ModelSteps.plain(text).on(new VectorBackend());
    var ratios = new double[PAIRS];
    for (int i = -PAIRS; i < PAIRS; i++) {
      boolean turned = i % 2 == 0; // who begins, by turns
      long start = System.nanoTime();
      (turned ? other : one).run();
      long middle = System.nanoTime();
      (turned ? one : other).run();
      double begun = Math.max(1, middle - start);
      double behind = Math.max(1, System.nanoTime() - middle);
      ratios[Math.max(i, 0)] = turned ? begun / behind : behind / begun;
    }
    var logs = Sample.of(ratios).logs();
    Interval range = logs.meanInterval(0.95).exp();
    double share = Math.exp(logs.mean());
    var time =
        "%s (%s to %s)"
            .formatted(percent(share, 0), percent(range.low(), 0), percent(range.high(), 0));
    return List.of(new ModelRow(19, "13's time by your Sample", time, "", "", "", share, ""));
  }

  /// The open task's entry by the forks of its work log. Its event has a model of its own, so there
  /// is no bar.
  private static List<ModelRow> entered() {
    var log = WorkLog.read(OpenEntry.workLog());
    var claim = ClaimCheck.recomputed(log.whole().forks());
    var also =
        "%s (%s to %s) times as fast as the event's baseline, by your log"
            .formatted(number(claim.speedUp(), 3), number(claim.low(), 3), number(claim.high(), 3));
    return List.of(ModelRow.empty(20, "entered: " + log.event(), also));
  }
}
