package tapeline.tests.given.accel.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tapeline.accel.VectorBackend;
import tapeline.accel.fuse.BiasActivation;
import tapeline.accel.fuse.FusedAttention;
import tapeline.accel.fuse.FusedLayerNorm;
import tapeline.accel.fuse.FusedLinear;
import tapeline.accel.fuse.ImagewiseConvolution;
import tapeline.accel.fuse.OnlineAttention;
import tapeline.accel.fuse.PooledRelu;
import tapeline.accel.fuse.SoftmaxCrossEntropy;
import tapeline.accel.fuse.SquaredReluChain;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.MatMul;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.conv.MaxPool;
import tapeline.conv.Window;
import tapeline.instruments.profile.Cost;
import tapeline.instruments.profile.ProfileSchedule;
import tapeline.instruments.profile.Span;
import tapeline.nn.CrossEntropy;
import tapeline.profile.Profiler;
import tapeline.profile.TrainingStep;
import tapeline.profile.cost.CountedBackend;
import tapeline.profile.cost.OpCost;
import tapeline.profile.cost.PassCost;
import tapeline.tensor.Backend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;
import tapeline.transformer.Attention;
import tapeline.vector.math.NormLoops;

/// The cost of each fused op: its FLOPs beside those counted of the ops that it stands for, its
/// bytes beside the tensors on which its results depend, and those that it makes.
class FusedCostsTest {
  private static final int WIDTH = 6;
  private static final int ROWS = 64 * 8;
  private static final int N = ROWS * WIDTH;
  private static final Set<UnaryOp> SLOPES_FROM_X =
      Set.of(UnaryOp.NEG, UnaryOp.LOG, UnaryOp.SQUARE, UnaryOp.ABS, UnaryOp.SOFTPLUS, UnaryOp.GELU);

  private final Random random = Seeds.random("fused cost");
  private final Tensor x = Tensor.normal(random, 64, 8, WIDTH);
  private final Tensor row = Tensor.normal(random, WIDTH);
  private final Tensor keys = Tensor.normal(random, 64, 9, WIDTH);
  private final Tensor mask = Tensor.zeros(8, 9);
  private final Tensor images = Tensor.normal(random, 4, 3, 8, 12);
  private final Tensor weights = Tensor.normal(random, 5, 3, 3, 3);

  /// A cost both ways, of all gradients.
  private record Both(Cost forward, Cost backward) {
    long flops() {
      return forward.flops() + backward.flops();
    }
  }

  private static Shape[] shapes(Tensor... inputs) {
    return Arrays.stream(inputs).map(Tensor::shape).toArray(Shape[]::new);
  }

  /// Returns the cost by formula; a fourth input has no gradient.
  private static Both costs(TensorOp op, Tensor... inputs) {
    var y = forward(op, List.of(inputs)).shape();
    var cost = OpCost.of(op, List.of(shapes(inputs)), y);
    var wanted = new boolean[inputs.length];
    Arrays.fill(wanted, 0, Math.min(3, inputs.length), true);
    return new Both(cost.forward(), cost.backward(wanted));
  }

  private Both counted(Function<List<Variable>, Variable> f, Tensor... inputs) {
    var tape = new TensorTape();
    var variables = Arrays.stream(inputs).map(tape::variable).toList();
    var y = new ArrayList<Variable>();
    var forward = CountedBackend.of(() -> y.add(f.apply(variables)));
    var dY = Tensor.normal(random, y.getFirst().shape().toArray());
    return new Both(forward, CountedBackend.of(() -> tape.backward(y.getFirst(), dY)));
  }

  private static void flops(Both fused, Both plain, long forward, long backward) {
    assertThat(fused.forward().flops())
        .as("FLOPs forward")
        .isEqualTo(plain.forward().flops() + forward);
    assertThat(fused.backward().flops())
        .as("FLOPs backward")
        .isEqualTo(plain.backward().flops() + backward);
  }

  /// Backward makes the sum again where the slope is known from that alone.
  @Test
  void a_bias_with_its_activation_has_the_flops_of_two_ops() {
    for (var f : UnaryOp.values()) {
      flops(
          costs(new BiasActivation(f), x, row),
          counted(
              in -> in.get(0).tape().apply(new Arithmetic.Map(f), in.get(0).plus(in.get(1))),
              x,
              row),
          0,
          SLOPES_FROM_X.contains(f) ? N : 0);
    }
  }

  /// Backward makes x·w + b and its ReLU again.
  @Test
  void a_chain_has_the_flops_of_four_ops() {
    flops(
        costs(new SquaredReluChain(), x, row, row),
        counted(in -> in.get(0).times(in.get(1)).plus(in.get(2)).relu().square(), x, row, row),
        0,
        3 * N);
  }

  /// The plain norm takes the differences twice, and a quotient for a root's reciprocal. In
  /// backward it makes the deviation again, 4 FLOPs a number and 4 a row, and the fused one x̂, of
  /// 2.
  @Test
  void a_layer_norm_has_the_flops_of_three_ops_but_for_what_they_do_twice() {
    flops(
        costs(new FusedLayerNorm(1e-5f), x, row, row),
        counted(in -> GivenFusionsTest.normed(in, 1e-5f), x, row, row),
        -2 * N,
        -2 * N - 4 * ROWS);
  }

