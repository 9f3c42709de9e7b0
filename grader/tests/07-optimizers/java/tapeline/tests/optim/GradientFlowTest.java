package tapeline.tests.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static tapeline.optim.GradientFlow.Health.DEAD;
import static tapeline.optim.GradientFlow.Health.EXPLODING;
import static tapeline.optim.GradientFlow.Health.HEALTHY;
import static tapeline.optim.GradientFlow.Health.VANISHING;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYSeries;
import tapeline.data.Dataset;
import tapeline.nn.Activation;
import tapeline.nn.Init;
import tapeline.nn.Layer;
import tapeline.nn.Linear;
import tapeline.nn.Parameter;
import tapeline.nn.Sequential;
import tapeline.optim.GradientFlow;
import tapeline.optim.GradientFlow.Health;
import tapeline.optim.MicroBatches;
import tapeline.tensor.Tensor;
import tapeline.tensor.UnaryOp;
import tapeline.tests.Seeds;

@Tag("07.9")
class GradientFlowTest {

  @Test
  void the_limits_are_a_thousand_times_more_or_less_than_next_to_the_loss() {
    assertThat(health(0.0009f, 0.0011f, 999, 1001, 1))
        .as("gradients of the sizes 0.0009, 0.0011, 999, 1001 and, next to the loss, 1")
        .containsExactly(VANISHING, HEALTHY, HEALTHY, EXPLODING, HEALTHY);
    assertThat(List.of(health(1000, 1), health(1, 1000)))
        .as("gradients of the sizes 1000 and, next to the loss, 1; and the other way round")
        .containsOnly(List.of(HEALTHY, HEALTHY));
  }

  @Test
  void a_loss_in_other_units_changes_no_verdict() {
    for (float unit : new float[] {1e-6f, 1, 1e6f}) {
      assertThat(health(1e-5f * unit, unit, 1e5f * unit, 2 * unit))
          .as("gradients of the sizes 10⁻⁵, 1, 10⁵ and 2, all times %s", unit)
          .containsExactly(VANISHING, HEALTHY, EXPLODING, HEALTHY);
    }
  }

  @Test
  void what_is_not_finite_explodes() {
    assertThat(health(Float.NaN, Float.POSITIVE_INFINITY, 1, Float.NaN))
        .as("gradients of the sizes NaN, ∞, 1 and NaN")
        .containsExactly(EXPLODING, EXPLODING, HEALTHY, EXPLODING);
  }

  @Test
  void a_layer_is_dead_when_all_of_its_gradient_is_0() {
    var half = new Parameter("half", Tensor.zeros(4));
    half.setGradient(Tensor.vector(0, 1, 0, 0));
    var none = new Parameter("none", Tensor.zeros(3, 2));
    var flow = GradientFlow.of(List.of(none, half, none));
    assertThat(flow.lines().stream().map(GradientFlow.Line::health).toList())
        .as("gradients that are all 0, three quarters 0, and all 0")
        .containsExactly(DEAD, HEALTHY, DEAD);
    assertThat(flow.lines().get(1).zeros())
        .as("the share of zeros in (0, 1, 0, 0)")
        .isEqualTo(0.75);
    assertThat(GradientFlow.of(List.of(none)).lines().getFirst().health())
        .as("a gradient that is all 0, of a model's only parameter")
        .isEqualTo(DEAD);
  }

  @Test
  void sigmoids_let_a_deep_network_vanish_and_He_keeps_ReLUs_alive() {
    var random = Seeds.random("deep flow");
    var sigmoids = flow(12, UnaryOp.SIGMOID, random);
    assertThat(sigmoids.lines().getFirst().health())
        .as("the first weight of twelve layers with sigmoids, from Xavier's weights")
        .isEqualTo(VANISHING);
    assertThat(sigmoids.lines().getLast().health()).as("and the last bias").isEqualTo(HEALTHY);
    assertThat(flow(12, UnaryOp.RELU, random).lines())
        .as("twelve layers with ReLUs, from He's weights")
        .allSatisfy(line -> assertThat(line.health()).as(line.parameter()).isEqualTo(HEALTHY));
  }

  @Test
  void the_table_and_the_chart_say_what_is_wrong() {
    var flow = GradientFlow.of(parameters(0, 1e-5f, 1e5f, 1));
    assertThat(flow.table().rows().stream().map(row -> row.getFirst() + " " + row.getLast()))
        .as("the first and last column of the table")
        .containsExactly("0 dead", "1 vanishing", "2 exploding", "3 ");
    assertThat(flow.chart().getSeriesCollection().stream().map(XYSeries::getName))
        .as("the series of the chart: the limits, and the dots by health")
        .containsExactly(
            "exploding above", "vanishing below", "healthy", "vanishing", "exploding", "dead");
  }

  @Test
  void the_summary_names_where_most_is_lost_on_the_way_back() {
    var names = List.of("0.weight", "0.bias", "1.weight", "1.bias", "2.weight", "2.bias");
    float[] sizes = {0.3f, 6, 0.4f, 40, 4, 50};
    var parameters = new ArrayList<Parameter>();
    for (int k = 0; k < sizes.length; k++) {
      parameters.add(Steps.parameter(names.get(k), Tensor.zeros(4), Tensor.full(sizes[k], 4)));
    }
    assertThat(GradientFlow.of(parameters).summary())
        .as("gradients of the sizes 0.3, 0.4, 4 in weights and 6, 40, 50 in biases")
        .isEqualTo(
            "6 of 6 parameters are healthy; the bottleneck is 1.weight, with 0.10 times the gradient of 2.weight");
    assertThat(GradientFlow.of(parameters(0, 1, 2)).summary())
        .as("three parameters of three kinds")
        .isEqualTo("2 of 3 parameters are healthy");
  }

  private static List<Health> health(float... sizes) {
    return GradientFlow.of(parameters(sizes)).lines().stream()
        .map(GradientFlow.Line::health)
        .toList();
  }

  /// A parameter for each, with a gradient of this root mean square.
  private static List<Parameter> parameters(float... sizes) {
    var all = new ArrayList<Parameter>();
    for (float size : sizes) {
      all.add(Steps.parameter("" + all.size(), Tensor.zeros(4), Tensor.full(size, 4)));
    }
    return all;
  }

  private static GradientFlow flow(int depth, UnaryOp op, Random random) {
    var layers = new ArrayList<Layer>();
    for (int k = 0; k < depth; k++) {
      int out = k == depth - 1 ? 3 : 40;
      boolean he = op == UnaryOp.RELU;
      layers.add(new Linear("" + k, he ? Init.he(40, out, random) : Init.xavier(40, out, random)));
      if (k < depth - 1) {
        layers.add(new Activation(op));
      }
    }
    var model = new Sequential(layers);
    var batch = new Dataset(Tensor.normal(random, 30, 40), random.ints(30, 0, 3).toArray(), 3);
    new MicroBatches(model, 30).gradients(batch);
    return GradientFlow.of(model.parameters());
  }
}
