package tapeline.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.dflib.jjava.jupyter.kernel.display.mime.MIMEType.IMAGE_PNG;
import static org.dflib.jjava.jupyter.kernel.display.mime.MIMEType.IMAGE_SVG;

import com.google.gson.Gson;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYChart;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;
import tapeline.toolkit.Charts;
import tapeline.toolkit.Picture;

@Needs(Need.FONTS)
class PictureDisplayTest {
  private static final Pattern IMAGE =
      Pattern.compile(
          "<style>[^<]*data-jp-theme-light=false[^<]*</style>"
              + "<img class=\"tapeline-picture\" alt=\"([^\"]*)\" .*src=\"data:image/\\S+;base64,([^\"]*)\">");

  private final XYChart chart = Charts.linear("Loss & rate", "step", "loss");

  PictureDisplayTest() {
    Charts.line(chart, "loss", new double[] {0, 1}, new double[] {2, 1});
  }

  @Test
  void a_picture_is_its_svg() {
    var picture = new Picture("<svg><title>A tape</title></svg>");
    var shown = Rendered.of(picture);
    assertThat(shown.form(IMAGE_SVG)).as("image/svg+xml").isEqualTo(picture.svg());
    assertThat(shown.text()).as("text/plain").isEqualTo("picture: A tape");
  }

  @Test
  void in_a_page_a_picture_is_an_image_with_a_text_for_who_does_not_see_it() {
    var picture = new Picture("<svg><title>\"x\" &lt; ∂y</title></svg>");
    var image = IMAGE.matcher(Rendered.of(picture).html());
    assertThat(image.matches()).as("the HTML is an image that holds its data").isTrue();
    assertThat(image.group(1)).as("its alternative text").isEqualTo("&quot;x&quot; &lt; ∂y");
    assertThat(new String(Base64.getDecoder().decode(image.group(2)), StandardCharsets.UTF_8))
        .as("its data")
        .isEqualTo(picture.svg());
  }

  @Test
  void in_a_page_a_chart_is_an_image_too_with_its_title_and_axes() throws IOException {
    var shown = Rendered.of(chart);
    var image = IMAGE.matcher(shown.html());
    assertThat(image.matches()).as("the HTML is an image that holds its data").isTrue();
    assertThat(image.group(1)).isEqualTo("chart: Loss &amp; rate; loss over step");
    assertThat(shown.html()).contains("width=\"720\" height=\"440\"");
    var png = ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(image.group(2))));
    assertThat(png.getWidth()).isEqualTo(1440);
  }

  @Test
  void a_chart_is_a_png_with_two_pixels_for_each_of_its_own() throws IOException {
    var png = Base64.getMimeDecoder().decode(Rendered.as("image/png", chart).form(IMAGE_PNG));
    var image = ImageIO.read(new ByteArrayInputStream(png));
    assertThat(image.getWidth()).as("pixels across, of a chart of 720").isEqualTo(1440);
    assertThat(image.getHeight()).as("pixels down, of a chart of 440").isEqualTo(880);
    assertThat(image.getRGB(1439, 879)).as("the last pixel: white paper").isEqualTo(0xFFFFFFFF);
  }

  @Test
  void a_chart_has_its_size_and_its_words_with_it() {
    var shown = Rendered.as("image/png", chart);
    assertThat(shown.text()).as("text/plain").isEqualTo("chart: Loss & rate");
    assertThat(new Gson().toJsonTree(shown.data()).getAsJsonObject().get("metadata"))
        .as("what front ends read of the PNG")
        .isEqualTo(
            JsonParser.parseString(
                """
                {"image/png": {"width": 720, "height": 440, "alt": "chart: Loss & rate; loss over step"}}
                """));
  }

  @Test
  void a_chart_is_an_svg_where_that_is_asked_for() {
    assertThat(Rendered.of(chart).has(IMAGE_SVG)).as("an SVG that was not asked for").isFalse();
    var shown = Rendered.as("image/svg+xml", chart);
    assertThat(shown.has(IMAGE_PNG)).as("a PNG that was not asked for").isFalse();
    assertThat(shown.form(IMAGE_SVG))
        .as("display(chart, \"image/svg+xml\")")
        .contains("<title>Loss &amp; rate</title>", "width=\"720px\"");
    assertThat(shown.text()).as("its text").isEqualTo("chart: Loss & rate");
  }

  @Test
  void a_chart_is_its_title_where_only_text_is_asked_for() {
    var shown = Rendered.as("text/plain", chart);
    assertThat(shown.text()).as("text/plain").isEqualTo("chart: Loss & rate");
    assertThat(shown.has(IMAGE_PNG)).as("a PNG that was not asked for").isFalse();
  }
}