  @Test
  void attention_has_the_flops_of_five_ops() {
    flops(
        costs(new FusedAttention(1), x, keys, keys, mask),
        counted(
            in ->
                Attention.attend(in.get(0), in.get(1), in.get(2), in.get(0).tape().constant(mask)),
            x,
            keys,
            keys),
        0,
        0);
  }

  /// Forward, of one block a row: no factor for a score, nor a mask, but for a row of Q; a maximum,
  /// a difference, a power, a product and a sum for what was there before, which is scaled; and a
  /// logarithm with a sum. Backward asks a backend for all that it does.
  @Test
  void online_attention_has_the_flops_of_attention_and_those_of_its_corrections() {
    var op = new OnlineAttention(false);
    var plain =
        counted(
            in ->
                Attention.attend(
                    in.get(0), in.get(1), in.get(2), in.get(0).tape().constant(Tensor.zeros(8, 8))),
            x,
            x,
            x);
    assertThat(costs(op, x, x, x).forward().flops())
        .isEqualTo(plain.forward().flops() - 3L * ROWS * 8 + ROWS * (2L * WIDTH + 5 + WIDTH + 2));
    var longer = Tensor.normal(random, 2, 150, WIDTH);
    for (boolean causal : new boolean[] {false, true}) {
      var counted =
          counted(
              in -> in.get(0).tape().apply(new OnlineAttention(causal), in),
              longer,
              longer,
              longer);
      assertThat(costs(new OnlineAttention(causal), longer, longer, longer).backward().flops())
          .as("backward, causal: %s", causal)
          .isEqualTo(counted.backward().flops());
    }
  }

  /// Both ways together: the plain ones have maxima, differences, powers and sums of rows twice.
  @Test
  void a_loss_is_one_softmax_where_the_plain_ops_have_two() throws Exception {
    var labels = new Random(1).ints(ROWS, 0, WIDTH).toArray();
    var logits = List.of(Shape.of(ROWS, WIDTH));
    var plain = OpCost.of(new CrossEntropy(labels), logits, Shape.SCALAR);
    var fused = OpCost.of(new SoftmaxCrossEntropy(labels), logits, Shape.SCALAR);
    assertThat(fused.forward().plus(fused.backward(true)).flops())
        .isEqualTo(plain.forward().plus(plain.backward(true)).flops() - 7 * N + ROWS - 1);
    var op = new SoftmaxCrossEntropy(labels);
    var _ = op.forward(x.reshape(ROWS, WIDTH));
    assertThat(fused.forward().bytes())
        .as("bytes of logits, of the gradient that is kept beside the labels, and of a loss")
        .isEqualTo(4L * (N + held(op) - ROWS + 1));
    assertThat(fused.backward(true)).as("dY is seen to be 1").isEqualTo(new Cost(0, 4, 0));
  }

  /// Its products and sums are a backend's, but for the bias: a pass of its own.
  @Test
  void a_linear_layer_costs_what_is_counted() {
    var w = Tensor.normal(random, WIDTH, 7);
    var b = Tensor.normal(random, 7);
    for (var rows : List.of(x, x.reshape(ROWS, WIDTH))) {
      var own = counted(in -> in.get(0).tape().apply(new FusedLinear(), in), rows, w, b);
      var bias = PassCost.zip(rows.matmul(w).shape(), b.shape());
      assertThat(costs(new FusedLinear(), rows, w, b))
          .isEqualTo(new Both(own.forward().plus(bias), own.backward()));
    }
  }

  @Test
  void a_convolution_has_the_flops_of_its_products() {
    var y = Shape.of(5, 4 * 8 * 12);
    var product = OpCost.of(new MatMul(), List.of(Shape.of(5, 27), Shape.of(27, 4 * 8 * 12)), y);
    var fused = costs(new ImagewiseConvolution(Window.same(3)), images, weights);
    assertThat(fused.forward().flops()).isEqualTo(product.forward().flops());
    assertThat(fused.backward().flops()).isEqualTo(product.backward(true, true).flops());
  }

  /// One comparison a pixel is for both, and none is made again.
  @Test
  void relu_and_pooling_have_half_the_flops_of_two_ops() {
    var shape = images.shape();
    var relu = OpCost.of(new Arithmetic.Map(UnaryOp.RELU), List.of(shape), shape);
    var pool = OpCost.of(new MaxPool(2), List.of(shape), Shape.of(4, 3, 4, 6));
    var fused = costs(new PooledRelu(2), images);
    assertThat(2 * fused.flops()).isEqualTo(relu.forward().plus(pool.forward()).flops());
  }

  /// An op whose bytes are looked at.
  ///
  /// @param atOnce whether one gradient makes all
  private record Looked(Supplier<TensorOp> op, boolean atOnce, Tensor... inputs) {
    /// Returns gradient k, or all, once forward has seen the inputs as they are.
    List<Tensor> gradients(int k, List<Tensor> read) {
      var made = op.get();
      var _ = forward(made, List.of(inputs));
      int n = read.size() - 2;
      return IntStream.range(atOnce ? 0 : k, atOnce ? Math.min(3, n) : k + 1)
          .mapToObj(i -> grad(made, i, read.get(n), read.subList(0, n), read.get(n + 1)))
          .toList();
    }
  }

