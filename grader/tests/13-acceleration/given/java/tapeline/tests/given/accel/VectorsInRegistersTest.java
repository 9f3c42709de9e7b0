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
import tapeline.tensor.Reduction;
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
  private static final int SHORT_RUNS = 3000;
  private static final int RARELY = 300; // one of so many runs has a row of whole vectors

  private final Random random = Seeds.random("registers");
  private final VectorBackend vectors = new VectorBackend();
  private final Tensor x = Tensor.normal(random, 64, 250); // rows that are no whole vectors
  private final Tensor shortRows = Tensor.normal(random, 64, 10);
  private final Tensor row = Tensor.normal(random, 250);
  private final Tensor columns = Tensor.normal(random, 250, 9);
  private double losses; // so that no step is left out

  public static void main(String... words) {
    var test = new VectorsInRegistersTest();
    if (words[0].equals("short rows first")) test.runShortRows();
    test.printBytes(words[0].equals("last first"));
  }

  /// A loop waits for its compiler with this flag. What C2 makes of a loop depends on what ran
  /// before, so the ops run in both orders, and behind rows that are nearly always too short for a
  /// vector: what a loop calls is then called rarely, and C2 inlines only what is called often.
  @ParameterizedTest
  @ValueSource(strings = {"first first", "last first", "short rows first"})
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

  private void runShortRows() {
    try (var _ = Backend.use(vectors)) {
      for (int run = 0; run < SHORT_RUNS; run++) {
        passesOf(run % RARELY == 0 ? row.reshape(1, 250) : shortRows)
            .values()
            .forEach(Runnable::run);
      }
    }
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
    }
    ops.putAll(passesOf(x));
    ops.put("a transposed product", () -> vectors.matmul(x.transpose(), x));
    ops.put("a product of few columns", () -> vectors.matmul(x, columns));
    for (var model : TrainingsAgreeTest.Model.values()) {
      var step = model.start().step();
      ops.put("a step of " + model, () -> losses += step.getAsDouble());
    }
    return ops;
  }

  /// Returns what the backend does to the rows of a tensor.
  private Map<String, Runnable> passesOf(Tensor rows) {
    var one = Tensor.full(1, rows.shape().length(-1));
    var labels = new int[rows.shape().length(0)];
    var passes = new LinkedHashMap<String, Runnable>();
    passes.put("softmax", () -> vectors.softmax(rows));
    passes.put("logsumexp", () -> vectors.logSumExp(rows));
    var column = Tensor.full(1, rows.shape().length(0), 1);
    for (var op : BinaryOp.values()) {
      passes.put(op + " with a row", () -> vectors.zip(op, rows, one));
      passes.put(op + " with a column", () -> vectors.zip(op, rows, column));
      passes.put(op + " of a column", () -> vectors.zip(op, column, rows));
    }
    passes.put("sums of rows", () -> vectors.reduce(Reduction.SUM, rows, false, 1));
    passes.put("largest of rows", () -> vectors.reduce(Reduction.MAX, rows, false, 1));
    passes.put(
        "layer norm", pass(rows, in -> in.tape().apply(new FusedLayerNorm(1), with(in, one))));
    passes.put(
        "cross-entropy", pass(rows, in -> in.tape().apply(new SoftmaxCrossEntropy(labels), in)));
    passes.put(
        "bias and GELU",
        pass(
            rows,
            in -> in.tape().apply(new BiasActivation(UnaryOp.GELU), in, in.tape().variable(one))));
    return passes;
  }

  private static List<Variable> with(Variable in, Tensor one) {
    return List.of(in, in.tape().variable(one), in.tape().variable(one));
  }

  private static Runnable pass(Tensor rows, Function<Variable, Variable> f) {
    return () -> {
      var tape = new TensorTape();
      var y = f.apply(tape.variable(rows));
      tape.backward(y, y.shape().size() == 1 ? Tensor.full(1, y.shape().toArray()) : rows);
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
