package tapeline.precision;

import org.jspecify.annotations.Nullable;
import tapeline.autograd.PackedData;

/// Numbers of a format of 16 bits or fewer, in two bytes each.
public final class HalfArray extends PackedData {
  private final FloatFormat format;
  private short @Nullable [] codes;

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

  /// Whether these very numbers come back from it, bit by bit: none was rounded. O(size).
  public boolean holds(float... values) {
    return FormatLoops.same(unpack(), values);
  }

  /// @throws IllegalStateException after [#release]
  @Override
  public float[] unpack() {
    if (codes == null) {
      throw new IllegalStateException(
          "what was released has no numbers, got unpack() of %s".formatted(format));
    }
    var values = new float[codes.length];
    FormatLoops.unpack(format, codes, values);
    return values;
  }

  /// 2 for each number, 0 after [#release].
  @Override
  public long bytes() {
    return codes == null ? 0 : (long) Short.BYTES * codes.length;
  }

  /// Lets go of the numbers.
  public void release() {
    codes = null;
  }
}
