package tapeline.vector.tile;

/// Copies six numbers a line, side by side: as the compiler sees how many, there is no loop over
/// them. It must take the arrays for one, so all are read before the first is written.
public final class SixRows {
  private SixRows() {}

  /// Computes `to[at + 6·k + i] = from[start + k·lineStep + i·step]` for k < depth and i < 6.
  public static void pack(
      float[] from, int start, int lineStep, int step, int depth, float[] to, int at) {
    copy(from, start, lineStep, step, depth, to, at, 6);
  }

  /// Computes `to[at + width·k + i] = from[start + k·lineStep + i·step]` for k < depth and i < 6.
  static void copy(
      float[] from, int start, int lineStep, int step, int depth, float[] to, int at, int width) {
    for (int k = 0; k < depth; k++) {
      int x = start + k * lineStep;
      float x0 = from[x];
      float x1 = from[x + step];
      float x2 = from[x + 2 * step];
      float x3 = from[x + 3 * step];
      float x4 = from[x + 4 * step];
      float x5 = from[x + 5 * step];
      int y = at + k * width;
      to[y] = x0;
      to[y + 1] = x1;
      to[y + 2] = x2;
      to[y + 3] = x3;
      to[y + 4] = x4;
      to[y + 5] = x5;
    }
  }
}
