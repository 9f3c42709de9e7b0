package tapeline.vector.tile;

import static tapeline.vector.math.VectorFunctions.L;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// Copies six numbers a line, side by side: as the compiler sees how many, there is no loop over
/// them. It must take the arrays for one, so all are read before the first is written.
///
/// Six neighbours are copied with the two behind them, as one vector. The next line writes over
/// those two, so the last line is copied number by number.
public final class SixRows {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

  private SixRows() {}

  /// Computes `to[at + 6·k + i] = from[start + k·lineStep + i·step]` for k < depth and i < 6.
  public static void pack(
      float[] from, int start, int lineStep, int step, int depth, float[] to, int at) {
    if (lineStep == 1) {
      copy(from, start, 1, step, depth, to, at, 6); // places that the compiler knows
      return;
    }
    int eights = step == 1 && lineStep >= 2 && L >= EIGHT.length() ? depth - 1 : 0;
    for (int k = 0; k < eights; k++) {
      FloatVector.fromArray(EIGHT, from, start + k * lineStep).intoArray(to, at + 6 * k);
    }
    int rest = start + eights * lineStep;
    copy(from, rest, lineStep, step, depth - eights, to, at + 6 * eights, 6);
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
