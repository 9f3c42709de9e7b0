package tapeline.laboratory.roofline;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import tapeline.accel.ladder.RegisterBlocks;
import tapeline.accel.ladder.RowOrder;
import tapeline.accel.ladder.Rung;
import tapeline.accel.ladder.TextbookOrder;
import tapeline.accel.ladder.Tiles;
import tapeline.accel.product.PackedProduct;
import tapeline.bench.stats.Interval;
import tapeline.bench.stats.Sample;
import tapeline.bench.stats.SignFlip;
import tapeline.instruments.machine.Ceilings;
import tapeline.instruments.machine.MachineFile;
import tapeline.instruments.machine.Processor;
import tapeline.instruments.machine.RoofPoint;
import tapeline.instruments.machine.RooflinePicture;
import tapeline.laboratory.arguments.Argument;
import tapeline.tensor.Tensor;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;
import tapeline.vector.MatrixView;
import tapeline.vector.tile.NarrowTile;
import tapeline.vector.tile.WideTile;

/// How far up does each rung of module 13's matrix product climb, from the textbook's loop to all
/// cores, and how far is it from a core's peak?
///
/// The rungs take turns, and [FmaSums], the peak, with them: each round has a turn of each, in an
/// order that is drawn, so that what changes from second to second favours none. Speed-ups and
/// shares are those of the rounds, with the sign-flip test's interval.
public final class Ladder {
  private static final int ROUNDS = 11;
  private static final int WARM_UP = 2; // rounds that do not count
  private static final double TURN = 0.05; // s, at least
  private static final int PEAK_ROUNDS = 100_000;

  private final int side;
  private final float[] a;
  private final float[] b;
  private double sum; // of the peak's rounds, without which the compiler would leave them out
  private final Random random = new Random(13);

  private Ladder(int side) {
    this.side = side;
    a = Tensor.uniform(random, -1, 1, side, side).toArray();
    b = Tensor.uniform(random, -1, 1, side, side).toArray();
  }

  private record Step(String name, int threads, Rung rung) {}

  /// Prints a table and writes `ladder.svg` beside the machine file; where there is no such file
  /// yet, it measures the machine first. The argument is the number of rows of the square matrices,
  /// 512 without one.
  static void main(String[] arguments) throws IOException {
    Argument.requireAtMost(1, arguments);
    int side =
        arguments.length == 0 ? 512 : (int) new Argument("rows", arguments[0]).whole(1, 9999);
    if (!Files.exists(MachineFile.PATH)) MeasureMachine.main();
    var here = Processor.here();
    var roofs = MachineFile.read(MachineFile.PATH).ofThisMachine(here).ceilings();
    var ladder = new Ladder(side);
    var steps = steps(here);
    steps.forEach(step -> ladder.requireRight(step.rung));
    double[][] rates = ladder.rates(steps);
    IO.println(ladder.table(steps, rates, roofs));
    var picture = MachineFile.PATH.resolveSibling("ladder.svg");
    Files.writeString(picture, ladder.picture(steps, rates, roofs));
    IO.println("wrote " + picture);
  }

  private static List<Step> steps(Processor here) {
    long second = here.caches().size() < 2 ? 1 << 18 : here.caches().get(1);
    var blocks = TunedBlocks.here();
    var steps = new ArrayList<Step>();
    steps.add(new Step("textbook", 1, new TextbookOrder()));
    steps.add(new Step("row order", 1, new RowOrder()));
    steps.add(new Step("tiles", 1, Tiles.in(second)));
    steps.add(new Step("4 sums in registers", 1, new RegisterBlocks()));
    steps.add(
        new Step("packed, 10 sums", 1, packed(new PackedProduct(blocks, 1, new NarrowTile()))));
    steps.add(new Step("packed, 24 sums", 1, packed(new PackedProduct(blocks, 1, new WideTile()))));
    if (here.cores() > 1) {
      steps.add(
          new Step("all cores", here.cores(), packed(new PackedProduct(blocks, here.cores()))));
    }
    return steps;
  }

  private static Rung packed(PackedProduct product) {
    return (m, n, k, a, b, c) -> product.set(MatrixView.of(a, m, k), MatrixView.of(b, k, n), c, 0);
  }

