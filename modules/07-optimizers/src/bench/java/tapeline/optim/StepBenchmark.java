package tapeline.optim;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleUnaryOperator;
import org.openjdk.jmh.annotations.AuxCounters;
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
import tapeline.nn.GradientDescent;
import tapeline.nn.Optimizer;
import tapeline.nn.Parameter;
import tapeline.tensor.Tensor;

/// How much does a step cost, once the gradients are known? One parameter of n numbers, in float32
/// on the CPU; there is no batch in it, for the gradient is the same.
///
/// - `gradientDescent` is the baseline, module 06's step on tensors; `gradientDescentAgain` the
///   same once more: the gap between these two is the noise.
/// - `momentum` and `adam` are loops over arrays that stay. `stateBytes` is what they keep.
///
/// Prediction: momentum moves more numbers than gradient descent (v is read and written, too) and
/// is faster, because it makes no tensors: at n = 100 000 the baseline allocates 800 000 bytes a
/// step and momentum none. Adam has a root and a division for each number: three times momentum's
/// time, where all of it fits into the cache.
///
/// Run: `mvn -pl grader test -Dmodule=7 -Dbench`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class StepBenchmark {
  private static final double RATE = 1e-6;

  /// Counts that go into the results beside the time.
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Memory {
    public long stateBytes;
  }

  /// Numbers in the parameter.
  @Param({"1000", "100000"})
  int n;

  private final GradientDescent descent = new GradientDescent((float) RATE);
  private final Sgd momentum = new Sgd(Schedule.constant(RATE), 0.9);
  private final Adam adam = new Adam(Schedule.constant(RATE));
  private List<Parameter> parameters = List.of();

  /// A parameter with a gradient, and the check: three steps of each against float64.
  @Setup
  public void prepare() {
    var random = new SplittableRandom(7);
    var gradient = Tensor.normal(random, n);
    check("gradientDescent", new GradientDescent(0.1f), gradient, g -> 0.3 * g);
    // v = g, 1.9·g, 2.71·g
    check("momentum", new Sgd(Schedule.constant(0.1), 0.9), gradient, g -> 0.561 * g);
    check("adam", new Adam(Schedule.constant(0.1)), gradient, g -> 0.3 * g / (Math.abs(g) + 1e-8));
    var p = new Parameter("p", Tensor.normal(random, n));
    p.setGradient(gradient);
    parameters = List.of(p);
  }

  private static void check(
      String what, Optimizer optimizer, Tensor gradient, DoubleUnaryOperator moved) {
    var p = new Parameter("p", Tensor.zeros(gradient.shape()));
    p.setGradient(gradient);
    for (int step = 0; step < 3; step++) {
      optimizer.step(List.of(p));
    }
    for (int i = 0; i < gradient.shape().size(); i++) {
      double want = -moved.applyAsDouble(gradient.at(i));
      if (!(Math.abs(p.value().at(i) - want) <= 1e-5 * Math.max(1, Math.abs(want)))) {
        throw new IllegalStateException(
            "%s moved number %d by %s in three steps, and should by %s: that is not timed"
                .formatted(what, i, p.value().at(i), want));
      }
    }
  }

  @Benchmark
  public List<Parameter> gradientDescent() {
    descent.step(parameters);
    return parameters;
  }

  @Benchmark
  public List<Parameter> gradientDescentAgain() {
    return gradientDescent();
  }

  @Benchmark
  public List<Parameter> momentum(Memory memory) {
    momentum.step(parameters);
    memory.stateBytes = momentum.stateBytes();
    return parameters;
  }

  @Benchmark
  public List<Parameter> adam(Memory memory) {
    adam.step(parameters);
    memory.stateBytes = adam.stateBytes();
    return parameters;
  }
}
