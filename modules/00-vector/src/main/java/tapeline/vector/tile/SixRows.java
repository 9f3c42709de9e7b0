package tapeline.vector.tile;

import static tapeline.vector.math.VectorFunctions.L;
import static tapeline.vector.math.VectorFunctions.S;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/// Copies up to six numbers a line, side by side: as the compiler sees six, there is no loop over
/// them. It must take the arrays for one, so all are read before the first is written.
///
/// What is copied too much, the next line writes over: the sixth number of a line of five, and what
/// a vector of eight has beyond the line. So the last line is copied number by number.
public final class SixRows {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

  private SixRows() {}

  /// Computes `to[at + width·k + i] = from[start + k·lineStep + i·step]` for k < depth and i <
  /// width.
  ///
  /// @param width 5 or 6; six numbers of each line can be read
  public static void pack(
      float[] from, int start, int lineStep, int step, int depth, float[] to, int at, int width) {
    if (lineStep == 1 && width == 6) {
      boolean isLong = S.equals(FloatVector.SPECIES_512);
      int k = isLong ? Interleaving.six(from, start, step, depth, to, at) : 0;
      // the places of six numbers, which the compiler knows
      copy(from, start + k, 1, step, depth - k, to, at + 6 * k, 6);
      return;
    }
    int last = depth - 1;
    if (step == 1 && lineStep >= 2 && L >= EIGHT.length()) {
      for (int k = 0; k < last; k++) {
        FloatVector.fromArray(EIGHT, from, start + k * lineStep).intoArray(to, at + width * k);
      }
    } else {
      copy(from, start, lineStep, step, last, to, at, width);
    }
    for (int i = 0; i < width && depth > 0; i++) {
      to[at + width * last + i] = from[start + last * lineStep + i * step];
    }
  }

  /// Computes `to[at + width·k + i] = from[start + k·lineStep + i·step]` for k < depth and i < 6,
  /// line after line: of a width of five, the next one writes over the sixth number.
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
