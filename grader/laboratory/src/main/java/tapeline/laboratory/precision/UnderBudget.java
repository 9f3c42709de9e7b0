package tapeline.laboratory.precision;

import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import tapeline.autograd.TapeListener;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.instruments.machine.SpeedInTurns;
import tapeline.laboratory.output.OutputFolder;
import tapeline.memory.BestPlan;
import tapeline.memory.ChainCost;
import tapeline.memory.CheckpointPlan;
import tapeline.memory.PlannedChain;
import tapeline.nn.Activation;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Metrics;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.precision.MixedTrainer;
import tapeline.tensor.UnaryOp;
import tapeline.toolkit.Charts;
import tapeline.toolkit.TextTable;

/// One model, one budget of bytes that its plain step does not fit into, and the ways that do:
/// checkpoints (14), bfloat16, a batch in parts (07). Do they learn the same? `./tapeline run
/// UnderBudget`
public final class UnderBudget {
  private static final Path FOLDER = OutputFolder.of("precision");

  private static final int BLOCKS = 12;
  private static final int WIDTH = 64;
  private static final int BATCH = 512;
  private static final int STEPS = 100;
  private static final int WINDOW = 10; // steps to a point of the curve
  private static final int SEEDS = 5;

  /// A way to train.
  ///
  /// @param most examples at once
  private record Way(String name, boolean checkpoints, TrainingMode mode, int most) {}

  /// How one training went.
  private record Course(double[] curve, double accuracy, long peak) {}

  private static final List<Way> WAYS =
      List.of(
          new Way("plain", false, TrainingMode.FLOAT32, BATCH),
          new Way("checkpoints", true, TrainingMode.FLOAT32, BATCH),
          new Way("in 4 parts", false, TrainingMode.FLOAT32, BATCH / 4),
          new Way("bfloat16", false, TrainingMode.BFLOAT16, BATCH),
          new Way("bfloat16, in 4 parts", false, TrainingMode.BFLOAT16, BATCH / 4),
          new Way("bfloat16, checkpoints", true, TrainingMode.BFLOAT16, BATCH));

  private final long budget;

  private UnderBudget(long budget) {
    this.budget = budget;
  }

  static void main() throws IOException {
    long plain = train(WAYS.getFirst(), 1, Long.MAX_VALUE, Long.MAX_VALUE, WINDOW).peak();
    new UnderBudget(plain * 2 / 3).show();
  }

  private void show() throws IOException {
    IO.println(refusal());
    var plain = courses(WAYS.getFirst(), Long.MAX_VALUE);
    var table =
        TextTable.of(
            "in %d bytes".formatted(budget),
            "peak",
            "of plain",
            "time of plain's",
            "last loss",
            "accuracy",
            "from plain's curve");
    var chart = Charts.linear("12 blocks: loss under a budget", "step", "loss");
    var x = IntStream.range(0, STEPS / WINDOW).mapToDouble(i -> (i + 0.5) * WINDOW).toArray();
    for (var way : WAYS) {
      boolean fits = fits(way);
      var all = way.equals(WAYS.getFirst()) ? plain : courses(way, fits ? budget : Long.MAX_VALUE);
      row(table, way, !fits, all, plain);
      Charts.line(chart, way.name(), x, mean(all));
    }
    IO.println(
        table.note(
            ("%d seeds, %d steps. From plain's curve: the largest distance of the mean losses of %d"
                    + " steps, in spreads of plain's seeds there. * does not fit: without the budget")
                .formatted(SEEDS, STEPS, WINDOW)));
    Files.createDirectories(FOLDER);
    Charts.write(chart, FOLDER.resolve("under-budget.png"));
    IO.println("wrote " + FOLDER.resolve("under-budget.png"));
  }

  /// The message with which the budget refuses the plain step.
  private String refusal() {
    try {
      train(WAYS.getFirst(), 1, budget, budget, 1);
      throw new AssertionError("the plain step fits into " + budget);
    } catch (IllegalStateException e) {
      return "plain: " + e.getMessage();
    }
  }

