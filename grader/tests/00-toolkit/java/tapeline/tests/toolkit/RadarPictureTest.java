package tapeline.tests.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tapeline.tests.Locales;
import tapeline.toolkit.RadarPicture;

class RadarPictureTest {
  private static String svg() {
    return new RadarPicture("three", List.of("a", "b", "c"))
        .series("one", new double[] {0.5, 1, 0.25}, List.of("1", "2", "3"))
        .picture()
        .svg();
  }

  @Test
  void a_long_legend_moves_the_radar_down_and_each_name_has_a_colour() {
    var radar = new RadarPicture("many", List.of("a", "b", "c"));
    for (int i = 0; i < 20; i++) {
      radar.series("a series of number " + i, new double[] {1, 1, 1}, List.of("1", "1", "1"));
    }
    var root = Svg.parse(radar.picture().svg());
    var lowest =
        Svg.all(root, "text").stream()
            .filter(text -> text.getTextContent().startsWith("a series"))
            .mapToDouble(text -> Double.parseDouble(text.getAttribute("y")))
            .max()
            .orElseThrow();
    var moved =
        Svg.all(root, "g").stream()
            .map(g -> g.getAttribute("transform"))
            .filter(t -> !t.isEmpty())
            .findFirst()
            .orElseThrow();
    double down = Double.parseDouble(moved.replaceAll("translate\\(0 |\\)", ""));
    assertThat(77 + down)
        .as("the top of the radar, below the legend's last line")
        .isGreaterThan(lowest);
    assertThat(Double.parseDouble(root.getAttribute("height"))).isEqualTo(470 + down);
    assertThat(root.getTextContent()).contains(".tape-radar .g19 { --c: hsl(");
  }

  @Test
  void it_is_the_same_picture_whatever_the_locale() {
    var root = svg();
    assertThat(Locales.each(() -> svg()))
        .allSatisfy((locale, svg) -> assertThat(svg).as(locale).isEqualTo(root));
  }
}
