package tapeline.tensor;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// How much does the order of three loops matter? (n,n)·(n,n), 2n³ flops: divide by the ns for
/// GFLOP/s.
///
/// `loopsIjk` is the formula as one writes it: its inner loop goes down a column of B, a row apart
/// at each step, into one sum. `loopsIkj` has the two inner loops exchanged: it goes along a row of
/// B. Prediction: three times as fast as long as B fits into a cache, and more when it does not.
/// `matmul` goes along rows, too, but each in an array of its own, four at a time, where the
/// compiler makes vector instructions: several times faster again. Every one of them grows as n³,
/// and the first faster than that.
///
/// `rowTimesMatrix` is (1,n)·(n,n), 2n² flops: what a model computes for one example, or for one
/// more token. Each number of B is used once, so it is the memory that decides. Prediction: half
/// the GFLOP/s of `matmul`, or less.
///
/// Run: `mvn -pl grader test -Dmodule=4 -Dbench=MatmulBenchmark`
public class MatmulBenchmark extends TensorBenchmark {
  @Param({"64", "128", "256", "512"})
  int n;

  private Tensor a;
  private Tensor b;
  private Tensor bTransposed;

  /// Every method, against sums in float64.
  @Setup
  public void check() {
    a = Tensor.normal(random, n, n);
    b = Tensor.normal(random, n, n);
    bTransposed = b.transpose().copy();
    var want = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int l = 0; l < n; l++) {
        for (int j = 0; j < n; j++) {
          want[i * n + j] += (double) a.data()[i * n + l] * b.data()[l * n + j];
        }
      }
    }
    check("loopsIjk", loopsIjk(), i -> want[i]);
    check("loopsIkj", loopsIkj(), i -> want[i]);
    check("matmul", matmul(), i -> want[i]);
    check("matmulTransposed", matmulTransposed(), i -> want[i]);
    check("rowTimesMatrix", rowTimesMatrix(), i -> want[i]);
  }

  @Benchmark
  public float[] loopsIjk() {
    float[] left = a.data();
    float[] right = b.data();
    var y = new float[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int l = 0; l < n; l++) {
          sum += left[i * n + l] * right[l * n + j];
        }
        y[i * n + j] = sum;
      }
    }
    return y;
  }

  @Benchmark
  public float[] loopsIjkAgain() {
    return loopsIjk();
  }

  @Benchmark
  public float[] loopsIkj() {
    float[] left = a.data();
    float[] right = b.data();
    var y = new float[n * n];
    for (int i = 0; i < n; i++) {
      for (int l = 0; l < n; l++) {
        float x = left[i * n + l];
        for (int j = 0; j < n; j++) {
          y[i * n + j] += x * right[l * n + j];
        }
      }
    }
    return y;
  }

  @Benchmark
  public Tensor matmul() {
    return a.matmul(b);
  }

  @Benchmark
  public Tensor matmulTransposed() {
    return a.matmul(bTransposed.transpose());
  }

  @Benchmark
  public Tensor rowTimesMatrix() {
    return a.slice(0, 0, 1).matmul(b);
  }
}
