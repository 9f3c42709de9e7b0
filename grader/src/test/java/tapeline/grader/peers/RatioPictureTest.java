package tapeline.grader.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import tapeline.grader.need.Need;
import tapeline.grader.need.Needs;

@Needs(Need.FONTS)
class RatioPictureTest {
  private static final int BLUE = 0xFF0072B2;

  private static BufferedImage picture(double... ours) throws IOException {
    var lines =
        IntStream.range(0, ours.length).mapToObj(k -> PeerTableTest.sum(k, ours[k])).toList();
    var png = RatioPicture.png("title", PeerTable.read(lines).results());
    return ImageIO.read(new ByteArrayInputStream(png));
  }

  /// Returns the mean column of the blue pixels in the rows of pixels `from ≤ y < to`.
  private static double column(BufferedImage image, int from, int to) {
    return IntStream.range(from, to)
        .boxed()
        .flatMap(y ->
            IntStream.range(0, image.getWidth()).filter(x -> image.getRGB(x, y) == BLUE).boxed())
        .mapToInt(x -> x)
        .average()
        .orElseThrow();
  }

  @Test
  void rows_stand_from_the_first_on_top_and_a_larger_ratio_further_to_the_right()
      throws IOException {
    var image = picture(4_000, 180_000); // ratios of 0.2 and 9
    int middle = image.getHeight() / 2 - 10; // the axis's names are below
    assertThat(column(image, 0, middle)).isLessThan(column(image, middle, image.getHeight()) - 200);
  }

  @Test
  void the_axis_reaches_to_1() throws IOException {
    var image = picture(1_000); // a ratio of 0.05 between 0.01 and 1
    assertThat(column(image, 0, image.getHeight())).isLessThan(image.getWidth() * 0.7);
  }

  @Test
  void each_row_has_its_room() throws IOException {
    int one = picture(20_000).getHeight();
    assertThat(List.of(picture(20_000, 20_000).getHeight(), picture(1, 1, 1).getHeight()))
        .containsExactly(one + 22, one + 44);
  }
}
