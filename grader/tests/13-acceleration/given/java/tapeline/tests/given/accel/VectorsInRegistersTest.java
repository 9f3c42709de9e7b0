package tapeline.tests.given.accel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tapeline.accel.VectorBackend;
import tapeline.accel.fuse.BiasActivation;
import tapeline.accel.fuse.FusedLayerNorm;
import tapeline.accel.fuse.SoftmaxCrossEntropy;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.Seeds;

/// In a process in which many ops have run, and the compiler is done with them, no vector is an
/// object: an op allocates its tensors and what a tape has of them. The process is one of its own,
/// as tests run under the quick compiler, where every vector is an object.
class VectorsInRegistersTest {
  private static final long MOST = 16 << 10; // the vectors of one pass would be 150 KB and more
  private static final long MOST_OF_A_STEP = 256 << 10; // its tape, some fifty ops
  private static final int ROUNDS = 3;

  private final Random random = Seeds.random("registers");
  private final VectorBackend vectors = new VectorBackend();
  private final Tensor x = Tensor.normal(random, 64, 250); // rows that are no whole vectors
  private final Tensor row = Tensor.normal(random, 250);
  private final Tensor columns = Tensor.normal(random, 250, 9);
  private double losses; // so that no step is left out

  public static void main(String... words) {
    new VectorsInRegistersTest().printBytes(words[0].equals("last first"));
  }

  /// A loop waits for its compiler with this flag. What C2 makes of a loop depends on what ran
  /// before, so the ops run in both orders.
  @ParameterizedTest
  @ValueSource(strings = {"first first", "last first"})
  void many_ops_in_one_process_keep_their_vectors_in_registers(String order)
      throws IOException, InterruptedException {
    assertThat(OtherJvm.lines(VectorsInRegistersTest.class, "-Xbatch", order))
        .as("bytes that an op of (64,250) allocates, or a step of a training")
        .hasSize(ops().size())
        .allSatisfy(line ->
            assertThat(Long.parseLong(line.replaceFirst(".*: ", "")))
                .as(line)
                .isLessThan(line.startsWith("a step of") ? MOST_OF_A_STEP : MOST));
  }

  private void printBytes(boolean reversed) {
    try (var _ = Backend.use(vectors)) {
      var all = List.copyOf(ops().entrySet());
      var ops = reversed ? all.reversed() : all;
      for (int round = 0; round < ROUNDS; round++) {
        ops.forEach(op -> bytes(200, op.getValue()));
      }
      ops.forEach(op -> IO.println(op.getKey() + ": " + bytes(200, op.getValue())));
    }
  }

  private Map<String, Runnable> ops() {
    var ops = new LinkedHashMap<String, Runnable>();
    for (var op : UnaryOp.values()) {
      ops.put(op + "", () -> vectors.map(op, x));
      ops.put("the slope of " + op, () -> vectors.slope(op, x, x, x));
    }
    for (var op : BinaryOp.values()) {
      ops.put(op + "", () -> vectors.zip(op, x, x));
      ops.put(op + " with a row", () -> vectors.zip(op, x, row));
    }
    ops.put("softmax", () -> vectors.softmax(x));
    ops.put("logsumexp", () -> vectors.logSumExp(x));
    ops.put("layer norm", pass(in -> in.tape().apply(new FusedLayerNorm(1), of(in, in.tape()))));
    ops.put("cross-entropy", pass(in -> in.tape().apply(new SoftmaxCrossEntropy(new int[64]), in)));
    ops.put(
        "bias and GELU",
        pass(in -> in.tape().apply(new BiasActivation(UnaryOp.GELU), in, in.tape().variable(row))));
    ops.put("a transposed product", () -> vectors.matmul(x.transpose(), x));
    ops.put("a product of few columns", () -> vectors.matmul(x, columns));
    for (var model : TrainingsAgreeTest.Model.values()) {
      var step = model.start().step();
      ops.put("a step of " + model, () -> losses += step.getAsDouble());
    }
    return ops;
  }

  private List<Variable> of(Variable in, TensorTape tape) {
    return List.of(in, tape.variable(row), tape.variable(row));
  }

  private Runnable pass(Function<Variable, Variable> f) {
    return () -> {
      var tape = new TensorTape();
      var y = f.apply(tape.variable(x));
      tape.backward(y, y.shape().size() == 1 ? Tensor.full(1, y.shape().toArray()) : x);
    };
  }

  private long bytes(int runs, Runnable op) {
    return AllocatedBytes.perRun(
        runs,
        () -> {
          try (var _ = vectors.step()) {
            op.run();
          }
        });
  }
}
