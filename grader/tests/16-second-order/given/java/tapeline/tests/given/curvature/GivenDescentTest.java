package tapeline.tests.given.curvature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.junit.jupiter.api.Test;
import tapeline.curvature.Classification;
import tapeline.curvature.ConjugateGradients;
import tapeline.curvature.Curvature;
import tapeline.curvature.Descent;
import tapeline.curvature.DescentMethod;
import tapeline.curvature.DiagonalNewton;
import tapeline.curvature.FlatParameters;
import tapeline.curvature.Hutchinson;
import tapeline.curvature.Lanczos;
import tapeline.curvature.Lbfgs;
import tapeline.curvature.NewtonCg;
import tapeline.curvature.SmoothFunction;
import tapeline.curvature.TrainingObjective;
import tapeline.data.Dataset;
import tapeline.nn.Linear;
import tapeline.nn.Sequential;
import tapeline.tensor.Tensor;
import tapeline.tests.Seeds;
import tapeline.tests.Thrown;

class GivenDescentTest {
  private final Random random = Seeds.random("given descent");

  private record Written(RealMatrix matrix) implements Curvature {
    @Override
    public int size() {
      return matrix.getRowDimension();
    }

    @Override
    public RealVector times(RealVector v) {
      return matrix.operate(v);
    }
  }

  /// `(1 − x)² + 100·(y − x²)²`, a bent valley with its lowest point at (1, 1).
  private record Rosenbrock() implements SmoothFunction {
    @Override
    public int size() {
      return 2;
    }

    @Override
    public Slope at(RealVector p) {
      double x = p.getEntry(0);
      double beside = p.getEntry(1) - x * x;
      return new Slope(
          (1 - x) * (1 - x) + 100 * beside * beside,
          new ArrayRealVector(new double[] {-2 * (1 - x) - 400 * x * beside, 200 * beside}));
    }

    @Override
    public Curvature curvature(RealVector p) {
      double x = p.getEntry(0);
      double y = p.getEntry(1);
      return new Written(
          new Array2DRowRealMatrix(
              new double[][] {{2 - 400 * y + 1200 * x * x, -400 * x}, {-400 * x, 200}}));
    }
  }

  /// `½xᵀAx − bᵀx`.
  private record Bowl(Curvature a, RealVector b) implements SmoothFunction {
    @Override
    public int size() {
      return a.size();
    }

    @Override
    public Slope at(RealVector x) {
      var ax = a.times(x);
      return new Slope(x.dotProduct(ax) / 2 - b.dotProduct(x), ax.subtract(b));
    }

    @Override
    public Curvature curvature(RealVector x) {
      return a;
    }
  }

  private static Bowl bowl(double... diagonal) {
    var b = new ArrayRealVector(diagonal.length, 1);
    var matrix = new Array2DRowRealMatrix(diagonal.length, diagonal.length);
    for (int i = 0; i < diagonal.length; i++) {
      matrix.setEntry(i, i, diagonal[i]);
    }
    return new Bowl(new Written(matrix), b);
  }

  private static NewtonCg newton() {
    return new NewtonCg(0, new ConjugateGradients(1e-10, 100));
  }

  @Test
  void on_a_quadratic_newton_ends_in_one_step() {
    var f = bowl(1, 10, 100, 1000);
    var end =
        Descent.of(f, new ArrayRealVector(4, 5), newton(), 10, s -> s.gradient().getNorm() < 1e-6);
    assertThat(end.iterations()).as("Newton's iterations on a quadratic").isEqualTo(1);
    assertThat(end.x().toArray())
        .as("where it ends, bᵢ/aᵢ")
        .usingComparatorWithPrecision(1e-8)
        .containsExactly(1, 0.1, 0.01, 0.001);
  }

  @Test
  void a_diagonal_step_ends_on_a_diagonal_quadratic() {
    var f = bowl(1, 10, 100, 1000);
    var method = new DiagonalNewton(2, 0.9, 1e-9, random);
    var end =
        Descent.of(f, new ArrayRealVector(4, 5), method, 10, s -> s.gradient().getNorm() < 1e-5);
    assertThat(end.iterations()).as("iterations of the diagonal step").isEqualTo(1);
  }

