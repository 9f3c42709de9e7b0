package tapeline.precision;

/// The loops between floats and codes of 16 bits. The two formats with 16 bits have fast ways:
/// 15.1's addition, and the JDK's conversions, which are vector instructions where a processor has
/// them.
final class FormatLoops {
  private FormatLoops() {}

  /// `to[i] = encode(from[i])`.
  static void pack(FloatFormat format, float[] from, short[] to) {
    int n = to.length;
    if (format.equals(FloatFormat.BFLOAT16)) {
      for (int i = 0; i < n; i++) {
        to[i] = BFloat16.bits(from[i]);
      }
    } else if (format.equals(FloatFormat.FLOAT16)) {
      for (int i = 0; i < n; i++) {
        to[i] = Float.floatToFloat16(from[i]);
      }
    } else {
      for (int i = 0; i < n; i++) {
        to[i] = (short) format.encode(from[i]);
      }
    }
  }

  /// `to[i] = decode(from[i])`.
  static void unpack(FloatFormat format, short[] from, float[] to) {
    int n = to.length;
    if (format.equals(FloatFormat.BFLOAT16)) {
      for (int i = 0; i < n; i++) {
        to[i] = BFloat16.value(from[i]);
      }
    } else if (format.equals(FloatFormat.FLOAT16)) {
      for (int i = 0; i < n; i++) {
        to[i] = Float.float16ToFloat(from[i]);
      }
    } else {
      int mask = (1 << format.bits()) - 1;
      for (int i = 0; i < n; i++) {
        to[i] = format.decode(from[i] & mask);
      }
    }
  }

  /// Returns whether both hold the same bits, of −0 and 0 and of NaNs too.
  static boolean same(float[] a, float[] b) {
    int different = a.length ^ b.length;
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      different |= Float.floatToRawIntBits(a[i]) ^ Float.floatToRawIntBits(b[i]);
    }
    return different == 0;
  }
}
