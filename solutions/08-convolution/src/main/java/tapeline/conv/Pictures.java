package tapeline.conv;

import java.util.Locale;
import tapeline.tensor.Tensor;
import tapeline.tensor.TensorPicture;
import tapeline.toolkit.HtmlText;
import tapeline.toolkit.Picture;

/// Tensors drawn as pictures, a square for each number.
///
/// Where nothing is negative, 0 is white and the largest number black, as ink on paper. Else 0 is
/// white, positive numbers are blue and negative ones orange.
public final class Pictures {
  private static final int WIDTH = 700;
  private static final int LARGEST_PIXEL = 18;
  private static final int GAP = 12;
  private static final int LINE = 18;
  private static final String[] INK = {"#000000", TensorPicture.POSITIVE, TensorPicture.NEGATIVE};

  private Pictures() {}

  /// The pictures of a batch (…,h,w), side by side, then in further rows, all on one scale.
  ///
  /// @param title what a screen reader says
  /// @param captions one for each picture, or none
  /// @throws IllegalArgumentException when there are fewer than two axes, or captions do not match
  public static Picture of(String title, Tensor batch, String... captions) {
    if (batch.shape().rank() < 2) {
      throw new IllegalArgumentException("pictures are (…,height,width), got " + batch.shape());
    }
    int h = batch.shape().length(-2);
    int w = batch.shape().length(-1);
    var pictures = batch.reshape(-1, h, w);
    int n = pictures.shape().length(0);
    if (captions.length != 0 && captions.length != n) {
      throw new IllegalArgumentException(
          "there are %d pictures, and %d captions for them".formatted(n, captions.length));
    }
    int pixel = Math.clamp((WIDTH - GAP) / Math.max(1, Math.min(n, 8) * (w + 1)), 2, LARGEST_PIXEL);
    int across = Math.clamp((WIDTH - GAP) / (w * pixel + GAP), 1, Math.max(1, n));
    int down = h * pixel + GAP + (captions.length == 0 ? 0 : LINE);
    var svg = new StringBuilder();
    for (int i = 0; i < n; i++) {
      int x = GAP + i % across * (w * pixel + GAP);
      int y = GAP + i / across * down;
      svg.append("<g transform=\"translate(%d %d)\">".formatted(x, y));
      squares(svg, pictures.select(0, i), pixel, pictures);
      if (captions.length > 0) {
        svg.append(
            "<text y=\"%d\">%s</text>".formatted(h * pixel + 14, HtmlText.escape(captions[i])));
      }
      svg.append("</g>\n");
    }
    int width = GAP + across * (w * pixel + GAP);
    return page(title, width, GAP + Math.ceilDiv(n, across) * down, svg);
  }

  private static Picture page(String title, int width, int height, CharSequence body) {
    var svg =
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">
        <title>%s</title>
        <style>text { font: 12px sans-serif; fill: #1f2328 }</style>
        <rect width="100%%" height="100%%" fill="#ffffff"/>
        %s</svg>
        """
            .formatted(width, height, width, height, HtmlText.escape(title), body);
    return new Picture(svg);
  }

  /// The squares of one picture that are not white, and a thin frame.
  private static void squares(StringBuilder svg, Tensor picture, int pixel, Tensor all) {
    float largest = Math.max(Float.MIN_NORMAL, all.abs().max(false).item());
    boolean signed = -all.neg().max(false).item() < 0;
    int h = picture.shape().length(0);
    int w = picture.shape().length(1);
    for (int i = 0; i < h; i++) {
      for (int j = 0; j < w; j++) {
        float value = picture.at(i, j);
        if (value != 0) {
          var ink = INK[!signed ? 0 : value > 0 ? 1 : 2];
          svg.append(
              "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" fill-opacity=\"%s\"/>"
                  .formatted(j * pixel, i * pixel, pixel, pixel, ink, share(value, largest)));
        }
      }
    }
    svg.append(
        "<rect width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#b4bcc5\"/>"
            .formatted(w * pixel, h * pixel));
  }

  private static String share(float value, float largest) {
    return String.format(Locale.ROOT, "%.2f", Math.abs(value) / largest);
  }
}
