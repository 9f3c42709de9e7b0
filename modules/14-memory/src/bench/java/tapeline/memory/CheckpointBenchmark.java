package tapeline.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
import tapeline.autograd.TensorTape;
import tapeline.nn.Activation;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;

/// How much longer does a step take that computes blocks again? Forward and backward of 32 blocks
/// of a linear layer and a ReLU, 64 wide, on `CpuBackend`, one thread.
///
/// Prediction by FLOPs: a forward is a third of a step, so the √n plan takes a third more, less the
/// last group; the best plan in half the bytes less than that.
///
/// Run: `mvn -pl grader test -Dmodule=14 -Dreference -Dbench=CheckpointBenchmark`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 250, timeUnit = TimeUnit.MILLISECONDS)
public class CheckpointBenchmark {
  private static final int BLOCKS = 32;
  private static final int WIDTH = 64;

  @Param("128")
  int batch;

  @Param("f32")
  String dtype;

  private final ArrayList<Layer> blocks = new ArrayList<>();
  private Tensor x = Tensor.zeros(0);
  private Tensor dY = Tensor.zeros(0);
  private Layer plain = new Sequential();
  private Layer root = new Sequential();
  private Layer half = new Sequential();

  /// All plans give the same bits.
  @Setup
  public void prepare() {
    var random = new Random(14);
    for (int i = 0; i < BLOCKS; i++) {
      var linear = new Linear("" + i, WIDTH, WIDTH, random);
      blocks.add(new Sequential(linear, new Activation(UnaryOp.RELU)));
    }
    x = Tensor.normal(random, batch, WIDTH);
    dY = Tensor.normal(random, batch, WIDTH);
    var cost = ChainCost.of(blocks, x);
    long bytes = cost.peak(CheckpointPlan.keepAll(BLOCKS));
    plain = new PlannedChain(blocks, CheckpointPlan.keepAll(BLOCKS));
    root = new PlannedChain(blocks, CheckpointPlan.squareRoot(BLOCKS));
    half = new PlannedChain(blocks, new BestPlan(cost).within(bytes / 2));
    var gradient = step(plain).toArray();
    if (!Arrays.equals(gradient, step(root).toArray())
        || !Arrays.equals(gradient, step(half).toArray())) {
      throw new IllegalStateException("plans differ in a gradient: a wrong answer is not timed");
    }
  }

  private Tensor step(Layer model) {
    model.parameters().forEach(Parameter::clearGradient);
    var tape = new TensorTape();
    tape.backward(model.forward(tape.constant(x)), dY);
    return model.parameters().getFirst().gradient();
  }

  /// The baseline.
  @Benchmark
  public Tensor plain() {
    return step(plain);
  }

  @Benchmark
  public Tensor plainAgain() {
    return step(plain);
  }

  @Benchmark
  public Tensor squareRoot() {
    return step(root);
  }

  @Benchmark
  public Tensor halfTheBytes() {
    return step(half);
  }
}
