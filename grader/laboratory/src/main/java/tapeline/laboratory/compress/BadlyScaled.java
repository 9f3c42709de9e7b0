package tapeline.laboratory.compress;

import static tapeline.toolkit.TextTable.number;

import java.util.function.Supplier;
import tapeline.compress.ErrorFeedback;
import tapeline.compress.GradientExchange;
import tapeline.compress.LocalRing;
import tapeline.compress.RingLink;
import tapeline.compress.TopK;
import tapeline.toolkit.TextTable;

/// A convex problem on which descent with the largest number of each gradient *diverges* without
/// feedback, at any rate: three workers with `fᵢ(x) = (aᵢ·x)² + ‖x‖²/4` from x = (1,1,1)
/// (Beznosikov et al. 2020, arXiv 2002.12410, example 1).
///
/// At x = (t,t,t) the first worker's gradient is `t/2·(−11, 9, 9)`: its largest number points away
/// from the minimum, 0, and so do those of the others. Each step multiplies x by `1 + 11·rate/6`.
final class BadlyScaled {
  static final double RATE = 0.02;

  private static final float[][] SLOPES = {{-3, 2, 2}, {2, -3, 2}, {2, 2, -3}};

  private BadlyScaled() {}

  /// The largest number of x, which is 0 at the minimum, after so many steps.
  static double farthest(Supplier<GradientExchange> exchange, int steps) {
    return LocalRing.run(SLOPES.length, link -> descend(link, exchange.get(), steps)).getFirst();
  }

  static GradientExchange largest() {
    return GradientExchange.coded(new TopK(1 / 3.0));
  }

  private static double descend(RingLink link, GradientExchange exchange, int steps) {
    var a = SLOPES[link.rank()];
    var x = new float[] {1, 1, 1};
    for (int step = 0; step < steps; step++) {
      float product = a[0] * x[0] + a[1] * x[1] + a[2] * x[2];
      var gradient = new float[3];
      for (int i = 0; i < 3; i++) {
        gradient[i] = 2 * product * a[i] + x[i] / 2;
      }
      var mean = exchange.exchange(link, gradient).mean();
      for (int i = 0; i < 3; i++) {
        x[i] -= (float) RATE * mean[i];
      }
    }
    return Math.max(Math.abs(x[0]), Math.max(Math.abs(x[1]), Math.abs(x[2])));
  }

  static TextTable table() {
    var table = TextTable.of("steps", "exact", "largest of three", "with feedback");
    for (int steps : new int[] {0, 10, 100, 1000}) {
      table.row(
          "" + steps,
          number(farthest(GradientExchange::exact, steps), 3),
          number(farthest(BadlyScaled::largest, steps), 3),
          number(farthest(() -> new ErrorFeedback(largest()), steps), 3));
    }
    return table.note(
        "three workers, (aᵢ·x)² + ‖x‖²/4 at a rate of %s: the largest number of x".formatted(RATE));
  }
}