  /// A wrong answer is not timed. Numbers up to 1: two orders of a sum of k products differ by
  /// 2k·2⁻²⁴·k at most.
  private void requireRight(Rung rung) {
    var expected = new float[side * side];
    var c = new float[side * side];
    new TextbookOrder().addProduct(side, side, side, a, b, expected);
    rung.addProduct(side, side, side, a, b, c);
    double most = 0x1p-23 * side * side;
    for (int i = 0; i < c.length; i++) {
      if (!(Math.abs(c[i] - expected[i]) <= most)) {
        throw new IllegalStateException(
            "%s computes %s as number %d, the textbook's product %s"
                .formatted(rung, c[i], i, expected[i]));
      }
    }
  }

  /// FLOP/s of each step in each round, and at last those of a core's peak.
  private double[][] rates(List<Step> steps) {
    var rates = new double[steps.size() + 1][ROUNDS];
    var order = new ArrayList<>(IntStream.range(0, rates.length).boxed().toList());
    try (var bar = ProgressBar.of("in turns", (long) (WARM_UP + ROUNDS) * rates.length)) {
      for (int round = -WARM_UP; round < ROUNDS; round++) {
        Collections.shuffle(order, random);
        for (int i : order) {
          double rate = i == steps.size() ? peak() : turn(steps.get(i).rung);
          if (round >= 0) rates[i][round] = rate;
          bar.step();
        }
      }
    }
    return rates;
  }

  private double turn(Rung rung) {
    var c = new float[side * side];
    return rate(flops(), () -> rung.addProduct(side, side, side, a, b, c));
  }

  /// Multiply–adds that stay in registers: what one core reaches at most.
  private double peak() {
    return rate(FmaSums.VECTOR.flops(PEAK_ROUNDS), () -> sum += FmaSums.VECTOR.run(PEAK_ROUNDS));
  }

  private static double rate(double flops, Runnable work) {
    int runs = 0;
    double seconds = 0;
    for (long start = System.nanoTime(); seconds < TURN; runs++) {
      work.run();
      seconds = (System.nanoTime() - start) / 1e9;
    }
    return runs * flops / seconds;
  }

  private double flops() {
    return 2.0 * side * side * side;
  }

  private TextTable table(List<Step> steps, double[][] rates, Ceilings roofs) {
    var peak = rates[steps.size()];
    var table =
        TextTable.of(
            "rung", "GFLOP/s", "times the textbook", "95 %", "of the peak, %", "95 % of it");
    for (int i = 0; i < steps.size(); i++) {
      var cores = Math.log(steps.get(i).threads);
      var shares = Arrays.stream(logRatios(rates[i], peak)).map(r -> r - cores).toArray();
      var more = logRatios(rates[i], rates[0]);
      table.row(
          steps.get(i).name,
          TextTable.number(Sample.of(rates[i]).median() / 1e9, 3),
          TextTable.number(Math.exp(Sample.of(more).median()), 3),
          i == 0 ? "" : text(SignFlip.interval(0.95, more).exp(), 1),
          TextTable.number(100 * Math.exp(Sample.of(shares).median()), 3),
          text(SignFlip.interval(0.95, shares).exp(), 100));
    }
    return table
        .note("(%1$d,%1$d)·(%1$d,%1$d) float32, %2$d rounds in turns".formatted(side, ROUNDS))
        .note(
            "the peak took turns with the rungs: %s GFLOP/s a core"
                .formatted(TextTable.number(Sample.of(peak).median() / 1e9, 3)))
        .note(roofs.machine());
  }

  private static String text(Interval interval, double unit) {
    return "%.3g to %.3g".formatted(unit * interval.low(), unit * interval.high());
  }

  private static double[] logRatios(double[] rates, double[] others) {
    return IntStream.range(0, rates.length)
        .mapToDouble(i -> Math.log(rates[i] / others[i]))
        .toArray();
  }

  /// Each rung over the FLOPs a byte that it would have if A and B were read once, and C read and
  /// written once.
  private String picture(List<Step> steps, double[][] rates, Ceilings roofs) {
    double intensity = flops() / (4.0 * Float.BYTES * side * side);
    var points = new ArrayList<RoofPoint>();
    for (int i = 0; i < steps.size(); i++) {
      var step = steps.get(i);
      points.add(
          new RoofPoint(
              step.name,
              step.threads == 1 ? "one core" : "all cores",
              intensity,
              Sample.of(rates[i]).median()));
    }
    var title = "(%1$d,%1$d)·(%1$d,%1$d) on %2$s".formatted(side, roofs.machine());
    var shown = new Ceilings(roofs.machine(), roofs.compute(), roofs.oneCore().bandwidth());
    return RooflinePicture.of(title, shown, points).svg();
  }
}
