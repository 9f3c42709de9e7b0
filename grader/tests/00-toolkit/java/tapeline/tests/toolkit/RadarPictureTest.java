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
  void it_is_the_same_picture_whatever_the_locale() {
    var root = svg();
    assertThat(Locales.each(() -> svg()))
        .allSatisfy((locale, svg) -> assertThat(svg).as(locale).isEqualTo(root));
  }
}
