package tapeline.tests.given.accel.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tapeline.accel.VectorBackend;
import tapeline.accel.fuse.BiasActivation;
import tapeline.accel.fuse.FusedAttention;
import tapeline.accel.fuse.FusedLayerNorm;
import tapeline.accel.fuse.FusedLinear;
import tapeline.accel.fuse.Fusions;
import tapeline.accel.fuse.ImagewiseConvolution;
import tapeline.accel.fuse.OnlineAttention;
import tapeline.accel.fuse.PooledRelu;
import tapeline.accel.fuse.SquaredReluChain;
import tapeline.autograd.Arithmetic;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.conv.Convolution;
import tapeline.conv.MaxPool;
import tapeline.conv.Window;
import tapeline.nn.Activation;
import tapeline.nn.CrossEntropy;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Sequential;
import tapeline.profile.cost.CountedBackend;
import tapeline.tensor.Backend;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;
import tapeline.toolkit.Todo;
import tapeline.transformer.Attention;
import tapeline.transformer.Normalize;

/// Bias with activation, linear layers, attention, layer norm and convolution beside the ops that
/// they stand for.
public class GivenFusionsTest {
  private final Random random = Seeds.random("fused");

  /// Returns the value of f and its gradients in the inputs.
  static List<Tensor> run(Function<List<Variable>, Variable> f, Tensor dY, Tensor... inputs) {
    var tape = new TensorTape();
    var variables = Arrays.stream(inputs).map(tape::variable).toList();
    var y = f.apply(variables);
    tape.backward(y, dY);
    var all = new ArrayList<>(List.of(y.value()));
    variables.forEach(x -> all.add(x.gradient()));
    return all;
  }

  private static void close(List<Tensor> fused, List<Tensor> plain, String what) {
    for (int k = 0; k < plain.size(); k++) {
      var of = k == 0 ? "the value" : "the gradient in input " + (k - 1);
      assertThat(fused.get(k).shape()).isEqualTo(plain.get(k).shape());
      float size = plain.get(k).abs().max(false).item();
      assertThat(fused.get(k).toArray())
          .as("%s of %s", of, what)
          .containsExactly(plain.get(k).toArray(), within(1e-5f * Math.max(size, 1)));
    }
  }

  /// No answer to 13.6 is graded by it: without dY = ∞ the product 2u·dy is enough.
  @Test
  void a_closed_relu_lets_nothing_through() {
    int n = 19;
    var op = new SquaredReluChain();
    var inputs = List.of(Tensor.full(-1, 2, n), Tensor.full(1, n), Tensor.zeros(n));
    var y = op.forward(inputs);
    var dY = Tensor.full(Float.POSITIVE_INFINITY, 2, n);
    for (int k = 0; k < 3; k++) {
      assertThat(op.grad(k, dY, inputs, y).toArray())
          .as("gradient %d (of X, w, b) of max(X·w + b, 0)² at X·w + b = −1, dY = ∞", k)
          .containsOnly(0);
    }
  }

  /// Equal pixels, squares without one above 0, NaN and −∞; in arrays that were used before.
  @Test
  void relu_and_pooling_at_once_are_those_one_after_the_other() {
    var vectors = new VectorBackend();
    try (var _ = Backend.use(vectors)) {
      for (int size : new int[] {1, 2, 3}) {
        var x = Tensor.normal(random, 6, 2, 3, 12).permute(2, 1, 0, 3); // a view (3,2,6,12)
        for (int k = 0; k < 12; k++) x.set(k % 2 == 0 ? 0.5f : -1, 0, 0, k % 6, k);
        x.set(Float.NaN, 1, 0, 0, 0);
        x.set(Float.NEGATIVE_INFINITY, 2, 1, 5, 11);
        var dY = Tensor.normal(random, 3, 2, 6 / size, 12 / size);
        var plain = run(in -> new MaxPool(size).forward(in.getFirst().relu()), dY, x);
        for (int step = 0; step < 2; step++) {
          try (var _ = vectors.step()) {
            var fused =
                run(in -> in.getFirst().tape().apply(new PooledRelu(size), in.getFirst()), dY, x);
            for (int k = 0; k < 2; k++) {
              assertThat(fused.get(k).toArray())
                  .as("%d, squares of %d", k, size)
                  .isEqualTo(plain.get(k).toArray());
            }
          }
        }
      }
      assertThatThrownBy(() -> new PooledRelu(2).forward(Tensor.zeros(1, 1, 4, 5)))
          .hasMessageContaining("pooling by 2 needs images whose sides it divides");
    }
  }