  @Test
  void rosenbrocks_valley() {
    var start = new ArrayRealVector(new double[] {-1.2, 1});
    for (var method : List.<DescentMethod>of(newton(), new Lbfgs(10))) {
      var end =
          Descent.of(new Rosenbrock(), start, method, 100, s -> s.gradient().getNorm() < 1e-8);
      assertThat(end.x().toArray())
          .as("the end of %s in Rosenbrock's valley", method.getClass().getSimpleName())
          .usingComparatorWithPrecision(1e-6)
          .containsExactly(1, 1);
      assertThat(end.iterations()).as("its iterations").isLessThan(60);
    }
    DescentMethod steepest = (_, _, gradient) -> gradient.mapMultiply(-1);
    assertThat(Descent.of(new Rosenbrock(), start, steepest, 100, _ -> false).value())
        .as("the value after 100 steps along the gradient alone")
        .isGreaterThan(1e-3);
  }

  /// Starts where the curvature along (0, 1) is −1: Newton's step would lead uphill to the saddle.
  @Test
  void newton_leads_downhill_where_the_curvature_is_negative() {
    var saddle = bowl(3, -1);
    var at = new ArrayRealVector(new double[] {0, 2});
    var gradient = saddle.at(at).gradient();
    assertThat(newton().direction(saddle, at, gradient).dotProduct(gradient))
        .as("the slope along Newton's direction at a saddle")
        .isNegative();
    var down = new ArrayRealVector(new double[] {0, 1});
    assertThat(newton().direction(saddle, at, down).toArray())
        .as("its direction where the first product is negative already: −gradient")
        .containsExactly(-0.0, -1);
    assertThat(
            new NewtonCg(2, new ConjugateGradients(1e-10, 9)).direction(saddle, at, down).toArray())
        .as("its direction with a damping of 2: 2 − 1 is 1")
        .containsExactly(0, -1);
  }

