package tapeline.gpu.emulator.semantics;

import tapeline.gpu.emulator.semantics.LaneFunction.Doubles;
import tapeline.gpu.emulator.semantics.LaneFunction.Floats;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.PtxException;

/// The floating-point instructions. The `.approx` ones are nearly correctly rounded here; a GPU's
/// differ in the last two bits.
public final class FloatMath {
  private FloatMath() {}

  static Floats floats(Instruction in) {
    Floats plain = plain(in);
    Floats flushed =
        in.has("ftz") ? (a, b, c) -> flush(plain.apply(flush(a), flush(b), flush(c))) : plain;
    return in.has("sat") ? (a, b, c) -> saturate(flushed.apply(a, b, c)) : flushed;
  }

  private static Floats plain(Instruction in) {
    var rounding = Rounding.of(in);
    if (rounding != Rounding.NEAREST) {
      return switch (in.opcode()) {
        case ADD -> (a, b, _) -> rounding.fma(a, 1, b);
        case SUB -> (a, b, _) -> rounding.fma(a, 1, -b);
        case MUL -> (a, b, _) -> rounding.round((double) a * b, 0);
        case FMA, MAD -> rounding::fma;
        case DIV -> (a, b, _) -> rounding.divide(a, b);
        case RCP -> (a, _, _) -> rounding.divide(1, a);
        case SQRT -> (a, _, _) -> rounding.root(a);
        default -> throw new PtxException(in, "this rounding is outside the emulated subset");
      };
    }
    return switch (in.opcode()) {
      case ADD -> (a, b, _) -> a + b;
      case SUB -> (a, b, _) -> a - b;
      case MUL -> (a, b, _) -> a * b;
      case FMA, MAD -> (a, b, c) -> Math.fma(a, b, c);
      case DIV -> in.has("approx") ? (a, b, _) -> divide(a, b) : (a, b, _) -> a / b;
      case NEG -> (a, _, _) -> -a;
      case ABS -> (a, _, _) -> Math.abs(a);
      case MIN ->
          in.has("NaN") ? (a, b, _) -> Math.min(a, b) : (a, b, _) -> number(a, b, Math.min(a, b));
      case MAX ->
          in.has("NaN") ? (a, b, _) -> Math.max(a, b) : (a, b, _) -> number(a, b, Math.max(a, b));
      case RCP -> (a, _, _) -> 1 / a;
      case SQRT -> (a, _, _) -> (float) Math.sqrt(a);
      case RSQRT -> (a, _, _) -> (float) (1 / Math.sqrt(a));
      case EX2 -> (a, _, _) -> exp2(a);
      case LG2 -> (a, _, _) -> log2(a);
      case SIN -> (a, _, _) -> (float) StrictMath.sin(a);
      case COS -> (a, _, _) -> (float) StrictMath.cos(a);
      case TANH -> (a, _, _) -> (float) StrictMath.tanh(a);
      default -> throw new PtxException(in, "outside the emulated subset");
    };
  }

  static Doubles doubles(Instruction in) {
    var rounding = Rounding.of(in);
    return switch (in.opcode()) {
      case ADD ->
          rounding == Rounding.NEAREST ? (a, b, _) -> a + b : (a, b, _) -> rounding.fma(a, 1, b);
      case SUB ->
          rounding == Rounding.NEAREST ? (a, b, _) -> a - b : (a, b, _) -> rounding.fma(a, 1, -b);
      case MUL ->
          rounding == Rounding.NEAREST ? (a, b, _) -> a * b : (a, b, _) -> rounding.multiply(a, b);
      case FMA, MAD ->
          rounding == Rounding.NEAREST ? (a, b, c) -> Math.fma(a, b, c) : rounding::fma;
      case DIV -> (a, b, _) -> rounding.divide(a, b);
      case NEG -> (a, _, _) -> -a;
      case ABS -> (a, _, _) -> Math.abs(a);
      case MIN -> (a, b, _) -> number(a, b, Math.min(a, b));
      case MAX -> (a, b, _) -> number(a, b, Math.max(a, b));
      case RCP -> (a, _, _) -> rounding.divide(1, a);
      case SQRT -> (a, _, _) -> rounding.root(a);
      case RSQRT -> (a, _, _) -> 1 / Math.sqrt(a);
      default -> throw new PtxException(in, "outside the emulated subset");
    };
  }

  /// A minimum or maximum of two numbers; if one of them is NaN, the other.
  static float number(float a, float b, float chosen) {
    return Float.isNaN(a) ? b : Float.isNaN(b) ? a : chosen;
  }

  private static double number(double a, double b, double chosen) {
    return Double.isNaN(a) ? b : Double.isNaN(b) ? a : chosen;
  }

  /// `div.approx`: the reciprocal of a divisor above 2¹²⁶ is 0.
  private static float divide(float a, float b) {
    float size = Math.abs(b);
    boolean huge = size > 0x1p126f && size < Float.POSITIVE_INFINITY;
    return huge ? a * Math.copySign(0f, b) : a / b;
  }

  public static float flush(float a) {
    return Math.abs(a) < Float.MIN_NORMAL ? Math.copySign(0f, a) : a;
  }

  static float saturate(float a) {
    return a > 0 ? Math.min(a, 1) : 0; // NaN becomes 0
  }

  private static final double LN2 = 0.6931471805599453;

  /// 2ᵃ by 2ⁿ·eˣ with |x| ≤ ln2/2 and the series of eˣ: the same bits on every machine.
  static float exp2(float a) {
    if (!(Math.abs(a) < 200)) {
      return Float.isNaN(a) ? a : a > 0 ? Float.POSITIVE_INFINITY : 0;
    }
    double n = Math.rint(a);
    double x = (a - n) * LN2;
    double series = 1;
    for (int k = 10; k > 0; k--) {
      series = 1 + x / k * series;
    }
    return (float) (series * Double.longBitsToDouble((long) (1023 + n) << 52));
  }

  /// log₂ a by a = 2ⁿ·m and the series of log m in s = (m − 1)/(m + 1), |s| ≤ 0.18.
  static float log2(float a) {
    if (!(a > 0) || a == Float.POSITIVE_INFINITY) {
      return a == 0 ? Float.NEGATIVE_INFINITY : a > 0 ? a : Float.NaN;
    }
    int n = Math.getExponent((double) a);
    double m = a * Double.longBitsToDouble((long) (1023 - n) << 52);
    if (m > 1.4142135623730951) {
      m /= 2;
      n++;
    }
    double s = (m - 1) / (m + 1);
    double s2 = s * s;
    double series = 0;
    for (int k = 19; k > 0; k -= 2) {
      series = series * s2 + 1.0 / k;
    }
    return (float) (n + 2 * s * series / LN2);
  }
}
