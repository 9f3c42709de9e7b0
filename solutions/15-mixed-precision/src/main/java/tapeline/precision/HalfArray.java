package tapeline.precision;

import tapeline.autograd.PackedData;

/// Numbers of a format of 16 bits or fewer, in two bytes each.
public final class HalfArray extends PackedData {
  private final FloatFormat format;
  private final short[] codes;

  private HalfArray(FloatFormat format, short... codes) {
    this.format = format;
    this.codes = codes;
  }

  /// Each number rounded to the format. O(size).
  public static HalfArray rounded(FloatFormat format, float... values) {
    var codes = new short[values.length];
    FormatLoops.pack(format, values, codes);
    return new HalfArray(format, codes);
  }

  /// Returns whether these very numbers come back from it, bit by bit: none was rounded. O(size).
  public boolean holds(float... values) {
    return FormatLoops.same(unpack(), values);
  }

  @Override
  public float[] unpack() {
    var values = new float[codes.length];
    FormatLoops.unpack(format, codes, values);
    return values;
  }

  /// 2 for each number.
  @Override
  public long bytes() {
    return (long) Short.BYTES * codes.length;
  }
}
