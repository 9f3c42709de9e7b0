package tapeline.laboratory.curvature;

import static tapeline.toolkit.TextTable.number;
import static tapeline.toolkit.TextTable.percent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.linear.ArrayRealVector;
import tapeline.bench.stats.Sample;
import tapeline.curvature.Classification;
import tapeline.curvature.ConjugateGradients;
import tapeline.curvature.DescentMethod;
import tapeline.curvature.DiagonalNewton;
import tapeline.curvature.GaussNewton;
import tapeline.curvature.Hessian;
import tapeline.curvature.Lbfgs;
import tapeline.curvature.NewtonCg;
import tapeline.instruments.profile.Cost;
import tapeline.laboratory.arguments.Argument;
import tapeline.optim.Adam;
import tapeline.optim.Schedule;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Backend;
import tapeline.toolkit.ProgressBar;
import tapeline.toolkit.TextTable;

/// Do methods that know the curvature pay? Module 16's beside 07's Adam on the digits, logistic
/// regression and 06's perceptron, from three seeds to the same loss: iterations, FLOPs, processor
/// time, each method with the best setting of a small grid. And what a product with the curvature
/// costs. `./tapeline run SecondOrder`, or `./tapeline run "SecondOrder 7"` for seven seeds
public final class SecondOrder {
  private static final int SEEDS = 3;
  private static final int STEPS = 1000;
  private static final int EPOCHS = 60;
  private static final int BATCH = 32;
  private static final double LEVEL = 0.95;

  private static final List<TunedMethod> METHODS =
      List.of(
          new TunedMethod(
              "Adam, all digits",
              "rate",
              List.of(0.03, 0.1, 0.3, 1.0),
              (p, rate) -> p.optimize(new Adam(Schedule.constant(rate)), STEPS)),
          new TunedMethod(
              "Adam, batches of " + BATCH,
              "rate",
              List.of(0.003, 0.01, 0.03, 0.1),
              (p, rate) -> p.batches(new Adam(Schedule.constant(rate)), BATCH, EPOCHS)),
          new TunedMethod(
              "L-BFGS",
              "memory",
              List.of(5.0, 10.0, 20.0, 40.0),
              (p, memory) -> p.descend(new Lbfgs(memory.intValue()), STEPS)),
          new TunedMethod(
              "Newton-CG on G",
              "damping",
              List.of(0.00001, 0.0001, 0.001, 0.01, 0.1),
              (p, damping) ->
                  p.descend(new NewtonCg(damping, new ConjugateGradients(0.1, 40)), STEPS / 10)),
          new TunedMethod(
              "diagonal of G, 2 samples",
              "rate",
              List.of(0.003, 0.01, 0.03, 0.1, 0.3),
              (p, rate) -> p.descend(diagonal(rate, p.random().split()), STEPS / 2)),
          new TunedMethod(
              "gradient alone",
              "rate",
              List.of(0.3, 1.0, 3.0, 10.0),
              (p, rate) -> p.descend((_, _, g) -> g.mapMultiply(-rate), STEPS)));

  private SecondOrder() {}

  static void main(String... arguments) {
    Argument.requireAtMost(1, arguments);
    int seeds = // an interval takes two
        arguments.length == 0 ? SEEDS : (int) new Argument("seeds", arguments[0]).whole(2, 1000);
    IO.println(costs());
    compare("logistic regression 64-10", 0.1, seed -> DigitsProblem.logistic(seed, 0.1), seeds);
    compare("perceptron 64-64-10", 0.02, seed -> DigitsProblem.perceptron(seed, 0.02), seeds);
  }

  /// The whole diagonal step is too long where numbers go together, and each halving would cost a
  /// gradient: so its first try is a part of it.
  private static DescentMethod diagonal(double rate, SplittableRandom random) {
    var whole = new DiagonalNewton(2, 0.9, 0.001, random);
    return (f, x, gradient) -> whole.direction(f, x, gradient).mapMultiply(rate);
  }

