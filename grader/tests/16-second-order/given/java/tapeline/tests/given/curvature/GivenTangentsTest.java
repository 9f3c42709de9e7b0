package tapeline.tests.given.curvature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealVector;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorOp;
import tapeline.autograd.TensorTape;
import tapeline.autograd.Variable;
import tapeline.autograd.Views;
import tapeline.conv.MaxPool;
import tapeline.curvature.Classification;
import tapeline.curvature.DualBackend;
import tapeline.curvature.FlatParameters;
import tapeline.curvature.GaussNewton;
import tapeline.curvature.Hessian;
import tapeline.curvature.TrainingLoss;
import tapeline.data.Dataset;
import tapeline.nn.Activation;
import tapeline.nn.CrossEntropy;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.tensor.Backend;
import tapeline.tensor.BinaryOp;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;
import tapeline.transformer.Embedding;

class GivenTangentsTest {
  private static final float STEP = 1e-2f;

  private final Random random = Seeds.random("given tangents");

  /// A loss of one parameter.
  private record Made(Parameter p, Function<Variable, Variable> formula) implements TrainingLoss {
    Made(Tensor at, Function<Variable, Variable> formula) {
      this(new Parameter("p", at), formula);
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(p);
    }

    @Override
    public Variable on(TensorTape tape) {
      return formula.apply(p.on(tape));
    }
  }

  /// An op with a loop of its own.
  private record OwnLoop() implements TensorOp.Unary {
    @Override
    public Tensor forward(Tensor x) {
      return x.copy();
    }

    @Override
    public Tensor grad(Tensor dY, Tensor x, Tensor y) {
      return dY;
    }
  }

  private static RealVector vector(Random random, int size) {
    return new ArrayRealVector(random.doubles(size, -1, 1).toArray());
  }

  private static Tensor tangent(Tensor x, Tensor t, UnaryOperator<Tensor> f) {
    var dual = new DualBackend(Backend.current());
    Tensor y;
    try (var _ = Backend.use(dual)) {
      y = f.apply(x);
    }
    dual.along(List.of(x), List.of(t));
    return dual.tangent(y);
  }

  @Test
  void directions_have_their_inputs_shapes() {
    var dual = new DualBackend(Backend.current());
    assertThat(Thrown.by(() -> dual.along(List.of(Tensor.zeros(2, 3)), List.of(Tensor.zeros(3)))))
        .as("a row for a matrix")
        .isEqualTo(
            "IllegalArgumentException: inputs move in directions of their shapes [(2,3)], got"
                + " [(3)]");
  }

  /// Compares with a central difference in float32, which is right to some three digits.
  private void asDifference(String what, UnaryOperator<Tensor> f) {
    var x = Tensor.normal(random, 3, 4);
    var t = Tensor.normal(random, 3, 4);
    var up = f.apply(x.plus(t.times(STEP)));
    var down = f.apply(x.minus(t.times(STEP)));
    assertThat(tangent(x, t, f).toArray())
        .as("the tangent of %s, against a central difference", what)
        .usingComparatorWithPrecision(5e-3f)
        .containsExactly(up.minus(down).div(2 * STEP).toArray());
  }

  @Test
  void functions_of_rows_and_reductions() {
    asDifference("softmax", Tensor::softmax);
    asDifference("logSumExp", Tensor::logSumExp);
    asDifference("the sum of columns", x -> x.sum(true, 0));
    asDifference("the sum", Tensor::sum);
    asDifference("the largest of rows", x -> x.max(false, 1));
    asDifference("max(x, ½)", x -> x.max(Tensor.scalar(0.5f)));
    asDifference("gelu", x -> x.map(UnaryOp.GELU));
    asDifference("softplus", Tensor::softplus);
  }

  @Test
  void copies_slices_and_writes_in_place_keep_the_tangent() {
    asDifference("a transpose, reshaped", x -> x.transpose().reshape(2, 6).square());
    asDifference("a sum along a stretched axis", x -> x.sum(true, 1).expand(x.shape()).reshape(12));
    asDifference(
        "a tensor whose middle was overwritten",
        x -> {
          var y = x.copy();
          y.slice(1, 1, 3).assign(x.slice(1, 0, 2).square());
          y.slice(1, 0, 1).assign(Tensor.scalar(7));
          return y;
        });
    asDifference(
        "columns moved within a tensor",
        x -> {
          var y = x.copy();
          y.slice(1, 1, 4).assign(y.slice(1, 0, 3));
          return y;
        });
  }

