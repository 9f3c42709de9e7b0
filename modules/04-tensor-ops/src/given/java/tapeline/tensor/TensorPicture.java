package tapeline.tensor;

import java.util.Formatter;
import java.util.Locale;
import tapeline.toolkit.HtmlText;
import tapeline.toolkit.Picture;

/// Draws a tensor of one to three axes: a square a number, a matrix beside the other.
///
/// ```java
/// TensorPicture.of(x.times(y)); // a notebook shows it
/// TensorPicture.of(digits, "7", "1", "3"); // (3,8,8), with a word below each
/// ```
///
/// 0 is white, what is above 0 is blue, what is below is orange, and the number farthest from 0 has
/// the full colour. NaN is grey.
public final class TensorPicture {
  /// The colours of positive and of negative numbers (Okabe and Ito, *Color Universal Design*,
  /// 2008).
  public static final String POSITIVE = "#0072b2";

  public static final String NEGATIVE = "#d55e00";

  private static final int MOST = 20_000;
  private static final int ACROSS = 720; // pixels
  private static final int LARGEST = 240; // of a matrix
  private static final int BESIDE = 8; // as many, if they are large
  private static final int GAP = 12;
  private static final int LINE = 18;

  private TensorPicture() {}

  /// The picture of x (n), (m,n) or (k,m,n), with captions below the first matrices.
  ///
  /// @throws IllegalArgumentException when x has another rank, no element, or more than 20 000; or
  ///   when there are more captions than matrices
  public static Picture of(Tensor x, String... captions) {
    var shape = x.shape();
    if (shape.rank() < 1 || shape.rank() > 3 || shape.size() < 1 || shape.size() > MOST) {
      throw new IllegalArgumentException(
          "a picture needs 1 to 3 axes, and 1 to %d elements, got %s".formatted(MOST, shape));
    }
    int n = shape.length(-1);
    int m = shape.rank() > 1 ? shape.length(-2) : 1;
    var matrices = x.reshape(-1, m, n);
    int count = matrices.shape().length(0);
    if (captions.length > count) {
      throw new IllegalArgumentException(
          "a picture of %s has room for %d captions, got %d"
              .formatted(shape, count, captions.length));
    }
    int room = Math.min(LARGEST, ACROSS / Math.min(count, BESIDE) - GAP);
    int side = Math.clamp(room / Math.max(m, n), 2, 24);
    int width = n * side + GAP;
    int height = m * side + GAP + (captions.length > 0 ? LINE : 0);
    int columns = Math.clamp((ACROSS - GAP) / width, 1, count);
    int rows = (count + columns - 1) / columns;
    float full = largest(matrices);
    var out = new Formatter(Locale.ROOT);
    out.format(
        """
        <svg xmlns="http://www.w3.org/2000/svg" role="img" width="%1$d" height="%2$d" \
        viewBox="0 0 %1$d %2$d">
        <title>tensor %3$s, the full colour is %4$s</title>
        <style>text { font: 12px sans-serif; text-anchor: middle; fill: #1f2328 }</style>
        <rect width="%1$d" height="%2$d" fill="#ffffff"/>
        """,
        columns * width + GAP, rows * height + GAP, shape, full);
    for (int k = 0; k < count; k++) {
      out.format(
          "<g transform=\"translate(%d %d)\">\n",
          GAP + k % columns * width, GAP + k / columns * height);
      squares(out, matrices.select(0, k), side, full);
      if (k < captions.length) {
        var caption = HtmlText.escape(captions[k]);
        out.format(
            "<text x=\"%d\" y=\"%d\">%s</text>\n", n * side / 2, m * side + LINE - 3, caption);
      }
      out.format("</g>\n");
    }
    return new Picture(out.format("</svg>\n").toString());
  }

  private static void squares(Formatter out, Tensor matrix, int side, float full) {
    int m = matrix.shape().length(0);
    int n = matrix.shape().length(1);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        out.format(
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
            j * side, i * side, side, side, colour(matrix.at(i, j) / full));
      }
    }
    out.format(
        "<rect width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#b4bcc5\"/>\n",
        n * side, m * side);
  }

  /// The largest finite magnitude; 1 where all are 0.
  private static float largest(Tensor x) {
    float largest = 0;
    for (float v : x.toArray()) {
      largest = Float.isFinite(v) ? Math.max(largest, Math.abs(v)) : largest;
    }
    return largest == 0 ? 1 : largest;
  }

  /// From orange for −1 over white to blue for 1.
  private static String colour(float value) {
    if (Float.isNaN(value)) {
      return "#999999";
    }
    float share = Math.clamp(Math.abs(value), 0, 1);
    int ink = Integer.decode(value < 0 ? NEGATIVE : POSITIVE);
    int colour = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      colour = colour << 8 | Math.round(255 + share * ((ink >> shift & 255) - 255));
    }
    return "#%06x".formatted(colour);
  }
}
