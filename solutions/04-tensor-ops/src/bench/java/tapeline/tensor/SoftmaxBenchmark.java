package tapeline.tensor;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// How much does it cost to stay finite, and how much to be made of parts?
///
/// The bare loop is softmax as the formula has it, which overflows at 89. Prediction: the search
/// for the maximum is one pass more, beside an exponential for each number, so `softmax` takes
/// about a tenth longer. `softmaxByParts` is five ops, each of which writes a tensor and reads it
/// again: the exponentials are the same, so it loses a fifth, and allocates three times the memory.
///
/// Run: `mvn -pl grader test -Dmodule=4 -Dbench=SoftmaxBenchmark`
public class SoftmaxBenchmark extends TensorBenchmark {
  @Param({"64x10", "64x1000"})
  String shape;

  private int m;
  private int n;
  private Tensor x;

  /// Every method, against the formula in float64.
  @Setup
  public void check() {
    m = shape(shape)[0];
    n = shape(shape)[1];
    x = Tensor.normal(random, m, n);
    var sums = new double[m];
    for (int i = 0; i < m * n; i++) {
      sums[i / n] += Math.exp(x.data()[i]);
    }
    check("bareSoftmax", bareSoftmax(), i -> Math.exp(x.data()[i]) / sums[i / n]);
    check("softmax", softmax(), i -> Math.exp(x.data()[i]) / sums[i / n]);
    check("softmaxByParts", softmaxByParts(), i -> Math.exp(x.data()[i]) / sums[i / n]);
    check("logSumExp", logSumExp(), i -> Math.log(sums[i]));
    check("logSoftmax", logSoftmax(), i -> x.data()[i] - Math.log(sums[i / n]));
  }

  @Benchmark
  public float[] bareSoftmax() {
    float[] a = x.data();
    var y = new float[a.length];
    for (int row = 0; row < y.length; row += n) {
      double sum = 0;
      for (int j = row; j < row + n; j++) {
        y[j] = (float) Math.exp(a[j]);
        sum += y[j];
      }
      for (int j = row; j < row + n; j++) {
        y[j] /= (float) sum;
      }
    }
    return y;
  }

  @Benchmark
  public float[] bareSoftmaxAgain() {
    return bareSoftmax();
  }

  @Benchmark
  public Tensor softmax() {
    return x.softmax();
  }

  @Benchmark
  public Tensor softmaxByParts() {
    var e = x.minus(x.max(true, -1)).exp();
    return e.div(e.sum(true, -1));
  }

  @Benchmark
  public Tensor logSumExp() {
    return x.logSumExp();
  }

  @Benchmark
  public Tensor logSoftmax() {
    return x.logSoftmax();
  }
}
