package tapeline.conv;

import java.util.random.RandomGenerator;
import tapeline.data.Dataset;

/// Moves images by a pixel, at random: more examples of the same digits, without new drawings.
public final class Shifts {
  private static final int CHOICES = 8;

  private Shifts() {}

  /// Returns the examples, images (n,c,h,w), shifted: in each direction three of four stay, the
  /// others move by one pixel, to either side. What leaves the image is lost, what comes in is 0.
  public static Dataset of(Dataset data, RandomGenerator random) {
    var in = Images.of(data.inputs().shape());
    var from = data.inputs().contiguous();
    var to = in.zeros();
    for (int i = 0; i < in.n(); i++) {
      int down = step(random);
      int right = step(random);
      for (int c = 0; c < in.c(); c++) {
        int image = in.index(i, c, 0, 0);
        move(from.data(), from.offset() + image, down, right, in, to.data(), image);
      }
    }
    return new Dataset(to, data.labels(), data.classes());
  }

  private static int step(RandomGenerator random) {
    int choice = random.nextInt(CHOICES);
    return choice == 0 ? -1 : choice == 1 ? 1 : 0;
  }

  private static void move(float[] x, int x0, int down, int right, Images in, float[] y, int y0) {
    int count = in.w() - Math.abs(right);
    for (int row = Math.max(0, down); row < Math.min(in.h(), in.h() + down); row++) {
      int from = x0 + (row - down) * in.w() + Math.max(0, -right);
      System.arraycopy(x, from, y, y0 + row * in.w() + Math.max(0, right), count);
    }
  }
}
