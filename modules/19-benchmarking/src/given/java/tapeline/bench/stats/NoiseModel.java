package tapeline.bench.stats;

import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;

/// The noise of a machine on times of 1: ten ways in which real ones were seen to disturb
/// measurements. With made-up times the truth is known, and a harness can be graded.
///
/// A timeline is one machine's, over which all processes run, one after the other. A fork's effect
/// is one process's: how its code and its data happened to lie, what its compiler happened to
/// choose.
public enum NoiseModel {
  /// Independent, bell-shaped, 2 %: the model of most textbooks, and of few machines.
  NORMAL((n, r) -> each(n, () -> 1 + 0.02 * r.nextGaussian())),
  /// Independent and skewed, σ = 0.25 of the logarithm.
  LOGNORMAL((n, r) -> each(n, () -> Math.exp(0.25 * r.nextGaussian()))),
  /// Skewed like LOGNORMAL, each value resembling the one before: ρ = 0.6.
  CORRELATED((n, r) -> autoregressive(n, 0.6, 0.25, r)),
  /// Slow waves, σ = 0.05, ρ = 0.9.
  WAVES((n, r) -> autoregressive(n, 0.9, 0.05, r)),
  /// 2 %, and in one of 20 a delay with a tail so heavy that it has no variance (Lomax, α = 1.8).
  SPIKES((n, r) -> each(n, () -> spike(r))),
  /// A neighbour who comes for 10 values on average, and makes them 20 % slower, and goes for 30.
  NEIGHBOUR(NoiseModel::neighbour),
  /// A machine that heats up, or cools down: 5 % from the first value to the last.
  DRIFT(NoiseModel::drift),
  /// A walk that goes nowhere in particular, 0.4 % a step.
  RANDOM_WALK(NoiseModel::walk),
  /// Each process is by itself 1 % faster or slower.
  FORK_EFFECTS(
      (n, r) -> each(n, () -> Math.exp(0.01 * r.nextGaussian())),
      r -> Math.exp(0.01 * r.nextGaussian())),
  /// One process in four has compiled something differently, and is 6 % slower.
  TWO_KINDS_OF_FORK(
      (n, r) -> each(n, () -> Math.exp(0.01 * r.nextGaussian())),
      r -> (r.nextDouble() < 0.25 ? 1.06 : 1) * Math.exp(0.002 * r.nextGaussian()));

  @SuppressWarnings("ImmutableEnumChecker") // the functions keep nothing
  private final BiFunction<Integer, RandomGenerator, double[]> timeline;

  @SuppressWarnings("ImmutableEnumChecker")
  private final ToDoubleFunction<RandomGenerator> fork;

  NoiseModel(BiFunction<Integer, RandomGenerator, double[]> timeline) {
    this(timeline, _ -> 1);
  }

  NoiseModel(
      BiFunction<Integer, RandomGenerator, double[]> timeline,
      ToDoubleFunction<RandomGenerator> fork) {
    this.timeline = timeline;
    this.fork = fork;
  }

  /// The machine's factors for n values one after the other.
  public double[] timeline(int n, RandomGenerator random) {
    return timeline.apply(n, random);
  }

  /// The factor of one process.
  public double fork(RandomGenerator random) {
    return fork.applyAsDouble(random);
  }

  private static double[] each(int n, DoubleSupplier value) {
    return DoubleStream.generate(value).limit(n).toArray();
  }

  private static double[] autoregressive(int n, double rho, double sd, RandomGenerator r) {
    var x = new double[n];
    double z = r.nextGaussian();
    for (int i = 0; i < n; i++) {
      x[i] = Math.exp(sd * z);
      z = rho * z + Math.sqrt(1 - rho * rho) * r.nextGaussian();
    }
    return x;
  }

  private static double spike(RandomGenerator r) {
    double delay = 0.3 * (Math.pow(1 - r.nextDouble(), -1 / 1.8) - 1);
    return Math.exp(0.02 * r.nextGaussian()) + (r.nextDouble() < 0.05 ? delay : 0);
  }

  private static double[] neighbour(int n, RandomGenerator r) {
    var x = new double[n];
    boolean slow = r.nextDouble() < 0.25;
    for (int i = 0; i < n; i++) {
      x[i] = (slow ? 1.2 : 1) * Math.exp(0.02 * r.nextGaussian());
      slow = slow ? r.nextDouble() > 1 / 10.0 : r.nextDouble() < 1 / 30.0;
    }
    return x;
  }

  private static double[] drift(int n, RandomGenerator r) {
    double slope = (r.nextBoolean() ? 0.05 : -0.05) / Math.max(1, n - 1);
    var x = each(n, () -> 0.02 * r.nextGaussian());
    Arrays.setAll(x, i -> x[i] + 1 + slope * i);
    return x;
  }

  private static double[] walk(int n, RandomGenerator r) {
    var x = new double[n];
    double place = 0;
    for (int i = 0; i < n; i++) {
      place += 0.004 * r.nextGaussian();
      x[i] = Math.exp(place + 0.02 * r.nextGaussian());
    }
    return x;
  }
}
