package tapeline.tests.given.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tapeline.tensor.Tensor;
import tapeline.tensor.TensorPicture;

class TensorPictureTest {
  private static final Pattern SQUARE =
      Pattern.compile("<rect x=\"(\\d+)\" y=\"(\\d+)\"[^>]* fill=\"(#\\w+)\"");

  @Test
  void zero_is_white_and_the_largest_magnitude_has_the_full_colour() {
    assertThat(colours(Tensor.vector(0, 2, -4, -2)))
        .as("white, half blue, full orange, half orange, for [0, 2, −4, −2]")
        .containsExactly("#ffffff", "#80b9d9", "#d55e00", "#eaaf80");
    assertThat(colours(Tensor.zeros(2))).as("nothing but 0").containsOnly("#ffffff");
  }

  @Test
  void what_is_not_finite_has_a_colour_and_does_not_set_the_scale() {
    assertThat(colours(Tensor.vector(Float.NaN, Float.POSITIVE_INFINITY, 1)))
        .as("[NaN, ∞, 1]")
        .containsExactly("#999999", "#0072b2", "#0072b2");
  }

  @Test
  void rows_go_down_and_columns_to_the_right() {
    var svg = TensorPicture.of(Tensor.range(2, 3).transpose()).svg();
    var places = SQUARE.matcher(svg).results().map(r -> r.group(1) + " " + r.group(2)).toList();
    assertThat(places)
        .as("where the squares of a (3,2) view stand")
        .isEqualTo(List.of("0 0", "24 0", "0 24", "24 24", "0 48", "24 48"));
  }

  @Test
  void matrices_have_captions() {
    var picture = TensorPicture.of(Tensor.range(2, 3, 4), "a < b", "c");
    assertThat(picture.svg())
        .as("two matrices")
        .contains(">a &lt; b</text>", ">c</text>")
        .contains("translate(12 12)", "translate(120 12)");
    assertThat(picture.title())
        .as("the title")
        .isEqualTo("tensor (2,3,4), the full colour is 23.0");
  }

  @Test
  void refuses_what_is_no_picture() {
    assertThatThrownBy(() -> TensorPicture.of(Tensor.scalar(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a picture needs 1 to 3 axes, and 1 to 20000 elements, got ()");
    assertThatThrownBy(() -> TensorPicture.of(Tensor.zeros(3, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a picture needs 1 to 3 axes, and 1 to 20000 elements, got (3,0)");
    assertThatThrownBy(() -> TensorPicture.of(Tensor.zeros(2, 3), "a", "b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a picture of (2,3) has room for 1 captions, got 2");
  }

  private static List<String> colours(Tensor x) {
    return SQUARE.matcher(TensorPicture.of(x).svg()).results().map(r -> r.group(3)).toList();
  }
}
