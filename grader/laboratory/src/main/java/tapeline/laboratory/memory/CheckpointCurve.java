package tapeline.laboratory.memory;

import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.knowm.xchart.XYChart;
import tapeline.instruments.machine.SpeedInTurns;
import tapeline.memory.BestPlan;
import tapeline.memory.Binomial;
import tapeline.memory.ChainCost;
import tapeline.memory.CheckpointPlan;
import tapeline.toolkit.Charts;
import tapeline.toolkit.TextTable;

/// The price of memory in FLOPs: module 14's plans for 64 linear blocks and for 12 blocks of a
/// transformer. It reports the largest number of bytes that tapes hold and the recomputed FLOPs of
/// every strategy, the time of a step in half the bytes, measured in turns, and how the peak of the
/// √n plan grows with n. `./tapeline run CheckpointCurve`
public final class CheckpointCurve {
  private static final Path FOLDER =
      Path.of(System.getProperty("tapeline.root", "")).resolve("grader/target/memory");

  private static final int STEPS = 4; // a turn

  private final String name;
  private final PlannedStep step;
  private final ChainCost cost;
  private final BestPlan best;
  private final int blocks;
  private final CheckpointPlan plain;
  private final long plainBytes;
  private final long plainFlops;

  private CheckpointCurve(String name, PlannedStep step) {
    this.name = name;
    this.step = step;
    blocks = step.blocks().size();
    cost = ChainCost.of(step.blocks(), step.x());
    best = new BestPlan(cost);
    plain = CheckpointPlan.keepAll(blocks);
    plainBytes = step.peak(plain);
    plainFlops = step.flops(plain);
  }

  private record PlanPoint(long bytes, long flops) {}

  static void main() throws IOException {
    var random = new SplittableRandom(14);
    var mlp = new CheckpointCurve("64 blocks", PlannedStep.mlp(64, 64, 256, random));
    var transformer =
        new CheckpointCurve(
            "12 transformer blocks", PlannedStep.transformer(12, 64, 4, 64, random));
    Files.createDirectories(FOLDER);
    for (var curve : List.of(mlp, transformer)) {
      curve.show();
    }
    IO.println(squareRoots());
  }

  private void show() throws IOException {
    IO.println(table());
    IO.println(time());
    var file = FOLDER.resolve("checkpoints-%d.png".formatted(blocks));
    chart(file);
    IO.println("wrote " + file);
  }

  /// A row for some plans of each strategy: predicted, and what a step held and computed.
  private TextTable table() {
    var table =
        TextTable.of(name + ", plan", "bytes", "of plain", "measured", "FLOPs again", "counted");
    row(table, "all kept", plain);
    row(table, "every 1", CheckpointPlan.every(1, blocks));
    row(table, "√n", CheckpointPlan.squareRoot(blocks));
    for (int places : new int[] {1, 3, 6}) {
      row(table, "revolve, " + places, Binomial.plan(blocks, places));
    }
    var ways = best.ways();
    row(table, "best, half the bytes", best.within(plainBytes / 2));
    row(table, "best, as √n", best.within(cost.peak(CheckpointPlan.squareRoot(blocks))));
    row(table, "best, fewest bytes", BestPlan.plan(ways.getFirst()));
    return table.note(
        "FLOPs again: of the %s of a step. %d plans are best for some budget."
            .formatted(number((double) plainFlops, 3), ways.size()));
  }

  private void row(TextTable table, String what, CheckpointPlan plan) {
    long bytes = cost.peak(plan);
    long again = cost.recomputed(plan);
    table.row(
        what,
        "" + bytes,
        percent((double) bytes / plainBytes, 1),
        "" + step.peak(plan),
        percent((double) again / plainFlops, 1),
        percent((double) (step.flops(plan) - plainFlops) / plainFlops, 1));
  }

  /// How much longer a step in half the bytes takes, with plain steps in turns.
  private String time() {
    var half = best.within(plainBytes / 2);
    var speed = SpeedInTurns.of(() -> turn(plain), () -> turn(half));
    return "in half the bytes a step takes %s of the plain one's time (%s to %s)"
        .formatted(
            percent(1 / speed.median(), 0),
            percent(1 / speed.high(), 0),
            percent(1 / speed.low(), 0));
  }

  private void turn(CheckpointPlan plan) {
    for (int i = 0; i < STEPS; i++) {
      step.run(plan);
    }
  }

  private void chart(Path file) throws IOException {
    var chart = Charts.linear(name + ": bytes against FLOPs", "kB", "FLOPs again, % of a step");
    var ways = best.ways();
    Charts.line(
        chart,
        "best plan",
        ways.stream().mapToDouble(w -> w.bytes() / 1e3).toArray(),
        ways.stream().mapToDouble(w -> 100.0 * w.flops() / plainFlops).toArray());
    points(
        chart, "every k", IntStream.rangeClosed(1, blocks).mapToObj(k -> point(k, false)).toList());
    points(chart, "revolve", IntStream.range(2, blocks).mapToObj(s -> point(s, true)).toList());
    Charts.write(chart, file);
  }

  private PlanPoint point(int number, boolean binomial) {
    var plan = binomial ? Binomial.plan(blocks, number) : CheckpointPlan.every(number, blocks);
    return new PlanPoint(cost.peak(plan), cost.recomputed(plan));
  }

  private void points(XYChart chart, String strategy, List<PlanPoint> points) {
    Charts.points(
        chart,
        strategy,
        points.stream().mapToDouble(p -> p.bytes() / 1e3).toArray(),
        points.stream().mapToDouble(p -> 100.0 * p.flops() / plainFlops).toArray());
  }

  /// The measured peak of the √n plan over n, and the power of n that fits it.
  private static TextTable squareRoots() {
    var table = TextTable.of("blocks", "peak kept", "peak √n", "√n of kept");
    var kept = new SimpleRegression();
    var root = new SimpleRegression();
    var random = new SplittableRandom(15);
    for (int n = 16; n <= 256; n *= 2) {
      var step = PlannedStep.mlp(n, 8, 512, random);
      long all = step.peak(CheckpointPlan.keepAll(n));
      long few = step.peak(CheckpointPlan.squareRoot(n));
      kept.addData(Math.log(n), Math.log((double) all));
      root.addData(Math.log(n), Math.log((double) few));
      table.row("" + n, "" + all, "" + few, percent((double) few / all, 1));
    }
    return table.note(
        "peaks grow as n^%s kept, and as n^%s by the √n plan"
            .formatted(number(kept.getSlope(), 3), number(root.getSlope(), 3)));
  }
}
