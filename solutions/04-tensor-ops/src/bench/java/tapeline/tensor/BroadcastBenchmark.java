package tapeline.tensor;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// How much does a view cost the op that reads it? One addition for each element, of operands of
/// six kinds.
///
/// An addition reads 8 bytes and writes 4, and a processor adds faster than it moves these.
/// Prediction: `plus` is the bare loop. A row or a column that is stretched is read less and copied
/// more, in the first-level cache, so it costs little. A transpose is read with a step of a whole
/// row: each number brings a cache line of 64 bytes along, which is used once where the matrix is
/// larger than the cache, so there it is several times slower.
///
/// Run: `mvn -pl grader test -Dmodule=4 -Dbench=BroadcastBenchmark`
public class BroadcastBenchmark extends TensorBenchmark {
  @Param({"64x96", "1000x1024"})
  String shape;

  private int m;
  private int n;
  private Tensor x;
  private Tensor z;
  private Tensor row;
  private Tensor column;
  private Tensor tall;

  /// Every method, against the elements one by one.
  @Setup
  public void check() {
    m = shape(shape)[0];
    n = shape(shape)[1];
    x = Tensor.normal(random, m, n);
    z = Tensor.normal(random, m, n);
    row = Tensor.normal(random, n);
    column = Tensor.normal(random, m, 1);
    tall = Tensor.normal(random, n, m);
    check("bareAdd", bareAdd(), i -> x.data()[i] + z.data()[i]);
    check("plus", plus(), i -> x.data()[i] + z.data()[i]);
    check("plusNumber", plusNumber(), i -> x.data()[i] + 0.5);
    check("plusRow", plusRow(), i -> x.data()[i] + row.data()[i % n]);
    check("plusColumn", plusColumn(), i -> x.data()[i] + column.data()[i / n]);
    check("plusTransposed", plusTransposed(), i -> x.data()[i] + tall.data()[i % n * m + i / n]);
  }

  @Benchmark
  public float[] bareAdd() {
    float[] a = x.data();
    float[] b = z.data();
    var y = new float[a.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = a[i] + b[i];
    }
    return y;
  }

  @Benchmark
  public float[] bareAddAgain() {
    return bareAdd();
  }

  @Benchmark
  public Tensor plus() {
    return x.plus(z);
  }

  @Benchmark
  public Tensor plusNumber() {
    return x.plus(0.5f);
  }

  @Benchmark
  public Tensor plusRow() {
    return x.plus(row);
  }

  @Benchmark
  public Tensor plusColumn() {
    return x.plus(column);
  }

  @Benchmark
  public Tensor plusTransposed() {
    return x.plus(tall.transpose());
  }
}
