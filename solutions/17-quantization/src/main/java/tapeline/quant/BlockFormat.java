package tapeline.quant;

/// Numbers in blocks: a scale in float16, little-endian, then the codes. The blocks follow one
/// another; what the last one has too many are codes of 0.
public sealed interface BlockFormat permits Int8Blocks, Int4Blocks {
  /// The bytes of a block's scale.
  int SCALE = 2;

  /// How many numbers share a scale.
  int group();

  /// The bytes of a block.
  int bytes();

  /// The blocks of these numbers. O(size).
  ///
  /// @throws IllegalArgumentException when a scale is beyond float16
  byte[] encode(float... values);

  /// The first numbers of these blocks, as many as `to` has room for. O(size).
  void decode(byte[] blocks, float[] to);

  /// Writes the float16 nearest to `wanted` as the scale at this place, one of the least magnitude
  /// for 0, and returns it.
  static float putScale(float wanted, byte[] blocks, int at) {
    short half = Float.floatToFloat16(wanted);
    if (half == 0 || half == Short.MIN_VALUE) {
      half = 1;
    }
    float scale = Float.float16ToFloat(half);
    if (!Float.isFinite(scale)) {
      throw new IllegalArgumentException(
          "a scale is a finite float16, at most 65504, got " + wanted);
    }
    blocks[at] = (byte) half;
    blocks[at + 1] = (byte) (half >>> Byte.SIZE);
    return scale;
  }

  /// The scale at this place.
  static float scale(byte[] blocks, int at) {
    return Float.float16ToFloat((short) ((blocks[at] & 0xFF) | blocks[at + 1] << Byte.SIZE));
  }
}
