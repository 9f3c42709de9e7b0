package tapeline.laboratory.study;

import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.HorizontalBarChart;
import tapeline.accel.VectorBackend;
import tapeline.bench.stats.Interval;
import tapeline.bench.stats.Sample;
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
import tapeline.laboratory.compress.CompressedModel;
import tapeline.laboratory.curvature.DigitsProblem;
import tapeline.laboratory.curvature.RunToLoss;
import tapeline.laboratory.precision.PrecisionTask;
import tapeline.laboratory.precision.TrainingMode;
import tapeline.memory.CheckpointPlan;
import tapeline.nn.Sequential;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.quant.WeightFormat;
import tapeline.tensor.Backend;
import tapeline.tensor.CpuBackend;
import tapeline.toolkit.Charts;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;
import tapeline.transformer.TextTrainer.Windows;

/// What has the course made of your model? 09's model of characters through the later modules, with
/// numbers for each that you have solved: time and bytes of a step, bytes of its file, loss on text
/// that it never saw. `./tapeline model`
///
/// Bytes and iterations are counts. A time is that of pairs of steps in turns, as a share of the
/// plain engine's. Losses are those of three seeds. The plain step too goes through 14's chain and
/// 15's trainer: a wrong answer there can spoil all rows.
public final class YourModel {
  private static final String SECTORS = "bytes of sectors";
  private static final double SENT = 0.01; // share of a gradient
  private static final double GOAL = 0.5; // nats, of one batch that is learnt by heart
  private static final int MOST = 200; // iterations to there
  private static final int PAIRS = 21;
  private static final int WARM_UP = 200; // steps, until the JVM has compiled them

  private static final Path FOLDER =
      Path.of(System.getProperty("tapeline.root", "")).resolve("grader/target/model");

  private final TextLayers text;
  private final int steps;
  private final List<CompressedModel<Windows>> trained;
  private final ChainSession.First first;
  private final double[] losses;
  private final long file;

  /// @param text the model's size and its batch
  /// @param seeds how many models are trained, for losses
  YourModel(TextLayers text, int seeds, int steps) {
    this.text = text;
    this.steps = steps;
    trained = seeds(seeds).mapToObj(s -> CompressedModel.characters(false, s)).toList();
    trained.forEach(m -> m.train(steps, null, false));
    first = plain().first(Long.MAX_VALUE);
    losses = losses(null, trained);
    file =
        trained.getFirst().parameters().stream()
            .mapToLong(p -> 4L * p.value().shape().size())
            .sum();
  }

  /// A module's row. Cells are empty where the module leaves the plain engine's.
  ///
  /// @param share of the plain engine's quantity that the module is about; NaN for none
  /// @param also what was counted beside
  record Row(
      int module,
      String name,
      String time,
      String bytes,
      String file,
      String loss,
      double share,
      String also) {}

  /// A module, and what makes its rows.
  private record Station(int module, String name, Supplier<List<Row>> rows) {}

  static void main() throws IOException {
    Files.createDirectories(FOLDER);
    var missing = Set.of(System.getProperty("tapeline.missing", "").split(",", -1));
    IO.println("three models are trained, for their losses …");
    var rows = new YourModel(TextLayers.of(32, 32, 1, 8), 3, 400).rows(missing);
    IO.println(table(rows));
    Files.writeString(FOLDER.resolve("model.csv"), csv(rows));
    try {
      Charts.write(chart(rows), FOLDER.resolve("model.png"));
      IO.println("wrote model.png and model.csv in " + FOLDER);
    } catch (IOException e) {
      IO.println("wrote model.csv in " + FOLDER + ", and no chart: " + e.getMessage());
    }
  }

  /// Returns the rows of all modules, that of the plain engine first.
  ///
  /// @param missing modules that are not the learner's own yet: they have a row without numbers
  List<Row> rows(Set<String> missing) {
    var rows = new ArrayList<>(List.of(engine(missing)));
    var stations =
        List.of(
            new Station(10, "kernels", this::kernels),
            new Station(13, "VectorBackend", this::vectors),
            new Station(14, "checkpoints", this::checkpoints),
            new Station(15, "bfloat16", this::halves),
            new Station(16, "L-BFGS", this::curvature),
            new Station(17, "codes", this::codes),
            new Station(18, "a student", this::students),
            new Station(19, "your interval", this::interval));
    try (var bar = ProgressBar.of("your model", stations.size())) {
      for (var station : stations) {
        rows.addAll(
            missing.contains("" + station.module)
                ? List.of(empty(station, "not yet yours"))
                : tried(station));
        bar.step();
      }
    }
    return rows;
  }

