package tapeline.tests.given.conv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tapeline.conv.Pictures;
import tapeline.tensor.Tensor;

class TensorPicturesTest {

  @Test
  void ink_on_paper_where_nothing_is_negative() {
    var picture = Pictures.of("two", Tensor.of(new float[][] {{0, 2}, {1, 4}}));
    assertThat(picture.title()).isEqualTo("two");
    assertThat(picture.svg())
        .contains("fill=\"#000000\" fill-opacity=\"0.50\"", "fill-opacity=\"1.00\"")
        .doesNotContain("#d55e00", "#0072b2", "fill-opacity=\"0.00\"");
  }

  @Test
  void two_colours_where_something_is() {
    var svg = Pictures.of("signed", Tensor.of(new float[][] {{-1, 4}})).svg();
    assertThat(svg)
        .contains(
            "fill=\"#d55e00\" fill-opacity=\"0.25\"", "fill=\"#0072b2\" fill-opacity=\"1.00\"");
  }

  @Test
  void a_picture_for_each_of_a_batch_with_its_caption() {
    var svg = Pictures.of("a < b", Tensor.zeros(2, 1, 3, 4), "one", "a & b").svg();
    assertThat(svg).contains("<title>a &lt; b</title>", ">one</text>", ">a &amp; b</text>");
    assertThat(svg.split("<g ", -1)).hasSize(3);
  }

  @Test
  void a_batch_may_be_empty() {
    assertThat(Pictures.of("none", Tensor.zeros(0, 8, 8)).svg()).contains("<title>none</title>");
  }

  @Test
  void captions_and_pictures_are_as_many() {
    assertThatThrownBy(() -> Pictures.of("", Tensor.zeros(2, 3, 4), "one"))
        .hasMessage("there are 2 pictures, and 1 captions for them");
    assertThatThrownBy(() -> Pictures.of("", Tensor.zeros(3)))
        .hasMessage("pictures are (…,height,width), got (3)");
  }
}
