package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.MatMul;
import tapeline.autograd.Reductions;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.autograd.Views;
import tapeline.conv.AveragePool;
import tapeline.conv.DigitsNetwork;
import tapeline.conv.DirectConvolution;
import tapeline.conv.Im2Col;
import tapeline.conv.MaxPool;
import tapeline.conv.Window;
import tapeline.data.Dataset;
import tapeline.data.Datasets;
import tapeline.nn.CrossEntropy;
import tapeline.nn.GradientDescent;
import tapeline.nn.Layer;
import tapeline.nn.Sequential;
import tapeline.nn.Trainer;
import tapeline.profile.cost.OpCost;
import tapeline.profile.cost.ShapeLayers;
import tapeline.profile.cost.ShapeModels;
import tapeline.profile.cost.ShapeTape;
import tapeline.profile.cost.ShapeVariable;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.AllocatedBytes;
import tapeline.tests.Seeds;
import tapeline.transformer.CharModel;
import tapeline.transformer.Embedding;
import tapeline.transformer.Normalize;
import tapeline.transformer.TextTrainer;

/// The bytes that formulas say are written, against those that the thread allocates.
///
/// Each pass writes an array of its own, of 16 bytes and its floats. An op allocates more: its
/// tensors, strides and nodes, as many for each shape of a rank; and buffers, which stop to grow at
/// 1024 floats a row, and 64 rows. So from such a size on what is allocated *grows* with a shape by
/// just what is written, and that is compared. Where an operand is stretched or strided, the
/// backend makes an object of 40 bytes for each row of it, unless the compiler removes that. What
/// an op copies before it computes is no part of its formula, and counted here: see [#copied].
class WrittenBytesTest {
  private static final int OBJECT = 40;
  private static final int TIME = 32; // tokens of a text

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

  @Test
  void what_an_op_of_images_allocates_grows_by_what_it_copies_and_writes() {
    exact(new MaxPool(2), n -> Shape.of(n, 2, 4, 6));
    exact(new AveragePool(2), n -> Shape.of(n, 2, 4, 6));
    int patches = 3 * 4 * 6; // an image, each an object
    atMost(
        patches,
        new DirectConvolution(Window.same(3)),
        n -> Shape.of(n, 2, 4, 6),
        _ -> Shape.of(3, 2, 3, 3));
  }

  @Test
  void what_a_step_of_a_perceptron_allocates_grows_with_batch_and_width_by_what_its_ops_write() {
    long written = together(128, 64, (n, width) -> written(plan -> mlp(plan, n, width)));
    assertThat(together(128, 64, (n, width) -> allocated(n, mlp(width), digits(n).flat())))
        .as("bytes of a step of MLP 64-h-10 on n digits, n 128 to 256, h 64 to 128")
        .isEqualTo(written)
        .isPositive();
  }

  /// The pools copy, and a convolution puts images in the place of channels: each of its numbers
  /// once forward and once backward. There, where biases are added, and in the columns, rows are of
  /// some pixels: up to 24 objects an image and channel.
  @Test
  void what_a_step_of_a_convolutional_network_allocates_grows_by_that_its_copies_and_objects() {
    int pixels = 8 * 8 + 2 * 4 * 4; // an image and channel: the first convolution's, the second's
    int pooled = pixels / 4;
    long copied = 4L * 32 * 8 * (pixels + (pixels + pooled) + pixels);
    long more = copied + together(32, 8, (n, width) -> written(plan -> cnn(plan, n, width)));
    assertThat(together(32, 8, (n, width) -> allocated(n, cnn(width), digits(n))))
        .as("bytes of a step of CNN w-2w-10 on n digits, n 32 to 64, w 8 to 16")
        .isBetween(more, more + 24L * 32 * 8 * OBJECT);
  }

  /// Where the heads of attention come together a view becomes a copy: of the values forward, and
  /// of the gradients of queries, keys and values.
  @Test
  void what_a_step_of_a_transformer_allocates_grows_by_what_its_ops_write_and_by_four_copies() {
    long copied = 4L * 4 * 4 * 32 * TIME;
    long written = together(4, 32, (n, width) -> written(plan -> text(plan, n, width)));
    assertThat(together(4, 32, WrittenBytesTest::allocatedOfText))
        .as("bytes of a step of a transformer w wide on n texts, n 4 to 8, w 32 to 64")
        .isEqualTo(written + copied);
  }