  private List<Looked> looked() {
    return List.of(
        new Looked(() -> new BiasActivation(UnaryOp.TANH), true, x, row),
        new Looked(() -> new BiasActivation(UnaryOp.GELU), true, x, row),
        new Looked(SquaredReluChain::new, true, x, row, row.neg()),
        new Looked(() -> new FusedLayerNorm(1e-5f), true, x, row, row.neg()),
        new Looked(() -> new FusedAttention(1), true, x, keys, keys.neg(), mask),
        new Looked(() -> new OnlineAttention(true), true, x, x.neg(), x.square()),
        new Looked(() -> new PooledRelu(2), true, images),
        new Looked(() -> new ImagewiseConvolution(Window.same(3)), false, images, weights));
  }

  @Test
  void bytes_are_those_of_tensors_that_count_and_of_results() throws Exception {
    for (var look : looked()) {
      var inputs = List.of(look.inputs);
      var op = look.op.get();
      var y = forward(op, inputs);
      int kept = held(op);
      var cost = OpCost.of(op, List.of(shapes(look.inputs)), y.shape());
      long read = counting(in -> List.of(forward(look.op.get(), in)), inputs);
      bytes(look, "forward", cost.forward(), read, y.shape().size() + kept);
      var all =
          Stream.concat(inputs.stream(), Stream.of(Tensor.normal(random, y.shape().toArray()), y))
              .toList();
      for (int k = 0; k < Math.min(3, inputs.size()); k++) {
        int gradient = k;
        var wanted = new boolean[inputs.size()];
        wanted[k] = true;
        long written = look.gradients(k, all).stream().mapToLong(t -> t.shape().size()).sum();
        long known = counting(in -> look.gradients(gradient, in), all);
        bytes(look, "gradient " + k, cost.backward(wanted), known + kept, written);
      }
    }
  }

  /// Returns how many floats, and places as large, an op holds in arrays.
  private static int held(Object op) throws ReflectiveOperationException {
    int numbers = 0;
    for (var field : op.getClass().getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        numbers +=
            switch (field.get(op)) {
              case float[] floats -> floats.length;
              case int[] places -> places.length;
              case NormLoops.Kept kept -> held(kept);
              case null, default -> 0;
            };
      }
    }
    return numbers;
  }

  private static void bytes(Looked look, String way, Cost cost, long read, long written) {
    assertThat(new long[] {cost.bytesRead(), cost.bytesWritten()})
        .as("bytes read and written by %s, %s", look.op.get().name(), way)
        .containsExactly(4 * read, 4 * written);
  }

  /// Returns how many numbers the tensors have of which others would change the results.
  private long counting(Function<List<Tensor>, List<Tensor>> work, List<Tensor> tensors) {
    long numbers = 0;
    var results = work.apply(tensors);
    for (int i = 0; i < tensors.size(); i++) {
      var others = new ArrayList<>(tensors);
      others.set(i, Tensor.normal(random, tensors.get(i).shape().toArray()));
      var now = work.apply(others);
      boolean same =
          IntStream.range(0, now.size())
              .allMatch(k -> Arrays.equals(now.get(k).toArray(), results.get(k).toArray()));
      numbers += same ? 0 : tensors.get(i).shape().size();
    }
    return numbers;
  }

  private static Tensor forward(TensorOp op, List<Tensor> inputs) {
    return switch (op) {
      case TensorOp.Unary f -> f.forward(inputs.get(0));
      case TensorOp.Binary f -> f.forward(inputs.get(0), inputs.get(1));
      case TensorOp.Many f -> f.forward(inputs);
    };
  }

  private static Tensor grad(TensorOp op, int k, Tensor dY, List<Tensor> inputs, Tensor y) {
    return switch (op) {
      case TensorOp.Unary f -> f.grad(dY, inputs.get(0), y);
      case TensorOp.Binary f ->
          k == 0
              ? f.gradA(dY, inputs.get(0), inputs.get(1), y)
              : f.gradB(dY, inputs.get(0), inputs.get(1), y);
      case TensorOp.Many f -> f.grad(k, dY, inputs, y);
    };
  }

  @Test
  void each_op_of_a_fused_step_has_a_cost() {
    for (var step : List.of(TrainingStep.mlp(), TrainingStep.cnn(), TrainingStep.transformer())) {
      var vectors = new VectorBackend();
      try (var _ = Backend.use(vectors);
          var profiler = Profiler.start(ProfileSchedule.once(0, 0, 1))) {
        step.run();
        profiler.step();
        var works = profiler.profile().spans().stream().map(Span::work).filter(w -> w != null);
        assertThat(works.filter(w -> w.cost() == null).map(w -> w.op()))
            .as("ops without a formula in the step of %s", step.name())
            .isEmpty();
        assertThat(vectors.stepBytes()).as("bytes that serve the next step").isPositive();
      }
    }
  }
}
