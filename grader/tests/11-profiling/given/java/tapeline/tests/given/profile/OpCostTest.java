package tapeline.tests.given.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.MatMul;
import tapeline.autograd.Reductions;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.autograd.Views;
import tapeline.conv.AveragePool;
import tapeline.conv.DirectConvolution;
import tapeline.conv.Im2Col;
import tapeline.conv.MaxPool;
import tapeline.conv.Window;
import tapeline.instruments.profile.Cost;
import tapeline.nn.CrossEntropy;
import tapeline.profile.cost.CountedBackend;
import tapeline.profile.cost.OpCost;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;
import tapeline.transformer.Embedding;
import tapeline.transformer.Normalize;

/// The cost of each op, its value and the gradient in each input alone: against what it asks a
/// backend for, where it goes through one, else against the pixels and rows that it meets.
class OpCostTest {
  private final Random random = Seeds.random("op cost");

  @Test
  void arithmetic_costs_what_is_counted_when_either_side_is_stretched() {
    var ops =
        List.<TensorOp.Binary>of(
            new Arithmetic.Add(),
            new Arithmetic.Sub(),
            new Arithmetic.Mul(),
            new Arithmetic.Div(),
            new Arithmetic.Max());
    for (var op : ops) {
      check(op, Shape.of(4, 3), Shape.of(4, 3));
      check(op, Shape.of(2, 4, 3), Shape.of(3));
      check(op, Shape.of(4, 1), Shape.of(2, 4, 3));
    }
    check(new Arithmetic.Scale(2), Shape.of(4, 3));
    check(new Arithmetic.Quotient(2), Shape.of(4, 3));
    check(new Arithmetic.Shift(2), Shape.of(4, 3));
    for (var f : UnaryOp.values()) {
      check(new Arithmetic.Map(f), Shape.of(4, 3));
    }
  }

  @Test
  void products_cost_what_is_counted_when_a_batch_shares_a_side() {
    check(new MatMul(), Shape.of(2, 3), Shape.of(3, 5));
    check(new MatMul(), Shape.of(4, 2, 3), Shape.of(3, 5));
    check(new MatMul(), Shape.of(4, 1, 2, 3), Shape.of(6, 3, 5));
  }

  @Test
  void reductions_cost_what_is_counted() {
    check(new Reductions.Sum(), Shape.of(4, 3));
    check(new Reductions.Sum(1), Shape.of(2, 4, 3));
    check(new Reductions.Largest(0), Shape.of(4, 3));
    check(new Reductions.Largest(), Shape.of(4, 3));
    check(new Reductions.Softmax(), Shape.of(2, 4, 3));
    check(new Reductions.LogSumExp(), Shape.of(4, 3));
    check(new Normalize(1e-5f), Shape.of(2, 4, 3));
  }

  @Test
  void views_cost_nothing() {
    check(new Views.Reshape(3, 4), Shape.of(2, 6));
    check(new Views.Permute(1, 0), Shape.of(2, 6));
  }

  /// Four labels: a difference and a sum for each, and a division; then, in the gradient, a
  /// difference for each, and a division.
  @Test
  void cross_entropy_costs_what_is_counted_and_its_own_loop() {
    var op = new CrossEntropy(1, 0, 2, 2);
    assertThat(forward(op, Shape.of(4, 3)).plus(new Cost(2 * 4 + 1, 4 * 2 * 4, 4)))
        .as("the value of CrossEntropy (4,3): what is counted, and 4 labels' share")
        .isEqualTo(OpCost.forward(op, List.of(Shape.of(4, 3)), Shape.SCALAR));
    assertThat(backward(op, 0, Shape.of(4, 3)).plus(new Cost(4 + 1, 4 * (4 + 1), 4 * 4)))
        .as("the gradient of CrossEntropy (4,3): what is counted, and 4 labels' share")
        .isEqualTo(OpCost.backward(op, List.of(Shape.of(4, 3)), Shape.SCALAR, true));
  }

  private static final Shape IMAGES = Shape.of(2, 3, 4, 6);

  /// Counts what the places of a window meet in [#IMAGES], each image and channel on its own.
  ///
  /// @param meetings pixels and weights that meet
  /// @param pixels pixels that any place sees
  private record Seen(Window window, long meetings, long pixels) {
    static Seen by(Window window) {
      var pixels = new TreeSet<Integer>();
      int meetings = 0;
      for (int i = 0; i < window.places(4) * window.size(); i++) {
        for (int j = 0; j < window.places(6) * window.size(); j++) {
          int row = at(i, window);
          int column = at(j, window);
          if (0 <= row && row < 4 && 0 <= column && column < 6) {
            meetings++;
            pixels.add(6 * row + column);
          }
        }
      }
      return new Seen(window, 6L * meetings, 6L * pixels.size());
    }

    private static int at(int i, Window window) {
      return i / window.size() * window.stride() + i % window.size() - window.padding();
    }

    int places() {
      return window.places(4) * window.places(6);
    }

    int weights() {
      return 3 * window.size() * window.size();
    }
  }

  private static List<Seen> windows() {
    return Stream.of(
            new Window(3, 1, 1), new Window(3, 2, 1), new Window(3, 2, 0), new Window(2, 3, 1))
        .map(Seen::by)
        .toList();
  }

  @Test
  void im2col_copies_and_its_gradient_adds_the_pixels_that_windows_see() {
    for (var s : windows()) {
      long copies = (long) s.weights() * 2 * s.places();
      check(
          new Im2Col(s.window()),
          Shape.of(s.weights(), 2 * s.places()),
          List.of(IMAGES),
          cost(0, s.pixels(), copies),
          cost(s.meetings(), copies, 144));
    }
  }