  @Test
  void the_largest_of_equals_moves_as_their_mean() {
    var x = Tensor.vector(2, 2, 1);
    assertThat(tangent(x, Tensor.vector(3, 5, 100), y -> y.max(false)).item())
        .as("the tangent of the largest of (2, 2, 1), which change by 3, 5 and 100")
        .isEqualTo(4);
    assertThat(
            tangent(x, Tensor.vector(3, 5, 100), y -> y.zip(BinaryOp.GREATER, Tensor.scalar(1)))
                .toArray())
        .as("the tangent of x > 1: a step is flat on both sides")
        .containsOnly(0);
  }

  /// Compares second derivatives of each op, through forward and backward, with central differences
  /// of gradients.
  @Test
  void a_hessian_through_every_op_of_the_table() {
    int n = 6;
    var at = Tensor.uniform(random, 0.5f, 1.5f, n);
    List<Function<Variable, Variable>> formulas =
        List.of(
            p -> p.exp().times(p.log()).sum(),
            p -> p.sqrt().plus(p.map(UnaryOp.RECIPROCAL)).div(p.tanh().plus(2)).sum().square(),
            p -> p.sigmoid().minus(p.gelu()).square().mean(),
            p -> p.softplus().reshape(2, 3).softmax().slice(1, 0, 1).sum().log(),
            p -> p.reshape(2, 3).transpose().matmul(p.reshape(2, 3)).logSumExp().sum(),
            p -> p.max(p.tape().constant(Tensor.full(1, 6))).times(p).sum(),
            p -> p.times(p).reshape(3, 2).largest(1).square().sum(),
            p -> p.abs().plus(p.relu()).times(p).neg().sum(),
            p ->
                p.tape()
                    .apply(new Views.Concat(0), List.of(p.square(), p.slice(0, 0, 2).exp()))
                    .square()
                    .sum(),
            p -> p.times(p).reshape(2, 3).sum(0).square().reshape(1, 3).permute(1, 0).sum());
    for (int k = 0; k < formulas.size(); k++) {
      var loss = new Made(at.copy(), formulas.get(k));
      var flat = new FlatParameters(loss.parameters());
      var v = vector(random, n);
      var product = new Hessian(loss).times(v);
      var start = flat.vector();
      flat.assign(start.add(v.mapMultiply(STEP)));
      var up = new Hessian(loss).gradient();
      flat.assign(start.subtract(v.mapMultiply(STEP)));
      var difference = up.subtract(new Hessian(loss).gradient()).mapDivide(2 * STEP);
      assertThat(product.subtract(difference).getNorm() / difference.getNorm())
          .as("H·v of formula %d, %s, against a central difference, %s", k, product, difference)
          .isLessThan(5e-3);
    }
  }

  @Test
  void a_kink_has_no_curvature() {
    var loss = new Made(Tensor.vector(-1, 0, 2), p -> p.relu().plus(p.abs()).sum());
    assertThat(new Hessian(loss).times(new ArrayRealVector(3, 1)).toArray())
        .as("H·v of Σ relu(p) + |p| at (−1, 0, 2)")
        .containsOnly(0);
  }

