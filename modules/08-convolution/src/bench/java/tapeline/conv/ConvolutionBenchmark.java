package tapeline.conv;

import java.util.Arrays;
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
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Backend;
import tapeline.tensor.Tensor;

/// How much does it gain to write out columns and multiply matrices? Images (n,c,h,w) under windows
/// of 3 with a border of 1, to o channels, in float32 on the CPU backend: by the definition, and by
/// [Im2Col] and a product. Both have the same flops.
///
/// Prediction: the product takes a fifth of the time, because the compiler makes vector
/// instructions of its long rows, and none of sums over three neighbours; writing the columns costs
/// a tenth of it. Backward takes twice the forward, both ways. The price is memory: the tape keeps
/// nine copies of each pixel, see `peakBytes`.
///
/// Run: `mvn -pl grader test -Dmodule=8 -Dbench=ConvolutionBenchmark`
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class ConvolutionBenchmark {
  private static final double CLOSE = 1e-4;

  /// The most bytes that a tape holds, forward and backward. In JMH's JSON.
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Memory {
    public long peakBytes;
  }

  /// n, c, h, w and o.
  @Param({"16x8x8x8x16", "8x16x28x28x32"})
  String shape;

  @Param("cpu")
  String device;

  @Param("f32")
  String dtype;

  private final Window window = Window.same(3);
  private final TensorTape tape = new TensorTape();
  private Tensor x = Tensor.scalar(0);
  private Tensor w = x;
  private Tensor dY = x;
  private Variable direct = tape.variable(x);
  private Variable product = direct;
  private long directPeak;
  private long productPeak;

  /// The inputs, a recording each to walk, and the check of values, gradients and bytes.
  @Setup
  public void prepare() {
    if (!device.equals(Backend.current().name())) {
      throw new IllegalStateException(
          "the device is %s, got %s".formatted(Backend.current().name(), device));
    }
    int[] n = Arrays.stream(shape.split("x", -1)).mapToInt(Integer::parseInt).toArray();
    var random = new Random(5);
    x = Tensor.normal(random, n[0], n[1], n[2], n[3]);
    w = Tensor.normal(random, n[4], n[1], 3, 3);
    dY = Tensor.normal(random, n[0], n[4], n[2], n[3]);
    var x1 = tape.variable(x);
    var w1 = tape.variable(w);
    var x2 = tape.variable(x);
    var w2 = tape.variable(w);
    direct = tape.apply(new DirectConvolution(window), x1, w1);
    product = Convolution.convolve(x2, w2, window);
    check("value", product.value(), direct.value());
    tape.backwardKeeping(direct, dY);
    var dX = x1.gradient();
    var dW = w1.gradient();
    tape.backwardKeeping(product, dY);
    check("gradient in the images", x2.gradient(), dX);
    check("gradient in the weights", w2.gradient(), dW);
    var cost = ConvolutionCost.of(x.shape(), w.shape(), window);
    directPeak = peak(true, cost.directBytes());
    productPeak = peak(false, cost.columnBytes());
  }

  private static void check(String what, Tensor got, Tensor want) {
    double off = got.minus(want).abs().max(false).item();
    double size = want.abs().max(false).item();
    if (!(off <= CLOSE * size)) {
      throw new IllegalStateException(
          "the product's %s is off by %s of %s: a wrong answer is not timed"
              .formatted(what, off, size));
    }
  }

  private long peak(boolean byDefinition, long predicted) {
    var once = new TensorTape();
    var y = forward(byDefinition, once);
    if (once.stats().savedBytes() != predicted) {
      throw new IllegalStateException(
          "a tape keeps %d bytes, predicted were %d"
              .formatted(once.stats().savedBytes(), predicted));
    }
    once.backward(y, dY);
    return once.stats().peakBytes();
  }

  private Variable forward(boolean byDefinition, TensorTape on) {
    var images = on.variable(x);
    var weights = on.variable(w);
    return byDefinition
        ? on.apply(new DirectConvolution(window), images, weights)
        : Convolution.convolve(images, weights, window);
  }

  @Benchmark
  public Tensor directForward() {
    return forward(true, new TensorTape()).value();
  }

  @Benchmark
  public Tensor directForwardAgain() {
    return directForward();
  }

  @Benchmark
  public Tensor productForward() {
    return forward(false, new TensorTape()).value();
  }

  /// The part of the product's forward that writes columns.
  @Benchmark
  public Tensor columnsAlone() {
    return new Im2Col(window).forward(x);
  }

  @Benchmark
  public TensorTape directBackward(Memory memory) {
    memory.peakBytes = directPeak;
    tape.backwardKeeping(direct, dY);
    return tape;
  }

  @Benchmark
  public TensorTape productBackward(Memory memory) {
    memory.peakBytes = productPeak;
    tape.backwardKeeping(product, dY);
    return tape;
  }
}
