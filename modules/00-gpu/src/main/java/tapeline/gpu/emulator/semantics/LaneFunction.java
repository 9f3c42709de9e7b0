package tapeline.gpu.emulator.semantics;

/// The function that an instruction computes in one lane, of at most three inputs. The kind says
/// how it looks at its registers' bits.
///
/// The interpreter calls these lane by lane; the compiler strings them together and lets the JVM
/// inline them. So there is one definition of what PTX means.
public sealed interface LaneFunction {
  /// On 32-bit integers.
  @FunctionalInterface
  non-sealed interface Ints extends LaneFunction {
    int apply(int a, int b, int c);
  }

  /// On whole registers: 64-bit integers, and instructions that mix types. The upper half of a
  /// 32-bit register is arbitrary.
  @FunctionalInterface
  non-sealed interface Longs extends LaneFunction {
    long apply(long a, long b, long c);
  }

  @FunctionalInterface
  non-sealed interface Floats extends LaneFunction {
    float apply(float a, float b, float c);
  }

  @FunctionalInterface
  non-sealed interface Doubles extends LaneFunction {
    double apply(double a, double b, double c);
  }

  /// The bits of a float in a register. There is one NaN, as on the GPU.
  static int bits(float value) {
    return Float.isNaN(value) ? 0x7fffffff : Float.floatToRawIntBits(value);
  }

  static long bits(double value) {
    return Double.isNaN(value) ? 0x7fffffffffffffffL : Double.doubleToRawLongBits(value);
  }

  static float toFloat(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  static double toDouble(long bits) {
    return Double.longBitsToDouble(bits);
  }
}
