package tapeline.transformer;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Tensor;

/// How much does a block cost, forward and backward? Width 64, 4 heads; X is (batch,time,64), as
/// `shape` says.
///
/// A block has 24·64² + 4·time·64 flops a position: 98 304 for the weights, 16 384 for 64 positions
/// seen. Prediction: the forward of 16 texts of 64 positions, 117 Mflop, takes as long as its
/// products alone and half as much again for softmax, GELU and norms; backward twice the forward;
/// and the baseline without recording saves next to nothing. A single position costs ten times more
/// for each flop: there the objects are the work, not the numbers.
///
/// Run: `mvn -pl grader test -Dmodule=9 -Dbench=BlockBenchmark`
public class BlockBenchmark extends TransformerBenchmark {
  @Param({"1x1", "16x64"})
  String shape;

  private final TransformerBlock block = new TransformerBlock("bench", 64, 4, random);
  private Tensor x = Tensor.zeros(0);
  private Tensor up = Tensor.zeros(0);
  private final TensorTape tape = new TensorTape();
  private Variable output = tape.variable(x);

  /// A recording to walk, and the check that each text has what it has alone.
  @Setup
  public void prepare() {
    int by = shape.indexOf('x');
    int batch = Integer.parseInt(shape.substring(0, by));
    x = Tensor.normal(random, batch, Integer.parseInt(shape.substring(by + 1)), 64);
    up = Tensor.normal(random, x.shape().toArray());
    output = block.forward(tape.variable(x));
    same("a batch", output.value().slice(0, 0, 1), block.apply(x.slice(0, 0, 1)));
    same("the recording", output.value(), forward());
  }

  /// The baseline: nothing recorded.
  @Benchmark
  public Tensor forward() {
    return block.apply(x);
  }

  @Benchmark
  public Tensor forwardAgain() {
    return forward();
  }

  @Benchmark
  public Variable forwardRecorded() {
    return block.forward(new TensorTape().variable(x));
  }

  @Benchmark
  public TensorTape backward() {
    tape.backwardKeeping(output, up);
    return tape;
  }
}
