package tapeline.accel.fuse;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
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
import tapeline.autograd.Variable;
import tapeline.nn.Losses;
import tapeline.tensor.Tensor;
import tapeline.transformer.Attention;

/// What does a fused op gain over the plain ones on `CpuBackend`, forward and backward, one thread?
///
/// The chain on (3,64,1024), softmax with cross-entropy on (64,1000), causal attention on
/// (8,4,64,32). Prediction by bytes: a quarter of the time and less, as the plain ops allocate
/// their results too.
///
/// Run: `mvn -pl grader test -Dmodule=13 -Dreference -Dbench=FusedOpsBenchmark`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 250, timeUnit = TimeUnit.MILLISECONDS)
public class FusedOpsBenchmark {
  @Param({"chain", "crossEntropy", "attention"})
  String op;

  @Param("f32")
  String dtype;

  private Tensor x = Tensor.zeros(0);
  private Tensor dY = Tensor.zeros(0);
  private UnaryOperator<Variable> plain = x -> x;
  private UnaryOperator<Variable> fused = x -> x;

  /// Both ways give the same numbers.
  @Setup
  public void prepare() {
    var random = new Random(13);
    switch (op) {
      case "chain" -> {
        x = Tensor.normal(random, 3, 64, 1024);
        dY = Tensor.normal(random, 3, 64, 1024);
        var w = Tensor.normal(random, 1024);
        var b = Tensor.normal(random, 1024);
        plain = in -> in.times(in.tape().variable(w)).plus(in.tape().variable(b)).relu().square();
        fused =
            in ->
                in.tape()
                    .apply(
                        new SquaredReluChain(),
                        List.of(in, in.tape().variable(w), in.tape().variable(b)));
      }
      case "crossEntropy" -> {
        x = Tensor.normal(random, 64, 1000);
        dY = Tensor.scalar(1);
        int[] labels = random.ints(64, 0, 1000).toArray();
        plain = in -> Losses.crossEntropy(in, labels);
        fused = in -> in.tape().apply(new SoftmaxCrossEntropy(labels), in);
      }
      case "attention" -> {
        x = Tensor.normal(random, 8, 4, 64, 32);
        dY = Tensor.normal(random, 8, 4, 64, 32);
        var mask = Attention.causal(64, 64);
        plain = in -> Attention.attend(in, in, in, in.tape().constant(mask));
        fused = in -> in.tape().apply(new OnlineAttention(true), List.of(in, in, in));
      }
      default -> throw new IllegalArgumentException(op);
    }
    var off = step(plain).minus(step(fused)).abs().max(false).item();
    if (!(off <= 1e-4f)) {
      throw new IllegalStateException(
          op + ": plain and fused gradients differ by " + off + ": a wrong answer is not timed");
    }
  }

  private Tensor step(UnaryOperator<Variable> f) {
    var tape = new TensorTape();
    var in = tape.variable(x);
    tape.backward(f.apply(in), dY);
    return in.gradient();
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
  public Tensor fused() {
    return step(fused);
  }
}
