package tapeline.gpu.emulator.semantics;

import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.PtxException;
import tapeline.gpu.ptx.PtxType;

/// The meaning of each computing instruction: the lane function of its opcode and type.
public final class Semantics {
  private Semantics() {}

  public static LaneFunction function(Instruction in) {
    PtxType type = in.type();
    return switch (in.opcode()) {
      case CVT -> Conversions.convert(in);
      case LOP3 -> BitTricks.anyOfThree(in);
      case SLCT -> select(in, type);
      case COPYSIGN ->
          type == PtxType.F32
              ? (LaneFunction.Ints) (a, b, _) -> (a & 0x80000000) | (b & 0x7fffffff)
              : (LaneFunction.Longs) (a, b, _) -> (a & Long.MIN_VALUE) | (b & Long.MAX_VALUE);
      case SHL, SHR -> byWidth(in, in.types().getFirst());
      default -> in.has("wide") ? IntegerMath.wide(in) : byWidth(in, type);
    };
  }

  private static LaneFunction byWidth(Instruction in, PtxType type) {
    return switch (type) {
      case F32 -> FloatMath.floats(in);
      case F64 -> FloatMath.doubles(in);
      case B64, U64, S64 -> IntegerMath.longs(in);
      case B32, U32, S32 -> IntegerMath.ints(in);
      case F16, BF16, F16X2, BF16X2 -> HalfMath.function(in);
      case B16, U16, S16 -> IntegerMath.shorts(in);
      case B8, U8, S8, PRED, TF32 -> throw new PtxException(in, "outside the emulated subset");
    };
  }

  private static LaneFunction.Longs select(Instruction in, PtxType type) {
    return type == PtxType.F32
        ? (a, b, c) -> LaneFunction.toFloat(c) >= 0 ? a : b
        : type == PtxType.S32 ? (a, b, c) -> (int) c >= 0 ? a : b : refuse(in);
  }

  private static LaneFunction.Longs refuse(Instruction in) {
    throw new PtxException(in, "outside the emulated subset");
  }

  /// Integer division and remainder need a divisor other than zero.
  public static boolean divides(Instruction in) {
    return switch (in.opcode()) {
      case DIV, REM -> !in.type().isFloat();
      default -> false;
    };
  }
}
