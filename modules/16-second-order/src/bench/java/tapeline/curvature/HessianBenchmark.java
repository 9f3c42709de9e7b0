package tapeline.curvature;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealVector;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tapeline.data.Dataset;
import tapeline.nn.Linear;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;

/// How long does a product with a curvature take, beside a gradient? A perceptron 64-64-10 on
/// `CpuBackend`, one thread.
///
/// Prediction by FLOPs: a gradient is 2.15 forward passes, H·v 2.58, and G·v 2.29. So H·v takes 1.2
/// times as long as the gradient, and making a Hessian as long as a gradient.
///
/// Run: `mvn -pl grader test -Dmodule=16 -Dreference -Dbench=HessianBenchmark`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 250, timeUnit = TimeUnit.MILLISECONDS)
public class HessianBenchmark {
  private static final int CLASSES = 10;

  @Param("128")
  int batch;

  @Param("f32")
  String dtype;

  private Classification training =
      new Classification(
          new Linear("0", Tensor.zeros(1, 1)), new Dataset(Tensor.zeros(1, 1), new int[1], 1));
  private TrainingObjective objective = TrainingObjective.withHessian(training);
  private Hessian hessian = new Hessian(training);
  private GaussNewton gaussNewton = new GaussNewton(training);
  private RealVector point = new ArrayRealVector();
  private RealVector v = new ArrayRealVector();

  /// The Hessian's gradient is the objective's.
  @Setup
  public void prepare() {
    var random = new Random(16);
    var model = Sequential.mlp(random, 64, 64, CLASSES);
    var x = Tensor.normal(random, batch, 64);
    var labels = random.ints(batch, 0, CLASSES).toArray();
    training = new Classification(model, new Dataset(x, labels, CLASSES));
    objective = TrainingObjective.withHessian(training);
    point = objective.parameters().vector();
    v = new ArrayRealVector(random.doubles(point.getDimension(), -1, 1).toArray());
    var gradient = objective.at(point).gradient();
    hessian = new Hessian(training);
    gaussNewton = new GaussNewton(training);
    if (!gradient.equals(hessian.gradient())) {
      throw new IllegalStateException("gradients differ: a wrong answer is not timed");
    }
  }

  /// The baseline. It writes no parameter, which would end the use of the two matrices.
  @Benchmark
  public RealVector gradient() {
    var run = objective.parameters().run(training::on);
    run.output().tape().backward(run.output());
    return objective.parameters().join(run.gradients());
  }

  @Benchmark
  public RealVector gradientAgain() {
    return gradient();
  }

  @Benchmark
  public Hessian makingTheHessian() {
    return new Hessian(training);
  }

  @Benchmark
  public RealVector hessianProduct() {
    return hessian.times(v);
  }

  @Benchmark
  public RealVector gaussNewtonProduct() {
    return gaussNewton.times(v);
  }
}
