package tapeline.accel.product;

/// A tile without the Vector API: of 4 rows, each a loop that the compiler makes vectors of.
public final class PlainTile implements TileKernel {
  private static final int WIDTH = 32;
  private final ThreadLocal<float[][]> rows = ThreadLocal.withInitial(() -> new float[5][WIDTH]);

  @Override
  public int height() {
    return 4;
  }

  @Override
  public int width() {
    return WIDTH;
  }

  @Override
  public void add(int depth, float[] a, int a0, float[] b, int b0, float[] c, int c0, int step) {
    var all = rows.get();
    var x = all[4];
    for (int i = 0; i < 4; i++) System.arraycopy(c, c0 + i * step, all[i], 0, WIDTH);
    for (int l = 0; l < depth; l++) {
      System.arraycopy(b, b0 + l * WIDTH, x, 0, WIDTH);
      for (int i = 0; i < 4; i++) fma(a[a0 + 4 * l + i], x, all[i]);
    }
    for (int i = 0; i < 4; i++) System.arraycopy(all[i], 0, c, c0 + i * step, WIDTH);
  }

  private static void fma(float a, float[] x, float[] y) {
    for (int j = 0; j < WIDTH; j++) y[j] = Math.fma(a, x[j], y[j]);
  }
}