  @Test
  void an_op_with_a_loop_of_its_own_is_named() {
    var loss = new Made(Tensor.vector(1, 2), p -> p.tape().apply(new OwnLoop(), p).sum());
    assertThat(Thrown.by(() -> new Hessian(loss)))
        .as("a Hessian through an op that tangents do not pass")
        .isEqualTo(
            "IllegalArgumentException: no second derivative of OwnLoop: it is not among the ops that a"
                + " backend computes alone");
    var images = Tensor.normal(random, 1, 1, 4, 4);
    var pooled = new Made(images, p -> p.tape().apply(new MaxPool(2), p).sum());
    var looked =
        new Made(Tensor.normal(random, 5, 2), p -> p.tape().apply(new Embedding(3, 1), p).sum());
    assertThat(List.of(Thrown.by(() -> new Hessian(pooled)), Thrown.by(() -> new Hessian(looked))))
        .as("Hessians through ops of 08 and 09")
        .containsExactly(
            "IllegalArgumentException: no second derivative of MaxPool: it is not among the ops that a"
                + " backend computes alone",
            "IllegalArgumentException: no second derivative of Embedding: it is not among the ops that a"
                + " backend computes alone");
    var constant =
        new Made(
            Tensor.vector(1, 2),
            p ->
                p.tape()
                    .apply(new OwnLoop(), p.tape().constant(Tensor.full(3, 2)))
                    .times(p.square())
                    .sum());
    assertThat(new Hessian(constant).times(new ArrayRealVector(2, 1)).toArray())
        .as("H·(1, 1) of Σ 3p², where the op has a constant for its input")
        .containsExactly(6, 6);
  }

  @Test
  void behind_a_cross_entropy_only_linear_ops_may_come() {
    var at = Tensor.normal(random, 2, 3);
    var op = new CrossEntropy(0, 2);
    var scaled = new Made(at.copy(), p -> p.tape().apply(op, p).times(4).plus(1).reshape(1).sum());
    var plain = new Made(at.copy(), p -> p.tape().apply(op, p));
    var v = vector(random, 6);
    assertThat(new Hessian(scaled).times(v).toArray())
        .as("H·v of 4·loss + 1, against 4 times that of the loss")
        .usingComparatorWithPrecision(1e-6)
        .containsExactly(new Hessian(plain).times(v).mapMultiply(4).toArray());
    var squared = new Made(at.copy(), p -> p.tape().apply(op, p).times(2).square());
    assertThat(Thrown.by(() -> new Hessian(squared)))
        .as("a Hessian of (2·loss)²")
        .isEqualTo(
            "IllegalArgumentException: no second derivative of SQUARE: behind a cross-entropy only"
                + " linear ops may come");
  }

  @Test
  void written_parameters_end_the_use_of_a_curvature() {
    var model = new Sequential(new Linear("0", 3, 2, random), new Activation(UnaryOp.TANH));
    var training =
        new Classification(model, new Dataset(Tensor.normal(random, 4, 3), new int[4], 2));
    var flat = new FlatParameters(model.parameters());
    var hessian = new Hessian(training);
    var gaussNewton = new GaussNewton(training);
    var v = vector(random, 8);
    var before = hessian.times(v);
    flat.assign(flat.vector());
    var expected =
        "IllegalStateException: tangents belong to the point where the values were computed, and one"
            + " of [(4,3), (3,2)] was written in place since";
    assertThat(List.of(Thrown.by(() -> hessian.times(v)), Thrown.by(() -> gaussNewton.times(v))))
        .as("products after the parameters were written")
        .containsExactly(expected, expected);
    assertThat(new Hessian(training).times(v).toArray())
        .as("that of a new one")
        .containsExactly(before.toArray());
  }

  @Test
  void vectors_of_another_length_and_numbers_that_are_none_are_refused() {
    var hessian = new Hessian(new Made(Tensor.vector(1, 2), p -> p.square().sum()));
    assertThat(
            List.of(
                Thrown.by(() -> hessian.times(new ArrayRealVector(3))),
                Thrown.by(() -> hessian.times(new ArrayRealVector(new double[] {1, Double.NaN}))),
                Thrown.by(() -> hessian.times(new ArrayRealVector(new double[] {1e39, 0}))),
                Thrown.by(() -> hessian.damped(-1))))
        .as("a vector too long, NaN in one, and a negative damping")
        .containsExactly(
            "IllegalArgumentException: a curvature of size 2 takes vectors of as many numbers, got 3",
            "IllegalArgumentException: a vector has finite numbers, got NaN at 1",
            "IllegalArgumentException: parameters are float32, got 1.0E39 at 0",
            "IllegalArgumentException: a damping is 0 or more, got -1.0");
    assertThat(hessian.damped(3).times(new ArrayRealVector(2, 1)).toArray())
        .as("(H + 3)·(1, 1) of Σ p²")
        .containsExactly(5, 5);
  }

