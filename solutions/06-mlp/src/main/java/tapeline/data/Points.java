package tapeline.data;

import java.util.random.RandomGenerator;
import tapeline.tensor.Tensor;

/// Points in the plane that no straight line tells apart.
public final class Points {
  private static final double TURN = 0.7;

  private Points() {}

  /// Two half circles of radius 1 that reach into each other, half of the points on each, with
  /// Gaussian noise of this standard deviation. Inputs (n,2).
  public static Dataset twoMoons(int n, float noise, RandomGenerator random) {
    var inputs = Tensor.zeros(n, 2);
    var labels = new int[n];
    for (int i = 0; i < n; i++) {
      double angle = Math.PI * random.nextDouble();
      labels[i] = i % 2;
      double x = labels[i] == 0 ? Math.cos(angle) : 1 - Math.cos(angle);
      double y = labels[i] == 0 ? Math.sin(angle) : 0.5 - Math.sin(angle);
      put(inputs, i, x + noise * random.nextGaussian(), y + noise * random.nextGaussian());
    }
    return new Dataset(inputs, labels, 2);
  }

  /// Spirals of radius 1 around the origin, each with as many of the points and 0.7 of a turn long,
  /// with Gaussian noise of this standard deviation. Inputs (n,2).
  ///
  /// @throws IllegalArgumentException when there is no arm
  public static Dataset spirals(int n, int arms, float noise, RandomGenerator random) {
    if (arms < 1) {
      throw new IllegalArgumentException("spirals have at least one arm, got " + arms);
    }
    var inputs = Tensor.zeros(n, 2);
    var labels = new int[n];
    for (int i = 0; i < n; i++) {
      labels[i] = i % arms;
      double radius = random.nextDouble();
      double angle = 2 * Math.PI * (labels[i] / (double) arms + TURN * radius);
      put(
          inputs,
          i,
          radius * Math.cos(angle) + noise * random.nextGaussian(),
          radius * Math.sin(angle) + noise * random.nextGaussian());
    }
    return new Dataset(inputs, labels, arms);
  }

  private static void put(Tensor points, int i, double x, double y) {
    points.set((float) x, i, 0);
    points.set((float) y, i, 1);
  }
}