  @Test
  void a_logistic_regression_by_both_curvatures() {
    var x = Tensor.normal(random, 60, 5);
    var labels = new int[60];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = x.at(i, 0) + random.nextGaussian() > 0 ? 1 : 0;
    }
    var model = new Linear("0", Tensor.zeros(5, 2));
    var training = new Classification(model, new Dataset(x, labels, 2));
    var start = new FlatParameters(model.parameters()).vector();
    var method = new NewtonCg(1e-4, new ConjugateGradients(1e-3, 50));
    double[] values = {
      Descent.of(
              TrainingObjective.withHessian(training),
              start,
              method,
              10,
              s -> s.gradient().getNorm() < 1e-4)
          .value(),
      Descent.of(
              TrainingObjective.withGaussNewton(training),
              start,
              method,
              10,
              s -> s.gradient().getNorm() < 1e-4)
          .value(),
      Descent.of(
              TrainingObjective.withHessian(training),
              start,
              new Lbfgs(10),
              60,
              s -> s.gradient().getNorm() < 1e-4)
          .value()
    };
    assertThat(values)
        .as("the lowest loss by Newton on H, on G, which is the same for a linear model, by L-BFGS")
        .usingComparatorWithPrecision(1e-4)
        .containsExactly(values[0], values[0], values[0]);
    assertThat(values[0]).as("it").isBetween(0.2, 0.6);
  }

  @Test
  void a_perceptron_falls_and_its_parameters_stand_where_it_was_asked_last() {
    var model = Sequential.mlp(random, 4, 6, 3);
    var x = Tensor.normal(random, 30, 4);
    var labels = random.ints(30, 0, 3).toArray();
    var f = TrainingObjective.withGaussNewton(new Classification(model, new Dataset(x, labels, 3)));
    var start = f.parameters().vector();
    var end =
        Descent.of(f, start, new NewtonCg(0.1, new ConjugateGradients(0.1, 20)), 8, _ -> false);
    assertThat(end.value())
        .as("the loss after 8 iterations")
        .isLessThan(0.7 * end.values().getFirst());
    assertThat(end.values())
        .as("the losses: each is below the one before")
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
    f.at(end.x());
    assertThat(f.parameters().vector().toArray())
        .as("the parameters, against where the descent ended, in float32")
        .usingComparatorWithPrecision(1e-6)
        .containsExactly(end.x().toArray());
  }

  @Test
  void where_nothing_is_lower_it_stalls() {
    var f =
        new SmoothFunction() {
          @Override
          public int size() {
            return 1;
          }

          @Override
          public Slope at(RealVector x) {
            double value = x.getEntry(0) == 0 ? 1 : Double.NaN;
            return new Slope(value, new ArrayRealVector(1, 1));
          }

          @Override
          public Curvature curvature(RealVector x) {
            throw new IllegalStateException("not asked for");
          }
        };
    var end = Descent.of(f, new ArrayRealVector(1), new Lbfgs(3), 10, _ -> false);
    assertThat(end.stalled()).as("whether a descent into NaN stalls").isTrue();
    assertThat(end.values()).as("its values").containsExactly(1.0);
    assertThat(
            Thrown.by(() -> Descent.of(f, new ArrayRealVector(1, 5), new Lbfgs(3), 1, _ -> false)))
        .as("a start at NaN")
        .isEqualTo(
            "IllegalArgumentException: a descent starts where function and gradient are finite, got"
                + " NaN");
    assertThat(
            Thrown.by(() -> Descent.of(f, new ArrayRealVector(1), (_, _, g) -> g, 1, _ -> false)))
        .as("a direction uphill")
        .isEqualTo("IllegalStateException: a direction of descent leads downhill, got slope 1.0");
  }

  @Test
  void a_step_with_negative_curvature_teaches_nothing() {
    var method = new Lbfgs(3);
    method.moved(
        new ArrayRealVector(new double[] {1, 0}), new ArrayRealVector(new double[] {-1, 0}));
    var f = bowl(1, 1);
    assertThat(
            method
                .direction(f, new ArrayRealVector(2), new ArrayRealVector(new double[] {3, 4}))
                .toArray())
        .as("the direction for the gradient (3, 4): −gradient, of length 1, as before any step")
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(-0.6, -0.8);
  }

  @Test
  void all_of_a_matrix_and_its_diagonal_by_products() {
    var a = new Array2DRowRealMatrix(new double[][] {{1, 2}, {2, 5}});
    assertThat(new Written(a).matrix()).as("(1 2; 2 5) by its products").isEqualTo(a);
    assertThat(new Written(a).diagonal().toArray()).as("its diagonal").containsExactly(1, 5);
  }

  @Test
  void a_right_side_of_zeros_has_the_solution_zero() {
    var a = new Written(new Array2DRowRealMatrix(new double[][] {{1, 2}, {2, 5}}));
    var solution = new ConjugateGradients(1e-3, 5).solve(a, new ArrayRealVector(2));
    assertThat(solution.definite().toArray()).as("x of A·x = 0").containsOnly(0);
    assertThat(solution.residual()).as("its residual").isCloseTo(0, within(0.0));
  }

  @Test
  void bad_settings_are_refused() {
    var a = new Written(new Array2DRowRealMatrix(new double[][] {{1}}));
    assertThat(
            List.of(
                Thrown.by(() -> new ConjugateGradients(0, 5)),
                Thrown.by(() -> new ConjugateGradients(0.1, 0)),
                Thrown.by(() -> Lanczos.of(a, 0, random)),
                Thrown.by(() -> Hutchinson.of(a, 1, random)),
                Thrown.by(() -> new Lbfgs(0)),
                Thrown.by(() -> new DiagonalNewton(2, 1, 0.1, random))))
        .as("settings that make no sense")
        .containsExactly(
            "IllegalArgumentException: conjugate gradients need a tolerance between 0 and 1 and at"
                + " least one product, got 0.0, 5",
            "IllegalArgumentException: conjugate gradients need a tolerance between 0 and 1 and at"
                + " least one product, got 0.1, 0",
            "IllegalArgumentException: Lanczos takes at least one product, got 0",
            "IllegalArgumentException: an estimate takes at least 2 samples, got 1",
            "IllegalArgumentException: L-BFGS remembers at least one step, got 0",
            "IllegalArgumentException: a diagonal needs a damping above 0, and keeps from 0 to below 1,"
                + " got 0.1 and 1.0");
  }
}