  /// Returns a station's rows; one with the problem where an answer fails.
  @SuppressWarnings("CatchingUnchecked") // a learner's module may throw anything
  private static List<Row> tried(Station station) {
    try {
      return station.rows.get();
    } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError | AssertionError e) {
      return List.of(empty(station, "failed: " + e));
    }
  }

  private static Row empty(Station station, String why) {
    return new Row(station.module, station.name, "", "", "", "", Double.NaN, why);
  }

  private Row engine(Set<String> missing) {
    var step = plain();
    var millis = new double[PAIRS];
    for (int i = -PAIRS; i < PAIRS; i++) {
      long start = System.nanoTime();
      step.step();
      millis[Math.max(i, 0)] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(millis);
    var time = number(millis[PAIRS / 2], 3) + " ms";
    var also = missing.contains("9") ? "the reference's: 09 is not yet yours" : "";
    return new Row(
        9, "the plain engine", time, "" + first.bytes(), "" + file, range(losses), 1, also);
  }

  /// One step on the emulator, which counts what its memory moves.
  private List<Row> kernels() {
    var traced = new TracedGpu(new EmulatedGpu().mode(Mode.COUNTERS));
    try (var gpu = Gpu.on(traced);
        var cuda = new CudaBackend(gpu);
        var _ = Backend.use(cuda)) {
      plain().step();
      long bytes =
          traced.works().stream().mapToLong(w -> w.counts().getOrDefault(SECTORS, 0L)).sum();
      var also =
          "%d launches, %d sectors"
              .formatted(cuda.transfers().launches(), bytes / GpuLimits.SECTOR_BYTES);
      return List.of(new Row(10, "kernels", "", "", "", "", Double.NaN, also));
    }
  }

  private List<Row> vectors() {
    var speed = SpeedInTurns.of(on(new CpuBackend()), on(new VectorBackend()));
    var time = ChainStudy.time(speed);
    return List.of(new Row(13, "VectorBackend: time", time, "", "", "", 1 / speed.median(), ""));
  }

  /// Returns plain steps on a backend, which the JVM has compiled. A trainer keeps the backend that
  /// is in use when it is made.
  Runnable on(Backend backend) {
    try (var _ = Backend.use(backend)) {
      var session = plain();
      IntStream.range(0, WARM_UP).forEach(_ -> session.step());
      return session::step;
    }
  }

  private List<Row> checkpoints() {
    var plan = ChainWay.smallest(text.layers(), text.batch().inputs());
    return List.of(smaller(14, new ChainWay("checkpoints", TrainingMode.FLOAT32, plan, 1), ""));
  }

  private List<Row> halves() {
    var all = CheckpointPlan.keepAll(text.layers().size());
    var ends =
        seeds(trained.size())
            .mapToObj(PrecisionTask::characters)
            .mapToDouble(this::trainedInHalves)
            .toArray();
    return List.of(
        smaller(15, new ChainWay("bfloat16", TrainingMode.BFLOAT16, all, 1), range(ends)));
  }

  private double trainedInHalves(PrecisionTask task) {
    var trainer = TrainingMode.BFLOAT16.trainer(task.parameters(), task.optimizer());
    for (int step = 0; step < steps; step++) {
      trainer.step(task.next().get());
    }
    return task.quality().getAsDouble();
  }

  /// A row about the bytes of a step.
  private Row smaller(int module, ChainWay way, String loss) {
    long bytes = session(way).first(Long.MAX_VALUE).bytes();
    var speed = ChainSession.speed(this::plain, () -> session(way));
    var time = ChainStudy.time(speed);
    double share = (double) bytes / first.bytes();
    return new Row(module, way.name() + ": bytes", time, "" + bytes, "", loss, share, "");
  }

  /// The batch is learnt by heart, by Adam and by L-BFGS.
  private List<Row> curvature() {
    var adam = problem().optimize(new Adam(Schedule.constant(1e-2)), MOST);
    var lbfgs = problem().descend(new Lbfgs(20), MOST);
    var there = adam.reached() && lbfgs.reached() ? "" : ", not all to a loss of " + GOAL;
    var also = "%d, and Adam's %d%s".formatted(lbfgs.iterations(), adam.iterations(), there);
    double share = there.isEmpty() ? lbfgs.over(adam, RunToLoss::iterations) : Double.NaN;
    return List.of(new Row(16, "L-BFGS: iterations", "", "", "", "", share, also));
  }

  private DigitsProblem problem() {
    var training = new Classification(new Sequential(text.layers()), text.batch());
    return new DigitsProblem(training, text.batch(), GOAL, new SplittableRandom(1));
  }

  private List<Row> codes() {
    return List.of(
        coded(17, "8 bits", WeightFormat.INT8_GROUPS, trained),
        coded(17, "4 bits", WeightFormat.INT4_GROUPS, trained));
  }

  /// Students of half the width, which learn from the trained models; and a gradient's message.
  private List<Row> students() {
    var students =
        IntStream.range(0, trained.size())
            .mapToObj(i -> {
              var student = CompressedModel.characters(true, i + 1);
              student.train(steps, trained.get(i), false);
              return student;
            })
            .toList();
    var gradient = first.gradient();
    long sent = new TopK(SENT).encode(gradient).length;
    double share = sent / (4.0 * gradient.length);
    var also = "%d of %d".formatted(sent, 4 * gradient.length);
    return List.of(
        coded(18, "a student", null, students),
        coded(18, "a student, 4 bits", WeightFormat.INT4_GROUPS, students),
        new Row(18, "workers: bytes sent a step", "", "", "", "", share, also));
  }

  private Row coded(
      int module, String name, @Nullable WeightFormat how, List<CompressedModel<Windows>> models) {
    long bytes = models.getFirst().in(how).bytes();
    double share = (double) bytes / file;
    var loss = range(losses(how, models));
    return new Row(module, name + ": file", "", "", "" + bytes, loss, share, "");
  }

  /// The time of 13's row again, by the learner's own statistics.
  private List<Row> interval() {
    var one = on(new CpuBackend());
    var other = on(new VectorBackend());
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
    return List.of(new Row(19, "13's time by your Sample", time, "", "", "", share, ""));
  }

  private ChainSession plain() {
    return session(ChainWay.plain(text.layers().size()));
  }

  private ChainSession session(ChainWay way) {
    return new ChainSession(text.layers(), text.batch(), way);
  }

  private static LongStream seeds(int count) {
    return LongStream.rangeClosed(1, count);
  }

  private static double[] losses(
      @Nullable WeightFormat how, List<CompressedModel<Windows>> models) {
    return models.stream()
        .mapToDouble(m -> how == null ? m.error().getAsDouble() : m.in(how).error())
        .toArray();
  }

  private static String range(double... losses) {
    var all = DoubleStream.of(losses).summaryStatistics();
    return "%s (%s to %s)"
        .formatted(number(all.getAverage(), 3), number(all.getMin(), 3), number(all.getMax(), 3));
  }

  /// Returns the table for a terminal.
  static TextTable table(List<Row> rows) {
    var table =
        TextTable.of("module", "your model", "a step", "bytes held", "file", "loss", "also");
    rows.forEach(r ->
        table.row("%02d".formatted(r.module), r.name, r.time, r.bytes, r.file, r.loss, r.also));
    return table.note(
        "a step: milliseconds, then shares of them with 97 % intervals, 19's with 95 %; loss in nats, mean and range of seeds");
  }

  /// Returns a bar for each quantity that a module makes smaller.
  static HorizontalBarChart chart(List<Row> rows) {
    var bars = new LinkedHashMap<String, Double>();
    for (var row : rows) {
      if (!Double.isNaN(row.share)) {
        bars.put("%02d %s".formatted(row.module, row.name), row.share);
      }
    }
    return Charts.bars("What the course made of your model", "share of the plain engine's", bars);
  }

  private static String csv(List<Row> rows) {
    var text = new StringBuilder("module,name,share,time,bytes,file,loss,also\n");
    for (var r : rows) {
      Function<String, String> quoted = s -> '"' + s.replace("\"", "\"\"") + '"';
      text.append(
          "%d,%s,%s,%s,%s,%s,%s,%s\n"
              .formatted(
                  r.module,
                  quoted.apply(r.name),
                  Double.isNaN(r.share) ? "" : "" + r.share,
                  quoted.apply(r.time),
                  r.bytes,
                  r.file,
                  quoted.apply(r.loss),
                  quoted.apply(r.also)));
    }
    return text.toString();
  }
}
