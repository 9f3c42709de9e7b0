package tapeline.tests.given.conv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tapeline.autograd.TensorTape;
import tapeline.conv.Convolution;
import tapeline.conv.ConvolutionCost;
import tapeline.conv.DirectConvolution;
import tapeline.conv.Flatten;
import tapeline.conv.Im2Col;
import tapeline.conv.Layout;
import tapeline.conv.Shifts;
import tapeline.conv.Window;
import tapeline.data.Dataset;
import tapeline.tensor.Shape;
import tapeline.tensor.Tensor;

class ConvolutionPartsTest {
  private final TensorTape tape = new TensorTape();

  @Test
  void a_window_has_a_side_a_step_and_a_border_narrower_than_itself() {
    for (var wrong : new int[][] {{0, 1, 0}, {2, 0, 0}, {2, 1, -1}, {2, 1, 2}}) {
      assertThatThrownBy(() -> new Window(wrong[0], wrong[1], wrong[2]))
          .hasMessage(
              "a window needs size ≥ 1, stride ≥ 1 and 0 ≤ padding < size, got %d, %d and %d"
                  .formatted(wrong[0], wrong[1], wrong[2]));
    }
  }

  @Test
  void a_window_that_keeps_the_size_has_a_middle() {
    assertThat(Window.same(5)).isEqualTo(new Window(5, 1, 2));
    assertThat(Window.same(5).places(9)).isEqualTo(9);
    assertThatThrownBy(() -> Window.same(4))
        .hasMessage("a window that keeps the image's size has a middle, so an odd size, got 4");
  }

  @Test
  void a_window_larger_than_the_image_fits_nowhere() {
    var x = Tensor.zeros(1, 1, 4, 2);
    var window = new Window(5, 1, 1);
    assertThatThrownBy(() -> window.places(2))
        .hasMessage("a window of 5 does not fit into 2 pixels with a border of 1");
    assertThatThrownBy(() -> new Im2Col(window).forward(x))
        .hasMessage("a window of 5 does not fit into 2 pixels with a border of 1");
    assertThatThrownBy(() -> new DirectConvolution(window).forward(x, Tensor.zeros(1, 1, 5, 5)))
        .hasMessage("a window of 5 does not fit into 2 pixels with a border of 1");
  }

  @Test
  void weights_fit_the_images_and_the_window() {
    var x = tape.constant(Tensor.zeros(2, 3, 8, 6));
    var window = Window.same(3);
    for (var weights : new int[][] {{4, 2, 3, 3}, {4, 3, 2, 3}, {4, 3, 3, 2}, {4, 27}}) {
      var w = tape.constant(Tensor.zeros(weights));
      var message =
          "convolution needs weights (o,3,3,3) for images (2,3,8,6), got " + Shape.of(weights);
      assertThatThrownBy(() -> Convolution.convolve(x, w, window)).hasMessage(message);
      assertThatThrownBy(() -> new DirectConvolution(window).forward(x.value(), w.value()))
          .hasMessage(message);
      assertThatThrownBy(() -> ConvolutionCost.of(x.shape(), w.shape(), window))
          .hasMessage(message);
    }
  }

  @Test
  void images_have_four_axes() {
    assertThatThrownBy(() -> new Im2Col(Window.same(3)).forward(Tensor.zeros(8, 8)))
        .hasMessage("images are (n,channels,height,width), got (8,8)");
  }

  @Test
  void weights_start_with_variance_2_over_what_an_output_sees() {
    var weight = new Convolution("c", 12, 100, Window.same(3), new Random(1)).parameters().get(0);
    assertThat(weight.toString()).isEqualTo("c.weight (100,12,3,3)");
    assertThat((double) weight.value().square().mean().item())
        .isCloseTo(2.0 / (12 * 9), within(5e-4));
  }

  @Test
  void flatten_makes_an_image_a_row() {
    var x = tape.constant(Tensor.range(2, 3, 2, 1));
    var y = new Flatten().forward(x).value();
    assertThat(y.shape()).isEqualTo(Shape.of(2, 6));
    assertThat(y.toArray()).isEqualTo(x.value().toArray());
  }

  @Test
  void layouts_lie_as_they_say_and_lead_back() {
    var x = Tensor.range(2, 3, 4, 5);
    var y = Layout.NCHW.to(Layout.NHWC, x);
    assertThat(y.shape()).isEqualTo(Shape.of(2, 4, 5, 3));
    assertThat(y.at(1, 3, 4, 2)).isEqualTo(x.at(1, 2, 3, 4));
    assertThat(y.isContiguous()).isTrue();
    assertThat(Layout.NHWC.to(Layout.NCHW, y).toArray()).isEqualTo(x.toArray());
    assertThat(Layout.NCHW.to(Layout.NCHW, x)).isSameAs(x);
  }

  @Test
  void shifts_move_each_image_by_a_pixel_at_most() {
    var x = Tensor.zeros(600, 1, 5, 4);
    IntStream.range(0, 600).forEach(i -> x.set(1 + i, i, 0, 2, 1));
    var data = new Dataset(x, new int[600], 1);
    var moved = Shifts.of(data, new Random(1)).inputs();
    var seen = new int[3][3];
    for (int i = 0; i < 600; i++) {
      for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
          seen[down + 1][right + 1] += moved.at(i, 0, 2 + down, 1 + right) == 1 + i ? 1 : 0;
        }
      }
    }
    assertThat(IntStream.range(0, 9).map(i -> seen[i / 3][i % 3]).sum()).isEqualTo(600);
    assertThat(seen[1][1]).as("three of four, twice: 337.5 expected").isBetween(290, 385);
    assertThat(seen[0][1]).as("one of eight, three of four: 56 expected").isBetween(30, 85);
    assertThat(seen[2][0]).as("one of eight, twice: 9 expected").isBetween(1, 22);
    assertThat(x.sum().item()).isEqualTo(600 * 601 / 2);
  }

  @Test
  void shifts_lose_what_leaves_the_image_and_let_0_in() {
    var x = Tensor.full(1, 400, 1, 2, 3);
    var moved = Shifts.of(new Dataset(x, new int[400], 1), new Random(1)).inputs();
    var sums = new int[7];
    for (int i = 0; i < 400; i++) {
      sums[(int) moved.select(0, i).sum().item()]++;
    }
    assertThat(sums[6] + sums[4] + sums[3] + sums[2])
        .as("images of 2 × 3, 2 × 2, 1 × 3 and 1 × 2 ones")
        .isEqualTo(400);
  }
}
