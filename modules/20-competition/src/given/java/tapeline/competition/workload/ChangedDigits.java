package tapeline.competition.workload;

import tapeline.data.Dataset;
import tapeline.data.Datasets;

/// The digits of the course, each time a little different: moved by less than a pixel, lighter or
/// darker, with noise. None of them is in the public data as it is.
public final class ChangedDigits {
  /// The pixels of a picture.
  public static final int PIXELS = 64;

  private static final int SIDE = 8;
  private static final float WHITE = 16;
  private static final float LIGHTEST = 0.85f;
  private static final float DARKEST = 1.15f;
  private static final float NOISE = 0.5f;

  private ChangedDigits() {}

  /// Read once, when first asked for.
  private static final class Data {
    private static final Dataset DIGITS = Datasets.digits().flat();
    private static final float[] PIXEL = DIGITS.inputs().toArray();
  }

  /// How many there are.
  public static int count() {
    return Data.DIGITS.size();
  }

  /// The digit that a picture shows.
  public static int label(int index) {
    return Data.DIGITS.labels()[index];
  }

  /// So many different ones, in random order.
  public static int[] draw(int n, Draws draws) {
    var order = new int[count()];
    for (int i = 0; i < order.length; i++) {
      int j = draws.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return java.util.Arrays.copyOf(order, n);
  }

  /// Writes a changed picture of a digit, grey levels from 0 to 16.
  ///
  /// @param moved pixels at most along each axis
  public static void picture(int index, float moved, Draws draws, float[] to, int at) {
    float down = draws.nextFloat(-moved, moved);
    float right = draws.nextFloat(-moved, moved);
    float ink = draws.nextFloat(LIGHTEST, DARKEST);
    for (int y = 0; y < SIDE; y++) {
      for (int x = 0; x < SIDE; x++) {
        float grey = ink * between(index, y + down, x + right);
        grey += (float) draws.nextGaussian() * NOISE;
        to[at + y * SIDE + x] = Math.clamp(grey, 0, WHITE);
      }
    }
  }

  /// The grey level between pixels, linear along both axes.
  private static float between(int index, float y, float x) {
    int y0 = (int) Math.floor(y);
    int x0 = (int) Math.floor(x);
    float dy = y - y0;
    float dx = x - x0;
    float above = (1 - dx) * grey(index, y0, x0) + dx * grey(index, y0, x0 + 1);
    float below = (1 - dx) * grey(index, y0 + 1, x0) + dx * grey(index, y0 + 1, x0 + 1);
    return (1 - dy) * above + dy * below;
  }

  private static float grey(int index, int y, int x) {
    boolean inside = y >= 0 && y < SIDE && x >= 0 && x < SIDE;
    return inside ? WHITE * Data.PIXEL[index * PIXELS + y * SIDE + x] : 0;
  }
}
