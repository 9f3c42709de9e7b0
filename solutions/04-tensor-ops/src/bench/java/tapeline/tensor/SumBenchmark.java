package tapeline.tensor;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// Does it matter which axis goes? The same numbers added up along one axis, the other, or both.
///
/// The bare loop adds one number after the other to one double, and each addition waits for the one
/// before it. Prediction: `sumAll` has four sums going at once, and is up to four times as fast;
/// `sumRows` (axis 0) adds neighbours to neighbours, so the compiler makes vector instructions of
/// it: it is the fastest, though its result is the largest. Of a transpose, the last axis is the
/// one that is not contiguous: a copy comes first.
///
/// Run: `mvn -pl grader test -Dmodule=4 -Dbench=SumBenchmark`
public class SumBenchmark extends TensorBenchmark {
  @Param({"64x96", "1000x1024"})
  String shape;

  private int m;
  private int n;
  private Tensor x;
  private double total;

  /// Every method, against sums in float64.
  @Setup
  public void check() {
    m = shape(shape)[0];
    n = shape(shape)[1];
    x = Tensor.normal(random, m, n);
    for (float v : x.data()) {
      total += v;
    }
    var rows = new double[n];
    var columns = new double[m];
    for (int i = 0; i < m * n; i++) {
      rows[i % n] += x.data()[i];
      columns[i / n] += x.data()[i];
    }
    check("bareSum", new float[] {(float) bareSum()}, _ -> total);
    check("sumAll", sumAll(), _ -> total);
    check("sumRows", sumRows(), j -> rows[j]);
    check("sumColumns", sumColumns(), i -> columns[i]);
    check("sumTransposed", sumTransposed(), j -> rows[j]);
  }

  @Benchmark
  public double bareSum() {
    double sum = 0;
    for (float v : x.data()) {
      sum += v;
    }
    return sum;
  }

  @Benchmark
  public double bareSumAgain() {
    return bareSum();
  }

  @Benchmark
  public Tensor sumAll() {
    return x.sum();
  }

  @Benchmark
  public Tensor sumRows() {
    return x.sum(0);
  }

  @Benchmark
  public Tensor sumColumns() {
    return x.sum(1);
  }

  @Benchmark
  public Tensor sumTransposed() {
    return x.transpose().sum(1);
  }
}