  @Test
  void data_that_are_no_numbers_are_refused() {
    var model = new Linear("0", 3, 2, random);
    var x = Tensor.normal(random, 4, 3);
    x.set(Float.NaN, 2, 1);
    var training = new Classification(model, new Dataset(x, new int[4], 2));
    assertThat(
            List.of(
                Thrown.by(() -> new Hessian(training)), Thrown.by(() -> new GaussNewton(training))))
        .as("curvatures of a classification with NaN in its inputs")
        .containsExactly(
            "IllegalArgumentException: a curvature is known where numbers are finite, and the loss is"
                + " NaN here: look at the data first",
            "IllegalArgumentException: a curvature is known where numbers are finite, and a sum of"
                + " probabilities is NaN here: look at the data first");
  }

  @Test
  void a_view_is_laid_over_another_array_of_its_length() {
    var view = Tensor.of(new float[][] {{1, 2, 3}, {4, 5, 6}}).transpose().slice(0, 1, 3);
    assertThat(view.over(new float[] {10, 20, 30, 40, 50, 60}).toArray())
        .as("rows 1 and 2 of a transposed (2,3), over tens")
        .containsExactly(20, 50, 30, 60);
    assertThat(Thrown.by(() -> view.over(new float[4])))
        .as("the same over four numbers")
        .isEqualTo(
            "IllegalArgumentException: a view is laid over an array as long as its own, 6, got 4");
  }

  @Test
  void tangents_are_not_computed_on_the_dual_backend_itself() {
    var dual = new DualBackend(Backend.current());
    try (var _ = Backend.use(dual)) {
      assertThat(Thrown.by(() -> dual.along(List.of(), List.of())))
          .as("along while the dual backend is in use")
          .isEqualTo(
              "IllegalStateException: tangents are computed when the dual backend is closed");
    }
  }

  @Test
  void a_hessian_knows_its_loss_and_gradient_and_leaves_those_that_have_gathered() {
    var model = new Sequential(new Linear("0", 3, 2, random), new Activation(UnaryOp.TANH));
    var training =
        new Classification(model, new Dataset(Tensor.normal(random, 4, 3), new int[4], 2));
    var tape = new TensorTape();
    var loss = training.on(tape);
    tape.backward(loss);
    var gradient =
        model.parameters().stream()
            .flatMapToDouble(p ->
                IntStream.range(0, p.gradient().shape().size())
                    .mapToDouble(i -> p.gradient().toArray()[i]))
            .toArray();
    var bias = model.parameters().getLast();
    bias.setGradient(Tensor.full(7, 2));
    var before = bias.value().toArray();
    var hessian = new Hessian(training);
    hessian.times(vector(random, 8));
    assertThat(hessian.loss()).as("the loss").isEqualTo(loss.value().item());
    assertThat(hessian.gradient().toArray()).as("its gradient").containsExactly(gradient);
    assertThat(bias.gradient().toArray()).as("a gradient of 7, after H·v").containsOnly(7);
    assertThat(bias.value().toArray()).as("a parameter, after H·v").isEqualTo(before);
  }

  /// Takes two parameters that are views of one array.
  @Test
  void parameters_may_share_an_array() {
    var shared = Tensor.vector(2, 3);
    var a = new Parameter("a", shared.slice(0, 0, 1));
    var b = new Parameter("b", shared.slice(0, 1, 2));
    var loss =
        new TrainingLoss() {
          @Override
          public List<Parameter> parameters() {
            return List.of(a, b);
          }

          @Override
          public Variable on(TensorTape tape) {
            return a.on(tape).square().times(b.on(tape)).sum();
          }
        };
    assertThat(new Hessian(loss).times(new ArrayRealVector(new double[] {1, 10})).toArray())
        .as("H·(1, 10) of a²·b at (2, 3), both in one array: (6 4; 4 0)")
        .containsExactly(46, 4);
  }

  @Test
  void a_classification_without_examples_is_refused() {
    Layer model = new Linear("0", 3, 2, random);
    assertThat(
            Thrown.by(
                () -> new Classification(model, new Dataset(Tensor.zeros(0, 3), new int[0], 2))))
        .as("a classification of nothing")
        .isEqualTo("IllegalArgumentException: a classification has at least one example, got none");
  }
}
