package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.MatMul;
import tapeline.autograd.Reductions;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.autograd.Views;
import tapeline.conv.Im2Col;
import tapeline.conv.Window;
import tapeline.data.Datasets;
import tapeline.nn.CrossEntropy;
import tapeline.nn.GradientDescent;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.profile.cost.OpCost;
import tapeline.profile.cost.ShapeLayers;
import tapeline.profile.cost.ShapeModels;
import tapeline.profile.cost.ShapeTape;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.Seeds;
import tapeline.transformer.Embedding;
import tapeline.transformer.Normalize;

/// The bytes that formulas say are written, against those that the thread allocates.
///
/// Each pass writes an array of its own, of 16 bytes and its floats. An op allocates more: its
/// tensors, strides and nodes, as many for each shape of a rank; and buffers, which stop to grow at
/// 1024 floats a row, and 64 rows. So from such a size on what is allocated *grows* with a shape by
/// just what is written, and that is compared. Where an operand is stretched or strided, the
/// backend makes an object of 40 bytes for each row of it, unless the compiler removes that. Not
/// compared are pools and convolution by definition, whose rows are two or three pixels: there the
/// objects are more than the arrays.
class WrittenBytesTest {
  private static final int OBJECT = 40;

  private final Random random = Seeds.random("written bytes");

  @Test
  void what_an_op_allocates_grows_by_what_it_writes() {
    for (var f : UnaryOp.values()) {
      exact(new Arithmetic.Map(f), n -> Shape.of(n, 32));
    }
    exact(new Arithmetic.Scale(2), n -> Shape.of(n, 32));
    exact(new Arithmetic.Shift(2), n -> Shape.of(n, 32));
    for (var op :
        List.of(
            new Arithmetic.Add(),
            new Arithmetic.Sub(),
            new Arithmetic.Mul(),
            new Arithmetic.Div(),
            new Arithmetic.Max())) {
      exact(op, n -> Shape.of(n, 32), n -> Shape.of(n, 32));
    }
    exact(new Reductions.Sum(), n -> Shape.of(n, 32));
    exact(new Reductions.Sum(1), n -> Shape.of(n, 32));
    exact(new Views.Permute(1, 0), n -> Shape.of(n, 32));
    exact(new Views.Slice(0, 0, 2), n -> Shape.of(64, n));
    exact(new Views.Concat(0), n -> Shape.of(n, 32), n -> Shape.of(n, 32));
    exact(new Im2Col(Window.same(3)), n -> Shape.of(n, 2, 4, 6));
    exact(new Embedding(0, 1, 2, 1), n -> Shape.of(64, n));
    var labels = IntStream.range(0, 64).map(i -> i % 9).toArray();
    exact(new CrossEntropy(labels), n -> Shape.of(64, n));
  }

  @Test
  void what_an_op_of_rows_allocates_grows_by_what_it_writes_and_an_object_a_row() {
    atMost(1, new Arithmetic.Add(), n -> Shape.of(n, 32), _ -> Shape.of(32));
    atMost(1, new Arithmetic.Div(), n -> Shape.of(n, 32), n -> Shape.of(n, 1));
    atMost(1, new MatMul(), n -> Shape.of(n, 32), _ -> Shape.of(32, 10));
    atMost(1, new Reductions.Softmax(), n -> Shape.of(n, 32));
    atMost(1, new Reductions.LogSumExp(), n -> Shape.of(n, 32));
    atMost(3, new Reductions.Largest(1), n -> Shape.of(n, 32));
    atMost(6, new Normalize(1e-5f), n -> Shape.of(n, 32));
  }

  /// Of the four steps the objects and buffers cancel out, and what is left are the arrays whose
  /// size is the batch times the width.
  @Test
  void what_a_training_step_allocates_grows_with_batch_and_width_by_what_its_ops_write() {
    assertThat(allocated(256, 128) - allocated(256, 64) - allocated(128, 128) + allocated(128, 64))
        .as("bytes of a step of MLP 64-h-10 on n digits, n 128 to 256, h 64 to 128")
        .isEqualTo(written(256, 128) - written(256, 64) - written(128, 128) + written(128, 64))
        .isPositive();
  }

  private static long allocated(int batch, int hidden) {
    var random = new SplittableRandom(1);
    var digits = Datasets.digits().flat().slice(0, batch);
    var model = Sequential.mlp(random, 64, hidden, 10);
    var trainer = new Trainer(model, new GradientDescent(0.1f), batch, random);
    return AllocatedBytes.perRun(30, () -> trainer.step(digits));
  }

  private static long written(int batch, int hidden) {
    var plan = new ShapeTape();
    var logits = ShapeModels.mlp(plan.constant(batch, 64), hidden, 10);
    var loss = ShapeLayers.crossEntropy(logits);
    return plan.forward().bytesWritten() + plan.backward(loss).bytesWritten();
  }

  /// A shape by its size.
  private interface Sized {
    Shape at(int n);
  }

  private void exact(TensorOp op, Sized... inputs) {
    atMost(0, op, inputs);
  }

  /// The value and each gradient, of sizes 64 and 128.
  private void atMost(int objects, TensorOp op, Sized... inputs) {
    for (int k = -1; k < inputs.length; k++) {
      long more = written(op, k, 128, inputs) - written(op, k, 64, inputs);
      assertThat(allocated(op, k, 128, inputs) - allocated(op, k, 64, inputs))
          .as("bytes of %s of %s", k < 0 ? "the value" : "gradient " + k, op)
          .isBetween(more, more + 64L * objects * OBJECT);
    }
  }

  /// What the value writes (k = −1), or the gradient in input `k`.
  private long written(TensorOp op, int k, int n, Sized... inputs) {
    var shapes = Arrays.stream(inputs).map(s -> s.at(n)).toList();
    var y = apply(op, new TensorTape(), -1, values(n, inputs)).shape();
    var wanted = new boolean[inputs.length];
    if (k < 0) {
      return OpCost.forward(op, shapes, y).bytesWritten();
    }
    wanted[k] = true;
    return OpCost.backward(op, shapes, y, wanted).bytesWritten();
  }

  private long allocated(TensorOp op, int k, int n, Sized... inputs) {
    var values = values(n, inputs);
    long forward = AllocatedBytes.perRun(30, () -> apply(op, new TensorTape(), k, values));
    if (k < 0) {
      return forward;
    }
    var y = apply(op, new TensorTape(), k, values).shape();
    var dY = Tensor.normal(random, y.toArray());
    Runnable both =
        () -> {
          var tape = new TensorTape();
          tape.backward(apply(op, tape, k, values), dY);
        };
    return AllocatedBytes.perRun(30, both) - forward;
  }

  private Tensor[] values(int n, Sized... inputs) {
    return Arrays.stream(inputs)
        .map(s -> Tensor.uniform(random, 1, 2, s.at(n).toArray()))
        .toArray(Tensor[]::new);
  }

  /// The op of these, of which input `k` is a variable, and the others are constants.
  private static Variable apply(TensorOp op, TensorTape tape, int k, Tensor... values) {
    var inputs =
        IntStream.range(0, values.length)
            .mapToObj(i -> i == k ? tape.variable(values[i]) : tape.constant(values[i]))
            .toArray(Variable[]::new);
    return switch (op) {
      case TensorOp.Unary f -> tape.apply(f, inputs[0]);
      case TensorOp.Binary f -> tape.apply(f, inputs[0], inputs[1]);
      case TensorOp.Many f -> tape.apply(f, Arrays.asList(inputs));
    };
  }
}