  /// The bytes that a step allocates or writes, by batch and width.
  private interface Bytes {
    long at(int batch, int width);
  }

  /// The bytes that grow with the product of batch and width when both double. Of the four steps
  /// the objects and buffers cancel out, and what is left are the arrays of that size.
  private static long together(int n, int width, Bytes bytes) {
    return bytes.at(2 * n, 2 * width)
        - bytes.at(2 * n, width)
        - bytes.at(n, 2 * width)
        + bytes.at(n, width);
  }

  private static Dataset digits(int batch) {
    return Datasets.digits().slice(0, batch);
  }

  private static Sequential mlp(int width) {
    return Sequential.mlp(new SplittableRandom(1), 64, width, 10);
  }

  private static Sequential cnn(int width) {
    return DigitsNetwork.of(width, new SplittableRandom(1));
  }

  private static CharModel.Size size(int width) {
    return new CharModel.Size(40, TIME, width, 4, 1);
  }

  private static long allocated(int batch, Layer model, Dataset digits) {
    var trainer = new Trainer(model, new GradientDescent(0.1f), batch, new SplittableRandom(1));
    return AllocatedBytes.perRun(30, () -> trainer.step(digits));
  }

  private static long allocatedOfText(int batch, int width) {
    var random = new SplittableRandom(1);
    var model = new CharModel(size(width), random);
    var trainer = new TextTrainer(model, new GradientDescent(0.1f), batch, random);
    var windows = trainer.windows(random.ints(1000, 0, 40).toArray());
    return AllocatedBytes.perRun(30, () -> trainer.step(windows));
  }

  private static ShapeVariable mlp(ShapeTape plan, int batch, int width) {
    return ShapeModels.mlp(plan.constant(batch, 64), width, 10);
  }

  private static ShapeVariable cnn(ShapeTape plan, int batch, int width) {
    return ShapeModels.digitsNetwork(plan.constant(batch, 1, 8, 8), width);
  }

  private static ShapeVariable text(ShapeTape plan, int batch, int width) {
    return ShapeModels.charModel(plan, size(width), batch, TIME);
  }

  private static long written(Function<ShapeTape, ShapeVariable> logits) {
    var plan = new ShapeTape();
    var loss = ShapeLayers.crossEntropy(logits.apply(plan));
    return plan.forward().bytesWritten() + plan.backward(loss).bytesWritten();
  }

  /// A shape by its size.
  private interface Sized {
    Shape at(int n);
  }

  private void exact(TensorOp op, Sized... inputs) {
    atMost(0, op, inputs);
  }

  /// The value and each gradient, of sizes 64 and 128; `objects` for each of these.
  private void atMost(int objects, TensorOp op, Sized... inputs) {
    for (int k = -1; k < inputs.length; k++) {
      long more = written(op, k, 128, inputs) - written(op, k, 64, inputs);
      assertThat(allocated(op, k, 128, inputs) - allocated(op, k, 64, inputs))
          .as("bytes of %s of %s", k < 0 ? "the value" : "gradient " + k, op)
          .isBetween(more, more + 64L * objects * OBJECT);
    }
  }

  /// The bytes that the value writes (k = −1), or the gradient in input `k`.
  private long written(TensorOp op, int k, int n, Sized... inputs) {
    var shapes = Arrays.stream(inputs).map(s -> s.at(n)).toList();
    var y = apply(op, new TensorTape(), -1, values(n, inputs)).shape();
    var wanted = new boolean[inputs.length];
    if (k < 0) {
      return OpCost.forward(op, shapes, y).bytesWritten() + copied(op, k, shapes, y);
    }
    wanted[k] = true;
    return OpCost.backward(op, shapes, y, wanted).bytesWritten() + copied(op, k, shapes, y);
  }

  /// Bytes of what an op copies before it computes, and of the float64 that it adds up in.
  private static long copied(TensorOp op, int k, List<Shape> inputs, Shape y) {
    long x = inputs.getFirst().size();
    long w = inputs.getLast().size();
    return Float.BYTES
        * switch (op) {
          case MaxPool _ -> k < 0 ? x : x + y.size();
          case AveragePool _ -> k < 0 ? x : y.size();
          case DirectConvolution _ ->
              k < 0 ? x + w : k == 0 ? w + y.size() + 2 * x : x + y.size() + 2 * w;
          default -> 0;
        };
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
