package tapeline.competition.workload;

import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tapeline.competition.Event;
import tapeline.competition.RooflineFloor;

/// `C = A·B`, all numbers uniform from −1 to 1.
record MatmulTask(Event event, Map<String, Integer> size) implements Task {
  private static final double LARGE = 1 << 26; // multiplications, from which all cores help

  @Override
  public Question ask(Draws draws) {
    int m = size.getOrDefault("m", 0);
    int k = size.getOrDefault("k", 0);
    int n = size.getOrDefault("n", 0);
    float[] a = draws.uniform(m * k, -1, 1);
    float[] b = draws.uniform(k * n, -1, 1);
    var right = new Once(() -> product(m, k, n, a, b));
    return new Product(m, k, n, a, b, event.tolerance(), RooflineFloor.of(event, size), right);
  }

  /// `A·B` in float64; A (m,k), B (k,n).
  static double[] product(int m, int k, int n, float[] a, float[] b) {
    var c = new double[m * n];
    var rows = IntStream.range(0, m);
    var order = (double) m * k * n < LARGE ? rows : rows.parallel();
    order.forEach(i -> {
      for (int l = 0; l < k; l++) {
        double x = a[i * k + l];
        for (int j = 0; j < n; j++) {
          c[i * n + j] += x * b[l * n + j];
        }
      }
    });
    return c;
  }

  /// Computes when it is asked for the first time, and keeps it.
  private static final class Once implements Supplier<double[]> {
    private final Supplier<double[]> compute;
    private double @Nullable [] known;

    Once(Supplier<double[]> compute) {
      this.compute = compute;
    }

    @Override
    public double[] get() {
      var right = known;
      if (right == null) {
        right = compute.get();
        known = right;
      }
      return right;
    }
  }

  /// One product. Both sides are asked for it: what is right is computed once.
  private record Product(
      int m,
      int k,
      int n,
      float[] a,
      float[] b,
      double tolerance,
      double floor,
      Supplier<double[]> right)
      implements Question {
    @Override
    public float[][] input() {
      return new float[][] {{m, k, n}, a, b};
    }

    @Override
    public int answerLength() {
      return m * n;
    }

    @Override
    public Mark mark(float[] answer) {
      return CloseNumbers.mark(right.get(), answer, tolerance);
    }
  }
}