  /// FLOPs for those of a pass forward, counted on 64 digits.
  private static TextTable costs() {
    var training = DigitsProblem.perceptron(1, 0).training();
    var part = new Classification(training.model(), training.data().slice(0, 64));
    var forward = counted(() -> part.model().apply(part.data().inputs()));
    var table = TextTable.of("perceptron 64-64-10", "forward passes", "matrix products alone");
    var hessian = new Hessian(part);
    var gaussNewton = new GaussNewton(part);
    var v = new ArrayRealVector(hessian.size(), 1);
    gaussNewton.times(v);
    row(table, "a gradient, as Hessian(…) computes it", forward, counted(() -> new Hessian(part)));
    row(table, "H·v then, each", forward, counted(() -> hessian.times(v)));
    row(table, "GaussNewton(…)", forward, counted(() -> new GaussNewton(part)));
    row(table, "G·v then, each", forward, counted(() -> gaussNewton.times(v)));
    return table.note("all FLOPs that a backend is asked for, and those of matrix products");
  }

  /// @param products those of matrix products
  private record BothCosts(Cost total, Cost products) {}

  private static BothCosts counted(Runnable work) {
    var counted = new CountedBackend(Backend.current());
    try (var _ = Backend.use(counted)) {
      work.run();
    }
    return new BothCosts(counted.total(), counted.products());
  }

  private static void row(TextTable table, String what, BothCosts forward, BothCosts cost) {
    table.row(
        what,
        number((double) cost.total().flops() / forward.total().flops(), 3),
        number((double) cost.products().flops() / forward.products().flops(), 3));
  }

  /// A method with its best setting, and a run for each seed.
  private record Tried(TunedMethod method, double setting, List<RunToLoss> runs) {}

  private static void compare(
      String model, double goal, LongFunction<DigitsProblem> problem, int seeds) {
    var tried = new ArrayList<Tried>();
    try (var bar = ProgressBar.of(model, (long) METHODS.size() * (seeds + 1))) {
      for (var method : METHODS) {
        double setting = method.tuned(problem);
        bar.step();
        var runs = new ArrayList<RunToLoss>();
        for (int seed = 1; seed <= seeds; seed++) {
          runs.add(method.train().run(problem.apply(seed), setting));
          bar.step();
        }
        tried.add(new Tried(method, setting, runs));
      }
    }
    var table =
        TextTable.of(
            model,
            "setting",
            "there",
            "iterations",
            "MFLOP each",
            "iterations ÷ Adam's",
            "FLOPs ÷ Adam's",
            "time ÷ Adam's",
            "processor s",
            "test");
    tried.forEach(t -> row(table, t, tried.getFirst().runs()));
    IO.println(
        table.note(
            "to a loss of %s on all training digits; %d seeds; geometric means and %s intervals of the ratios"
                .formatted(number(goal, 1), seeds, percent(LEVEL, 0))));
  }

  private static void row(TextTable table, Tried tried, List<RunToLoss> adam) {
    var runs = tried.runs();
    table.row(
        tried.method().name(),
        tried.method().setting() + " " + number(tried.setting(), tried.setting() < 10 ? 1 : 2),
        runs.stream().filter(RunToLoss::reached).count() + "/" + runs.size(),
        number(mean(runs, RunToLoss::iterations), 3),
        number(mean(runs, r -> r.flops() / 1e6 / r.iterations()), 3),
        ratio(runs, adam, RunToLoss::iterations),
        ratio(runs, adam, RunToLoss::flops),
        ratio(runs, adam, RunToLoss::seconds),
        number(mean(runs, RunToLoss::seconds), 2),
        percent(mean(runs, RunToLoss::accuracy), 1));
  }

  private static double mean(List<RunToLoss> runs, ToDoubleFunction<RunToLoss> of) {
    return runs.stream().mapToDouble(of).average().orElseThrow();
  }

  /// Seed by seed; nothing where a run did not get there.
  private static String ratio(
      List<RunToLoss> runs, List<RunToLoss> first, ToDoubleFunction<RunToLoss> cost) {
    var ratios = new double[runs.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = runs.get(i).over(first.get(i), cost);
    }
    if (runs.equals(first) || Arrays.stream(ratios).anyMatch(Double::isInfinite)) {
      return "–";
    }
    var logs = Sample.of(ratios).logs();
    var interval = logs.meanInterval(LEVEL).exp();
    return "%s (%s to %s)"
        .formatted(
            number(Math.exp(logs.mean()), 2),
            number(interval.low(), 2),
            number(interval.high(), 2));
  }
}
