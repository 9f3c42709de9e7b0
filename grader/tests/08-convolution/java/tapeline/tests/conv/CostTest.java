package tapeline.tests.conv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.conv.Convolution;
import tapeline.conv.ConvolutionCost;
import tapeline.conv.DirectConvolution;
import tapeline.conv.Window;
import tapeline.tensor.Shape;
import tapeline.tests.Seeds;

@Tag("08.7")
class CostTest {
  private final Random random = Seeds.random("cost");

  @Test
  void a_product_and_a_sum_for_each_weight_at_each_place() {
    assertThat(cost(Shape.of(2, 3, 4, 5), Shape.of(7, 3, 2, 2), new Window(2, 1, 0)).flops())
        .as("flops: 2 images, 3 × 4 places, 7·3·2·2 weights, and 2 flops for each of them there")
        .isEqualTo(2L * 2 * 12 * 84);
  }

  @Test
  void weights_in_the_border_are_counted_too() {
    assertThat(cost(Shape.of(1, 2, 8, 6), Shape.of(4, 2, 3, 3), Window.same(3)).flops())
        .as("flops: 8 × 6 places with a border of 1, 4·2·3·3 weights at each of them")
        .isEqualTo(2L * 48 * 72);
  }

  @Test
  void the_definition_keeps_what_is_predicted() {
    for (var c : Case.ALL) {
      var tape = new TensorTape();
      tape.apply(
          new DirectConvolution(c.window()),
          tape.variable(c.x(random)),
          tape.variable(c.w(random)));
      assertThat(cost(c).directBytes())
          .as("directBytes, against what a tape counted: images and weights, 4 bytes each, " + c)
          .isEqualTo(tape.stats().savedBytes());
    }
  }

  @Test
  void the_product_keeps_what_is_predicted() {
    for (var c : Case.ALL) {
      var tape = new TensorTape();
      Convolution.convolve(tape.variable(c.x(random)), tape.variable(c.w(random)), c.window());
      assertThat(cost(c).columnBytes())
          .as("columnBytes, against what a tape counted: columns and weights, 4 bytes each, " + c)
          .isEqualTo(tape.stats().savedBytes());
    }
  }

  @Test
  void a_large_one_overflows_no_int() {
    var large = cost(Shape.of(4096, 64, 56, 56), Shape.of(64, 64, 3, 3), Window.same(3));
    assertThat(large.flops())
        .as("flops of images (4096,64,56,56) and weights (64,64,3,3): 9.5·10¹¹ is no int")
        .isEqualTo(2L * 4096 * 3136 * 36_864);
    assertThat(large.directBytes())
        .as("directBytes of images (4096,64,56,56) and weights (64,64,3,3): 3.3·10⁹ is no int")
        .isEqualTo(4L * (822_083_584 + 36_864));
    assertThat(large.columnBytes())
        .as("columnBytes of images (4096,64,56,56) and weights (64,64,3,3): nine times the images")
        .isEqualTo(4 * (9L * 822_083_584 + 36_864));
  }

  private static ConvolutionCost cost(Case c) {
    return cost(c.images(), c.weights(), c.window());
  }

  private static ConvolutionCost cost(Shape images, Shape weights, Window window) {
    return ConvolutionCost.of(images, weights, window);
  }
}