  @Test
  void a_convolution_image_by_image_is_that_of_all_images_at_once() {
    convolutionsAgree(random);
    assertThatThrownBy(() ->
            new ImagewiseConvolution(Window.same(3))
                .forward(Tensor.zeros(1, 2, 5, 5), Tensor.zeros(4, 3, 3, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("W (o,c,3,3), got (1,2,5,5) and (4,3,3,3)");
  }

  /// Images of many channels and pixels are more work than an int counts; here there is none.
  @Test
  void images_of_many_channels_are_convolved() {
    var y =
        new ImagewiseConvolution(Window.same(3))
            .forward(Tensor.zeros(0, 512, 96, 96), Tensor.zeros(512, 512, 3, 3));
    assertThat(y.shape()).isEqualTo(Shape.of(0, 512, 96, 96));
  }

  private static List<Tensor> convolved(Window window, Tensor x, Tensor w, Tensor dY) {
    return run(
        in -> in.getFirst().tape().apply(new ImagewiseConvolution(window), in.get(0), in.get(1)),
        dY,
        x,
        w);
  }

  public static void convolutionsAgree(Random random) {
    var windows =
        List.of(
            Window.same(3),
            new Window(3, 2, 1),
            new Window(2, 1, 0),
            Window.same(1),
            Window.same(5));
    for (var window : windows) {
      var x = Tensor.normal(random, 3, 5, 4, 7).permute(0, 2, 3, 1); // a view (3,4,7,5)
      var w = Tensor.normal(random, 11, 4, window.size(), window.size()); // no whole tiles
      var dY = Tensor.normal(random, 3, 11, window.places(7), window.places(5));
      for (int run = 0; run < 2; run++) { // the second one has the first one's arrays
        close(
            convolved(window, x, w, dY),
            run(in -> Convolution.convolve(in.get(0), in.get(1), window), dY, x, w),
            window.toString());
      }
    }
  }

  @Test
  void a_bias_and_every_activation_are_those_of_two_ops() {
    for (var f : UnaryOp.values()) {
      var x = Tensor.uniform(random, 0.1f, 2, 37, 3, 2).permute(1, 2, 0); // a view
      var b = Tensor.uniform(random, 0.1f, 1, 37);
      var dY = Tensor.normal(random, 3, 2, 37);
      UnaryOperator<Variable> activation = u -> u.tape().apply(new Arithmetic.Map(f), u);
      close(
          run(in -> in.get(0).tape().apply(new BiasActivation(f), in.get(0), in.get(1)), dY, x, b),
          run(in -> activation.apply(in.get(0).plus(in.get(1))), dY, x, b),
          "bias and " + f);
    }
  }

  @Test
  void a_linear_layer_is_a_product_and_a_sum() {
    var w = Tensor.normal(random, 7, 19);
    var b = Tensor.normal(random, 19);
    var inputs =
        List.of(Tensor.normal(random, 5, 7), Tensor.normal(random, 7, 4, 3).transpose(0, 2));
    for (var x : inputs) { // a matrix, and a view (3,4,7)
      var dY = Tensor.normal(random, x.matmul(w).shape().toArray());
      close(
          run(in -> in.getFirst().tape().apply(new FusedLinear(), in), dY, x, w, b),
          run(in -> in.get(0).matmul(in.get(1)).plus(in.get(2)), dY, x, w, b),
          "a linear layer of " + x.shape());
    }
  }

  /// Op by op it would be the product beside the sum, and dW of each of eight matrices.
  @Test
  void a_batch_by_one_matrix_makes_its_results_and_no_more() {
    int rows = 8 * 64;
    assertThat(arrays(linear())).as("Y, dX, dW").isCloseTo(rows * 384 + 128 * 256, within(1024));
    assertThat(arrays(new Sequential(linear(), new Activation(UnaryOp.GELU))))
        .as("X·W, Y, the gradients of both, dX, dW")
        .isCloseTo(rows * 896 + 128 * 256, within(1024));
  }

  @Test
  void one_example_that_is_no_row_is_refused_with_an_activation_too() {
    var layer = new Sequential(linear(), new Activation(UnaryOp.GELU));
    try (var _ = Backend.use(new VectorBackend())) {
      var x = new TensorTape().variable(Tensor.zeros(128));
      assertThatThrownBy(() -> layer.forward(x)).hasMessageContaining("(128)");
    }
  }

  private Layer linear() {
    return new Linear("layer", 128, 256, random);
  }

  /// Counts the numbers in the arrays of a step forward and backward, but for dY.
  private int arrays(Layer layer) {
    var vectors = new VectorBackend();
    var x = Tensor.normal(random, 8, 64, 128);
    var dY = Tensor.normal(random, 8, 64, 256);
    try (var _ = Backend.use(vectors);
        var _ = vectors.step()) {
      var tape = new TensorTape();
      tape.backward(layer.forward(tape.variable(x)), dY);
    }
    return (int) (vectors.stepBytes() / Float.BYTES);
  }

  /// Views, a row of which all is masked, and a gradient that repeats numbers; in arrays that were
  /// used before.
  @Test
  void attention_of_all_heads_at_once_is_that_of_five_ops() {
    var vectors = new VectorBackend();
    for (int rows : new int[] {1, 5, 40}) {
      int positions = rows + 2;
      int width = rows == 5 ? 1 : 8;
      var q = Tensor.normal(random, 2, rows, 3, width).permute(0, 2, 1, 3);
      var k = Tensor.normal(random, 2, positions, 3, width).permute(0, 2, 1, 3);
      var v = Tensor.normal(random, 2, 3, width, positions).transpose();
      var mask = Attention.causal(rows + 1, positions).slice(0, 1, rows + 1);
      for (int j = 0; j < positions; j++) mask.set(Float.NEGATIVE_INFINITY, rows - 1, j);
      var dY = Tensor.normal(random, 2, rows, 1, width).permute(0, 2, 1, 3).expand(q.shape());
      var plain =
          run(
              in ->
                  Attention.attend(
                      in.get(0), in.get(1), in.get(2), in.getFirst().tape().constant(mask)),
              dY,
              q,
              k,
              v);
      for (int step = 0; step < 2; step++) {
        try (var _ = Backend.use(vectors);
            var _ = vectors.step()) {
          close(run(in -> heads(in, mask), dY, q, k, v), plain, rows + " rows");
        }
      }
    }
  }

  static Variable heads(List<Variable> in, Tensor mask) {
    var tape = in.getFirst().tape();
    float scale = (float) (1 / Math.sqrt(in.getFirst().shape().length(-1)));
    return tape.apply(
        new FusedAttention(scale), List.of(in.get(0), in.get(1), in.get(2), tape.constant(mask)));
  }

  @Test
  void another_gradient_of_the_result_gives_others_of_the_inputs() {
    var x = Tensor.normal(random, 3, 4, 5);
    var row = Tensor.normal(random, 5);
    var rows = List.of(x, row, row.neg());
    var heads = List.of(x, x.neg(), x);
    var masked = List.of(x, x.neg(), x, Attention.causal(4, 4));
    Map.of(
            new FusedLayerNorm(1e-5f), rows,
            new SquaredReluChain(), rows,
            new OnlineAttention(true), heads,
            new FusedAttention(1), masked)
        .forEach((op, inputs) -> {
          var y = op.forward(inputs);
          twiceGivesTwice(op.name(), dY -> op.grad(0, dY, inputs, y));
        });
    var op = new BiasActivation(UnaryOp.TANH);
    var y = op.forward(x, row);
    twiceGivesTwice(op.name(), dY -> op.gradA(dY, x, row, y));
  }

  /// The second gradient is another tensor, and then the first one, written in place: that is how
  /// one seed gives the rows of a Jacobian.
  private void twiceGivesTwice(String op, UnaryOperator<Tensor> gradient) {
    var dY = Tensor.normal(random, 3, 4, 5);
    var twice = gradient.apply(dY).times(2).toArray();
    assertThat(gradient.apply(dY.times(2)).toArray()).as(op).isEqualTo(twice);
    var _ = gradient.apply(dY);
    dY.assign(dY.times(2));
    assertThat(gradient.apply(dY).toArray()).as("%s, written in place", op).isEqualTo(twice);
  }

  /// Returns layer norm of the first by three ops, with the others as gain and shift.
  static Variable normed(List<Variable> in, float epsilon) {
    var x = in.getFirst();
    return x.tape().apply(new Normalize(epsilon), x).times(in.get(1)).plus(in.get(2));
  }

  @Test
  void a_normalised_row_with_gain_and_shift_is_that_of_three_ops() {
    for (int n : new int[] {1, 5, 16, 131}) {
      var x = Tensor.normal(random, 3, 2, n).times(3).plus(100);
      var gain = Tensor.normal(random, n);
      var shift = Tensor.normal(random, n);
      var dY = Tensor.normal(random, 3, 2, n);
      close(
          run(in -> in.getFirst().tape().apply(new FusedLayerNorm(1e-2f), in), dY, x, gain, shift),
          run(in -> normed(in, 1e-2f), dY, x, gain, shift),
          "rows of " + n);
    }
  }

  /// 06's loss of three rows, spoilt.
  private record Spoilt(UnaryOperator<Tensor> loss, UnaryOperator<Tensor> slope)
      implements TensorOp.Unary {
    private static final CrossEntropy PLAIN = new CrossEntropy(1, 0, 2);

    @Override
    public Tensor forward(Tensor x) {
      return loss.apply(PLAIN.forward(x));
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return slope.apply(PLAIN.grad(dY, x, y));
    }
  }

  /// A training takes no fused loss that these would be.
  @Test
  void a_loss_that_is_wrong_or_missing_does_not_agree() {
    UnaryOperator<Tensor> asItIs = x -> x;
    var spoilt =
        Map.of(
            "a loss that is off by 0.01 %", new Spoilt(x -> x.times(1.0001f), asItIs),
            "a gradient of the sum", new Spoilt(asItIs, x -> x.times(3)),
            "a loss that overflows", new Spoilt(x -> x.exp().log(), asItIs),
            "a gradient of another shape", new Spoilt(asItIs, x -> x.reshape(-1)),
            "one that is not written",
                new Spoilt(
                    _ -> {
                      throw new Todo("13.7", "loss");
                    },
                    asItIs));
    var agrees = new Spoilt(asItIs, asItIs);
    assertThat(Fusions.agree(agrees, Spoilt.PLAIN)).as("06's own loss").isTrue();
    spoilt.forEach(
        (what, loss) -> assertThat(Fusions.agree(loss, Spoilt.PLAIN)).as(what).isFalse());
  }

  @Test
  void a_gain_of_another_length_is_refused() {
    var x = Tensor.zeros(2, 3);
    assertThatThrownBy(
            () -> new FusedLayerNorm(1e-5f).forward(List.of(x, Tensor.zeros(4), Tensor.zeros(3))))
        .hasMessageContaining("a gain (n)");
    assertThatThrownBy(() -> new BiasActivation(UnaryOp.RELU).forward(x, Tensor.zeros(4)))
        .hasMessageContaining("a bias needs X (…,n) and b (n), got (2,3) and (4)");
    assertThatThrownBy(
            () -> new FusedLinear().forward(List.of(x, Tensor.zeros(3, 5), Tensor.zeros(4))))
        .hasMessageContaining("W (k,n) and b (n), got (2,3), (3,5) and (4)");
    assertThatThrownBy(() -> new FusedAttention(1).forward(List.of(x, x, x, Tensor.zeros(2, 3))))
        .hasMessageContaining("a mask (rows,positions), got [(2,3), (2,3), (2,3), (2,3)]");
  }

  @Test
  void the_ops_that_they_replace_move_so_many_bytes_an_element() {
    var x = Tensor.normal(random, 64, 1000);
    var row = Tensor.normal(random, 1000);
    double size = x.shape().size();
    assertThat(CountedBackend.of(() -> x.plus(row).relu()).bytes() / size)
        .as("bias and ReLU, beside the fused op's 8")
        .isCloseTo(16, within(0.1));
    assertThat(
            CountedBackend.of(() -> new Normalize(1e-5f).forward(x).times(row).plus(row)).bytes()
                / size)
        .as("layer norm, beside the fused op's 8")
        .isCloseTo(60, within(0.5));
  }
}
