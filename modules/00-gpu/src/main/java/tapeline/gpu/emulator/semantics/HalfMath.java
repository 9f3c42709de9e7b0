package tapeline.gpu.emulator.semantics;

import tapeline.gpu.emulator.semantics.LaneFunction.Ints;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.PtxException;

/// The instructions on `f16` and `bf16`, and on pairs of them, each rounded to nearest. The
/// `.approx` ones are nearly correctly rounded here; a GPU's may differ in the last bit.
public final class HalfMath {
  private HalfMath() {}

  /// A result before it is rounded. A double has more than twice the bits, so that to round a sum
  /// or a product of two numbers twice is to round it once.
  @FunctionalInterface
  private interface Unrounded {
    double apply(float a, float b, float c);
  }

  public static Ints function(Instruction in) {
    var one = one(in, HalfFormat.of(in.type()));
    return in.type().isPair()
        ? (a, b, c) -> one.apply(a, b, c) | one.apply(a >>> 16, b >>> 16, c >>> 16) << 16
        : one;
  }

  private static Ints one(Instruction in, HalfFormat format) {
    if (Rounding.of(in) != Rounding.NEAREST) {
      throw new PtxException(in, "arithmetic on 16 bits is rounded to nearest");
    }
    var plain = unrounded(in);
    boolean flush = in.has("ftz");
    boolean saturate = in.has("sat");
    boolean positive = in.has("relu");
    return (a, b, c) -> {
      float x = format.toFloat(a);
      float y = format.toFloat(b);
      float z = format.toFloat(c);
      double value =
          flush
              ? plain.apply(format.flush(x), format.flush(y), format.flush(z))
              : plain.apply(x, y, z);
      if (saturate) {
        value = value > 0 ? Math.min(value, 1) : 0;
      } else if (positive && value < 0) {
        value = 0;
      }
      int rounded = format.nearest(value);
      return flush ? format.flushed(rounded) : rounded;
    };
  }

  private static Unrounded unrounded(Instruction in) {
    boolean orNan = in.has("NaN");
    return switch (in.opcode()) {
      case ADD, ATOM, RED -> (a, b, _) -> (double) a + b;
      case SUB -> (a, b, _) -> (double) a - b;
      case MUL -> (a, b, _) -> (double) a * b;
      case FMA -> HalfMath::fma;
      case NEG -> (a, _, _) -> -a;
      case ABS -> (a, _, _) -> Math.abs(a);
      case MIN -> (a, b, _) -> orNan ? Math.min(a, b) : FloatMath.number(a, b, Math.min(a, b));
      case MAX -> (a, b, _) -> orNan ? Math.max(a, b) : FloatMath.number(a, b, Math.max(a, b));
      case EX2 -> (a, _, _) -> FloatMath.exp2(a);
      case TANH -> (a, _, _) -> StrictMath.tanh(a);
      default -> throw new PtxException(in, "outside the emulated subset");
    };
  }

  /// `a·b + c`, of which a double may lose some: made odd, it is rounded as all of it would be.
  private static double fma(float a, float b, float c) {
    double product = (double) a * b;
    double sum = product + c;
    double part = sum - product;
    return HalfFormat.odd(sum, product - (sum - part) + (c - part));
  }
}