  @Test
  void direct_convolution_multiplies_and_adds_only_pixels_that_there_are() {
    for (var s : windows()) {
      int k = s.window().size();
      var y = Shape.of(2, 5, s.window().places(4), s.window().places(6));
      long flops = 2 * 5 * s.meetings();
      long weights = 5L * s.weights();
      long results = 10L * s.places();
      check(
          new DirectConvolution(s.window()),
          y,
          List.of(IMAGES, Shape.of(5, 3, k, k)),
          cost(flops, s.pixels() + weights, results),
          cost(flops, results + weights, 144),
          cost(flops, results + s.pixels(), weights));
    }
  }

  @Test
  void ops_that_choose_and_copy_cost_what_they_read_and_write() {
    var images = List.of(IMAGES);
    var pooled = Shape.of(2, 3, 2, 3);
    // a comparison a pixel, made again in the gradient
    check(new MaxPool(2), pooled, images, cost(144, 144, 36), cost(144, 144 + 36, 144));
    check(new AveragePool(2), pooled, images, cost(144 + 36, 144, 36), cost(144, 36, 144));
    // rows 4, 1 and 0 are read once; the gradient adds every use
    check(
        new Embedding(4, 1, 4, 0, 4),
        Shape.of(5, 3),
        List.of(Shape.of(6, 3)),
        cost(0, 3 * 3, 15),
        cost(15, 15, 18));
    var parts = List.of(Shape.of(2, 3), Shape.of(4, 3));
    check(new Views.Concat(0), Shape.of(6, 3), parts, cost(0, 18, 18), Cost.NONE, Cost.NONE);
    // a view, whose gradient is zeros with a copy
    check(
        new Views.Slice(0, 1, 3),
        Shape.of(2, 3),
        List.of(Shape.of(4, 3)),
        Cost.NONE,
        cost(0, 6, 12));
  }

  /// Returns a cost in FLOPs, and numbers of 4 bytes that are read and written.
  private static Cost cost(long flops, long read, long written) {
    return new Cost(flops, 4 * read, 4 * written);
  }

  private static void check(
      TensorOp op, Shape y, List<Shape> inputs, Cost forward, Cost... gradients) {
    assertThat(OpCost.forward(op, inputs, y))
        .as("the cost of the value of %s %s", op, inputs)
        .isEqualTo(forward);
    for (int k = 0; k < gradients.length; k++) {
      var wanted = new boolean[gradients.length];
      wanted[k] = true;
      assertThat(OpCost.backward(op, inputs, y, wanted))
          .as("the cost of gradient %d of %s %s", k, op, inputs)
          .isEqualTo(gradients[k]);
    }
  }

  /// An op that the course has no formula for.
  private record Unpriced() implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x;
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return dY;
    }
  }

  @Test
  void an_op_without_a_formula_is_named_and_never_free() {
    var shape = Shape.of(2, 3);
    assertThatThrownBy(() -> OpCost.forward(new Unpriced(), List.of(shape), shape))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no cost formula for Unpriced");
    assertThat(OpCost.find(new Unpriced(), List.of(shape), shape))
        .as("find of an op without a formula")
        .isEmpty();
  }

  @Test
  void wanted_names_each_input() {
    var shapes = List.of(Shape.of(2, 3), Shape.of(2, 3));
    assertThatThrownBy(() -> OpCost.backward(new Arithmetic.Mul(), shapes, shapes.getFirst(), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an op of 2 inputs has as many gradients, got [true]");
  }

  private void check(TensorOp op, Shape... inputs) {
    var y = apply(op, new TensorTape(), -1, inputs).shape();
    assertThat(OpCost.forward(op, List.of(inputs), y))
        .as("the cost of the value of %s %s, against what is counted", op, List.of(inputs))
        .isEqualTo(forward(op, inputs));
    for (int k = 0; k < inputs.length; k++) {
      var wanted = new boolean[inputs.length];
      wanted[k] = true;
      assertThat(OpCost.backward(op, List.of(inputs), y, wanted))
          .as("the cost of gradient %d of %s %s, against what is counted", k, op, List.of(inputs))
          .isEqualTo(backward(op, k, inputs));
    }
  }

  private Cost forward(TensorOp op, Shape... inputs) {
    return CountedBackend.of(() -> apply(op, new TensorTape(), -1, inputs));
  }

  private Cost backward(TensorOp op, int k, Shape... inputs) {
    var tape = new TensorTape();
    var y = apply(op, tape, k, inputs);
    var dY = Tensor.normal(random, y.shape().toArray());
    return CountedBackend.of(() -> tape.backward(y, dY));
  }

  /// The op of positive numbers, of which input `k` is a variable, and the others are constants.
  private Variable apply(TensorOp op, TensorTape tape, int k, Shape... shapes) {
    var inputs =
        IntStream.range(0, shapes.length)
            .mapToObj(i -> {
              var value = Tensor.uniform(random, 1, 2, shapes[i].toArray());
              return i == k ? tape.variable(value) : tape.constant(value);
            })
            .toArray(Variable[]::new);
    return switch (op) {
      case TensorOp.Unary f -> tape.apply(f, inputs[0]);
      case TensorOp.Binary f -> tape.apply(f, inputs[0], inputs[1]);
      case TensorOp.Many f -> tape.apply(f, Arrays.asList(inputs));
    };
  }
}
