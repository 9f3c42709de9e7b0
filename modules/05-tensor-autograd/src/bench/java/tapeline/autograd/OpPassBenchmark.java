package tapeline.autograd;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;

/// The base of the op benchmarks: one function of tensors, with and without a tape, and how it is
/// measured.
///
/// - `plainForward` is the baseline, [Tensor]'s ops alone; `plainForwardAgain` the same code once
///   more: the gap between these two is the noise.
/// - `tapeForward` records the function on a new tape.
/// - `tapeBackward` walks one recording again and again, from a random gradient of the result.
///
/// Of a shape such as `64x1024` the first length is the batch. The peak, which JMH's JSON has as
/// `peakBytes`, is what a tape that is walked once holds at most, its gradients included.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 2, time = 250, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 150, timeUnit = TimeUnit.MILLISECONDS)
public abstract class OpPassBenchmark {
  private static final float STEP = 1e-2f;
  private static final double CLOSE = 0.02;

  /// Counts that go into the results beside the time.
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Memory {
    public long peakBytes;
  }

  @Param("cpu")
  String device;

  @Param("f32")
  String dtype;

  private final Random random = new Random(5);
  private List<Tensor> inputs = List.of();
  private Tensor dY = Tensor.scalar(1);
  private final TensorTape tape = new TensorTape();
  private Variable output = tape.variable(dY);
  private long forwardPeak;
  private long backwardPeak;

  /// The parameter, such as `64x1024`.
  abstract String shape();

  /// The shapes of the inputs, from these lengths.
  abstract int[][] shapes(int... lengths);

  abstract Tensor plain(List<Tensor> x);

  abstract Variable taped(List<Variable> x);

  /// The inputs, a recording to walk, and the check of its value and its gradients.
  @Setup
  public void prepare() {
    if (!device.equals(Backend.current().name())) {
      throw new IllegalStateException(
          "the device is %s, got %s".formatted(Backend.current().name(), device));
    }
    int[] lengths = Arrays.stream(shape().split("x", -1)).mapToInt(Integer::parseInt).toArray();
    inputs = Arrays.stream(shapes(lengths)).map(this::normal).toList();
    var variables = inputs.stream().map(tape::variable).toList();
    output = taped(variables);
    dY = normal(output.shape().toArray());
    tape.backwardKeeping(output, dY);
    check(variables);
    var once = new TensorTape();
    var y = taped(inputs.stream().map(once::variable).toList());
    forwardPeak = once.stats().peakBytes();
    once.backward(y, dY);
    backwardPeak = once.stats().peakBytes();
  }

  private Tensor normal(int... shape) {
    return Tensor.normal(random, shape);
  }

  /// `Σ dX·d` along a random direction d against differences of `Σ dY·f` along it.
  private void check(List<Variable> variables) {
    if (!Arrays.equals(output.value().toArray(), plain(inputs).toArray())) {
      throw new IllegalStateException("the tape computes another value: that is not timed");
    }
    double slope = 0;
    double size = 0;
    var ahead = new ArrayList<Tensor>();
    var behind = new ArrayList<Tensor>();
    for (int k = 0; k < inputs.size(); k++) {
      var dX = variables.get(k).gradient();
      var d = normal(dX.shape().toArray());
      slope += dX.times(d).sum().item();
      size += dX.square().sum().item();
      ahead.add(inputs.get(k).plus(d.times(STEP)));
      behind.add(inputs.get(k).minus(d.times(STEP)));
    }
    double want = plain(ahead).minus(plain(behind)).times(dY).sum().item() / (2 * STEP);
    if (!(Math.abs(slope - want) <= CLOSE * Math.sqrt(size))) {
      throw new IllegalStateException(
          "along a random direction the gradients give %s, and differences %s: that is not timed"
              .formatted(slope, want));
    }
  }

  @Benchmark
  public Tensor plainForward() {
    return plain(inputs);
  }

  @Benchmark
  public Tensor plainForwardAgain() {
    return plain(inputs);
  }

  @Benchmark
  public Tensor tapeForward(Memory memory) {
    memory.peakBytes = forwardPeak;
    var fresh = new TensorTape();
    return taped(inputs.stream().map(fresh::variable).toList()).value();
  }

  @Benchmark
  public TensorTape tapeBackward(Memory memory) {
    memory.peakBytes = backwardPeak;
    tape.backwardKeeping(output, dY);
    return tape;
  }
}
