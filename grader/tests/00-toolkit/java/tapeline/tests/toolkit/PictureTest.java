package tapeline.tests.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.toolkit.GraphPicture;
import tapeline.toolkit.GraphPicture.Look;
import tapeline.toolkit.GraphPicture.Node;
import tapeline.toolkit.Picture;

class PictureTest {
  private final Node node = new Node(Look.STEP, "n", "#0", List.of(), List.of());

  @Test
  void a_picture_says_its_title_where_there_is_only_text() {
    assertThat(new Picture(GraphPicture.svg("A tape, slots: 1", List.of(node))))
        .as("a picture, as text")
        .hasToString("picture: A tape, slots: 1");
  }

  @Test
  void a_title_is_read_as_it_was_written() {
    for (var title : List.of("a < b & c > d", "&lt;", "&quot;", "the \"best\"")) {
      assertThat(new Picture(GraphPicture.svg(title, List.of(node))).title())
          .as("the title of a graph called %s", title)
          .isEqualTo(title);
    }
  }

  @Test
  void a_picture_without_a_title_has_an_empty_one() {
    assertThat(new Picture("<svg xmlns=\"http://www.w3.org/2000/svg\"/>").title())
        .as("the title of an SVG that has none")
        .isEmpty();
  }
}
