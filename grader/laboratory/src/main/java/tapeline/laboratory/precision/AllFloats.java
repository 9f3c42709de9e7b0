package tapeline.laboratory.precision;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import tapeline.precision.BFloat16;
import tapeline.precision.FloatFormat;
import tapeline.toolkit.TextTable;

/// Are module 15's conversions right for all 2³² floats? Float16's against the JDK's, bfloat16's
/// against the nearer of the two neighbours, in float64, where their distances are exact; and back,
/// all 65,536 codes. `./tapeline run AllFloats`
public final class AllFloats {
  private static final int UPPER = 1 << 16;

  private AllFloats() {}

  static void main() {
    var table = TextTable.of("conversion", "compared with", "values", "different");
    row(table, "to float16, encode", "the JDK", AllFloats::float16);
    row(table, "to bfloat16, encode", "the nearer neighbour", AllFloats::bfloat16);
    row(table, "to bfloat16, by addition", "the nearer neighbour", AllFloats::byAddition);
    back(table, "from float16", c -> Float.float16ToFloat((short) c), FloatFormat.FLOAT16);
    back(table, "from bfloat16", c -> Float.intBitsToFloat(c << 16), FloatFormat.BFLOAT16);
    IO.println(table.note("NaN is compared as NaN: its payload is each conversion's own."));
  }

  private static void row(TextTable table, String what, String with, IntPredicate right) {
    table.row(what, with, "" + (1L << 32), "" + different(0, UPPER, right));
  }

  /// How many floats are not right, of those whose upper half is from ≤ half < to.
  static long different(int from, int to, IntPredicate right) {
    var count = new LongAdder();
    IntStream.range(from, to)
        .parallel()
        .forEach(half -> {
          for (int lower = 0; lower < UPPER; lower++) {
            if (!right.test((half << 16) | lower)) {
              count.increment();
            }
          }
        });
    return count.sum();
  }

  private interface Decoding {
    float decode(int code);
  }

  private static void back(TextTable table, String what, Decoding right, FloatFormat format) {
    long different =
        IntStream.range(0, UPPER).filter(c -> !same(format.decode(c), right.decode(c))).count();
    table.row(what, "the JDK", "" + UPPER, "" + different);
  }

  private static boolean same(float a, float b) {
    return Float.floatToIntBits(a) == Float.floatToIntBits(b);
  }

  static boolean float16(int bits) {
    float x = Float.intBitsToFloat(bits);
    short code = (short) FloatFormat.FLOAT16.encode(x);
    return Float.isNaN(x)
        ? Float.isNaN(Float.float16ToFloat(code))
        : code == Float.floatToFloat16(x);
  }

  static boolean bfloat16(int bits) {
    return isNearest(bits, (short) FloatFormat.BFLOAT16.encode(Float.intBitsToFloat(bits)));
  }

  static boolean byAddition(int bits) {
    return isNearest(bits, BFloat16.bits(Float.intBitsToFloat(bits)));
  }

  /// Returns whether this bfloat16 is the nearest to the float with these bits. Its neighbours are
  /// its upper half and the next; the next to the largest counts as 2¹²⁸.
  private static boolean isNearest(int bits, short code) {
    float x = Float.intBitsToFloat(bits);
    float y = Float.intBitsToFloat(code << 16);
    if (!Float.isFinite(x)) {
      return Float.isNaN(x) ? Float.isNaN(y) : x == y;
    }
    double a = Math.abs((double) x);
    double low = Float.intBitsToFloat(bits & 0x7FFF_0000);
    float next = Float.intBitsToFloat((bits & 0x7FFF_0000) + 0x1_0000);
    double high = Float.isInfinite(next) ? 0x1p128 : next;
    boolean odd = (bits & 0x1_0000) != 0;
    boolean up = a - low > high - a || (a - low == high - a && odd);
    int magnitude = ((bits & 0x7FFF_0000) + (up ? 0x1_0000 : 0)) >>> 16;
    return (code & 0xFFFF) == (magnitude | ((bits >>> 31) << 15));
  }
}