  private boolean fits(Way way) {
    try {
      train(way, 1, budget, budget, 1);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private List<Course> courses(Way way, long limit) {
    return IntStream.rangeClosed(1, SEEDS)
        .mapToObj(seed -> train(way, seed, limit, budget, STEPS))
        .toList();
  }

  private void row(TextTable table, Way way, boolean free, List<Course> all, List<Course> plain) {
    double accuracy = all.stream().mapToDouble(Course::accuracy).average().orElseThrow();
    var curve = mean(all);
    table.row(
        way.name() + (free ? " *" : ""),
        "" + all.getFirst().peak(),
        percent((double) all.getFirst().peak() / plain.getFirst().peak(), 1),
        time(way),
        number(curve[curve.length - 1], 3),
        percent(accuracy, 2),
        number(distance(curve, plain), 2));
  }

  private static double[] mean(List<Course> all) {
    return IntStream.range(0, all.getFirst().curve().length)
        .mapToDouble(i -> all.stream().mapToDouble(c -> c.curve()[i]).average().orElseThrow())
        .toArray();
  }

  /// The largest distance of a curve from plain's mean, in plain's spreads from least to most seed.
  private static double distance(double[] curve, List<Course> plain) {
    var mean = mean(plain);
    return IntStream.range(0, curve.length)
        .mapToDouble(i -> {
          var seeds = plain.stream().mapToDouble(c -> c.curve()[i]).summaryStatistics();
          return Math.abs(curve[i] - mean[i]) / (seeds.getMax() - seeds.getMin());
        })
        .max()
        .orElseThrow();
  }

  /// How long a step takes, with plain ones in turns.
  private String time(Way way) {
    if (way.equals(WAYS.getFirst())) {
      return "100 %";
    }
    var one = new Session(WAYS.getFirst(), 0, Long.MAX_VALUE, budget);
    var other = new Session(way, 0, Long.MAX_VALUE, budget);
    var speed = SpeedInTurns.of(one::step, other::step);
    return "%s (%s to %s)"
        .formatted(
            percent(1 / speed.median(), 0),
            percent(1 / speed.high(), 0),
            percent(1 / speed.low(), 0));
  }

  /// Trains, and fails when a step's tapes would hold more than `limit`.
  private static Course train(Way way, long seed, long limit, long target, int steps) {
    var session = new Session(way, seed, limit, target);
    var curve = new double[Math.max(1, steps / WINDOW)];
    for (int step = 0; step < steps; step++) {
      curve[Math.min(step / WINDOW, curve.length - 1)] += session.step() / WINDOW;
    }
    double accuracy = Metrics.accuracy(session.model, session.parts.test());
    return new Course(curve, accuracy, session.bytes.peak());
  }

  /// One training by a way.
  private static final class Session {
    private final Way way;
    private final Dataset.Split parts;
    private final Layer model;
    private final Layer runs;
    private final Trainer batches;
    private final MixedTrainer trainer;
    private final StepBytes bytes;
    private final List<Dataset> left = new ArrayList<>();

    /// @param target the bytes that a plan of checkpoints is made for
    Session(Way way, long seed, long limit, long target) {
      this.way = way;
      var random = new SplittableRandom(seed);
      parts = Datasets.digits().flat().shuffled(random).split(0.8);
      var blocks = blocks(random);
      model = new Sequential(blocks);
      batches = new Trainer(model, _ -> {}, BATCH, random);
      var adam = new Adam(Schedule.cosine(3e-3f, STEPS / 10, STEPS));
      trainer = way.mode().trainer(model.parameters(), adam);
      bytes = new StepBytes(model.parameters(), List.of(), limit);
      var x = parts.training().slice(0, BATCH).inputs().copy();
      runs =
          way.checkpoints()
              ? new PlannedChain(blocks, plan(ChainCost.of(blocks, x), target))
              : model;
    }

    double step() {
      if (left.isEmpty()) {
        left.addAll(batches.batches(parts.training()));
        left.removeIf(b -> b.size() < BATCH);
      }
      var batch = left.removeFirst();
      bytes.step(batch.inputs());
      try (var _ = TapeListener.use(bytes)) {
        return trainer.step(MixedTrainer.parts(runs, batch, way.most()));
      }
    }
  }

  /// The plan with the fewest FLOPs again that leaves a twentieth of the budget to the loss.
  private static CheckpointPlan plan(ChainCost cost, long target) {
    return target == Long.MAX_VALUE
        ? CheckpointPlan.squareRoot(BLOCKS + 1)
        : new BestPlan(cost).within(target * 19 / 20);
  }

  private static List<Layer> blocks(SplittableRandom random) {
    var blocks = new ArrayList<Layer>();
    for (int i = 0; i < BLOCKS; i++) {
      blocks.add(
          new Sequential(new Linear("" + i, WIDTH, WIDTH, random), new Activation(UnaryOp.RELU)));
    }
    blocks.add(new Linear("out", WIDTH, 10, random));
    return blocks;
  }
}
