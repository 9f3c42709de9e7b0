package tapeline.tensor;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// How much does a function of one number cost? 64·96 elements, which fit into the first caches.
///
/// Prediction: the compiler makes relu one vector instruction for up to sixteen numbers, and exp a
/// call for each, so exp takes twenty times as long and tanh, which is two of them, forty. A
/// function that costs so much is where a faster backend has most to gain.
///
/// Run: `mvn -pl grader test -Dmodule=4 -Dbench=FunctionBenchmark`
public class FunctionBenchmark extends TensorBenchmark {
  @Param({"64x96"})
  String shape;

  private Tensor x;

  /// Every method, against float64.
  @Setup
  public void check() {
    var sides = shape(shape);
    x = Tensor.normal(random, sides);
    check("bareRelu", bareRelu(), i -> Math.max(x.data()[i], 0));
    check("relu", relu(), i -> Math.max(x.data()[i], 0));
    check("greater", greater(), i -> x.data()[i] > 0 ? 1 : 0);
    check("exp", exp(), i -> Math.exp(x.data()[i]));
    check("tanh", tanh(), i -> Math.tanh(x.data()[i]));
    check("sigmoid", sigmoid(), i -> 1 / (1 + Math.exp(-x.data()[i])));
    check("softplus", softplus(), i -> Math.log1p(Math.exp(x.data()[i])));
  }

  @Benchmark
  public float[] bareRelu() {
    float[] a = x.data();
    var y = new float[a.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = Math.max(a[i], 0);
    }
    return y;
  }

  @Benchmark
  public float[] bareReluAgain() {
    return bareRelu();
  }

  @Benchmark
  public Tensor relu() {
    return x.relu();
  }

  /// Compares, and so branches, on numbers that no processor can foretell.
  @Benchmark
  public Tensor greater() {
    return x.greater(Tensor.scalar(0));
  }

  @Benchmark
  public Tensor exp() {
    return x.exp();
  }

  @Benchmark
  public Tensor tanh() {
    return x.tanh();
  }

  @Benchmark
  public Tensor sigmoid() {
    return x.sigmoid();
  }

  @Benchmark
  public Tensor softplus() {
    return x.softplus();
  }
}
