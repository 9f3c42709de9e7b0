package tapeline.instructor.judge.workload;

import java.util.Map;
import tapeline.competition.Event;
import tapeline.competition.RooflineFloor;
import tapeline.instructor.judge.Draws;

/// `C = A·B`, all numbers uniform from −1 to 1.
record MatmulTask(Event event, Map<String, Integer> size) implements Task {
  @Override
  public Asked ask(Draws draws) {
    int m = size.getOrDefault("m", 0);
    int k = size.getOrDefault("k", 0);
    int n = size.getOrDefault("n", 0);
    float[] a = draws.uniform(m * k, -1, 1);
    float[] b = draws.uniform(k * n, -1, 1);
    return new Product(m, k, n, a, b, event.tolerance(), RooflineFloor.of(event, size));
  }

  /// `A·B` in float64; A (m,k), B (k,n).
  static double[] product(int m, int k, int n, float[] a, float[] b) {
    var c = new double[m * n];
    for (int i = 0; i < m; i++) {
      for (int l = 0; l < k; l++) {
        double x = a[i * k + l];
        for (int j = 0; j < n; j++) {
          c[i * n + j] += x * b[l * n + j];
        }
      }
    }
    return c;
  }

  private record Product(int m, int k, int n, float[] a, float[] b, double tolerance, double floor)
      implements Asked {
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
      return Close.mark(product(m, k, n, a, b), answer, tolerance);
    }
  }
}
