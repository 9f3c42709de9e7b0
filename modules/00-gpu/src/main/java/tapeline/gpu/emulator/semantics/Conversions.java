package tapeline.gpu.emulator.semantics;

import static tapeline.gpu.emulator.semantics.LaneFunction.bits;
import static tapeline.gpu.emulator.semantics.LaneFunction.toFloat;

import java.util.List;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;
import tapeline.gpu.emulator.semantics.LaneFunction.Longs;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.PtxException;
import tapeline.gpu.ptx.PtxType;

/// `cvt`: from any type to any other.
final class Conversions {
  private Conversions() {}

  static Longs convert(Instruction in) {
    PtxType to = in.types().get(0);
    PtxType from = in.types().get(1);
    if (in.has("rs")) {
      throw new PtxException(in, "random rounding is outside the emulated subset");
    }
    if (in.has("pack")) {
      return pack(in, from, to);
    }
    if (to == PtxType.TF32 || from == PtxType.TF32) {
      return toTf32(in);
    }
    if (from.isFloat()) {
      return to.isFloat() ? floatToFloat(in, from, to) : floatToInteger(in, from, to);
    }
    return to.isFloat() ? integerToFloat(in, from, to) : integerToInteger(in, from, to);
  }

  /// `cvt.pack.sat`: a above b, and with numbers of 8 bits both above what there is in c.
  private static Longs pack(Instruction in, PtxType from, PtxType to) {
    if (from != PtxType.S32 || to.isFloat() || to.bits() > 16) {
      throw new PtxException(in, "packed from s32 are s16, u16, s8 and u8; this is outside");
    }
    int bits = to.bits();
    long lowest = to.isSigned() ? -1L << (bits - 1) : 0;
    long highest = lowest + (1L << bits) - 1;
    long low = (1L << bits) - 1;
    return (a, b, c) -> {
      long upper = Math.clamp(IntegerMath.extend(a, from), lowest, highest) & low;
      long lower = Math.clamp(IntegerMath.extend(b, from), lowest, highest) & low;
      return upper << bits | lower | (bits == 8 ? c << 16 & 0xffff0000L : 0);
    };
  }

  /// `cvt.rna.tf32.f32`: ten bits behind the point are left, and a tie is rounded away from zero.
  private static Longs toTf32(Instruction in) {
    if (!in.types().equals(List.of(PtxType.TF32, PtxType.F32))
        || !in.modifiers().equals(List.of("rna"))) {
      throw new PtxException(in, "tf32 comes from f32 by .rna; this is outside");
    }
    return (a, _, _) -> Float.isNaN(toFloat(a)) ? 0x7fffffffL : a + 0x1000 & 0xffffe000L;
  }

  private static Longs integerToInteger(Instruction in, PtxType from, PtxType to) {
    if (!in.has("sat")) {
      return (a, _, _) -> IntegerMath.extend(IntegerMath.extend(a, from), to);
    }
    boolean huge = from == PtxType.U64;
    long lowest = to.isSigned() ? -1L << (to.bits() - 1) : 0;
    long highest =
        to == PtxType.U64 || to == PtxType.S64
            ? Long.MAX_VALUE
            : (1L << (to.isSigned() ? to.bits() - 1 : to.bits())) - 1;
    return (a, _, _) -> {
      long value = IntegerMath.extend(a, from);
      return huge && value < 0
          ? to == PtxType.U64 ? value : highest
          : Math.clamp(value, lowest, highest);
    };
  }

  private static Longs integerToFloat(Instruction in, PtxType from, PtxType to) {
    var rounding = Rounding.of(in);
    boolean saturate = in.has("sat");
    boolean unsigned64 = from == PtxType.U64 && !saturate;
    return (a, _, _) -> {
      long given = IntegerMath.extend(a, from);
      long value = !saturate ? given : given > 0 || (given < 0 && !from.isSigned()) ? 1 : 0;
      boolean halved = unsigned64 && value < 0; // its last bit counts only in a tie, and is kept
      long whole = halved ? (value >>> 1) | (value & 1) : value;
      int times = halved ? 2 : 1;
      return switch (to) {
        case F32 -> bits(times * rounding.toFloat(whole));
        case F64 -> bits(times * rounding.toDouble(whole));
        default -> HalfFormat.of(to).round(times * odd(whole), rounding);
      };
    };
  }

  /// An integer as a double that is rounded further as the integer would be.
  private static double odd(long value) {
    double near = (double) value;
    return HalfFormat.odd(near, near == 0x1p63 ? -1 : (double) (value - (long) near));
  }

  /// Out of range goes to the nearest integer there is. NaN goes to zero, or where 64 bits are
  /// involved to the highest bit alone.
  private static Longs floatToInteger(Instruction in, PtxType from, PtxType to) {
    var rounding = Rounding.toInteger(in);
    var source = source(in, from);
    double lowest = to.isSigned() ? -Math.pow(2, to.bits() - 1) : 0;
    double limit = Math.pow(2, to.isSigned() ? to.bits() - 1 : to.bits());
    long highest = to.isSigned() ? Long.MAX_VALUE >>> (64 - to.bits()) : -1L >>> (64 - to.bits());
    long nan = from != PtxType.F64 && to.bits() < 64 ? 0 : 1L << (to.bits() - 1);
    return (a, _, _) -> {
      double value = rounding.integer(source.applyAsDouble(a));
      if (Double.isNaN(value)) {
        return nan;
      }
      if (value >= limit) {
        return highest;
      }
      double clamped = Math.max(value, lowest);
      return clamped >= 0x1p63 ? (long) (clamped - 0x1p63) ^ Long.MIN_VALUE : (long) clamped;
    };
  }

  /// The number in a register.
  private static LongToDoubleFunction source(Instruction in, PtxType from) {
    boolean flush = in.has("ftz");
    return switch (from) {
      case F64 -> LaneFunction::toDouble;
      case F32 -> a -> flush ? FloatMath.flush(toFloat(a)) : toFloat(a);
      default -> {
        var format = HalfFormat.of(from);
        yield a -> format.toFloat((int) a);
      }
    };
  }

  private static Longs floatToFloat(Instruction in, PtxType from, PtxType to) {
    boolean whole = in.has("rni") || in.has("rzi") || in.has("rmi") || in.has("rpi");
    var toInteger = Rounding.toInteger(in);
    var rounding = Rounding.of(in);
    var source = source(in, from);
    boolean flush = in.has("ftz");
    boolean saturate = in.has("sat");
    if (to.isHalf()) {
      boolean positive = in.has("relu");
      var format = HalfFormat.of(to);
      LongUnaryOperator one =
          a -> {
            double value = source.applyAsDouble(a);
            double rounded = whole ? toInteger.integer(value) : value;
            return format.round(
                saturate
                    ? rounded > 0 ? Math.min(rounded, 1) : 0
                    : positive && rounded < 0 ? 0 : rounded,
                rounding);
          };
      return to.isPair()
          ? (a, b, _) -> one.applyAsLong(a) << 16 | one.applyAsLong(b)
          : (a, _, _) -> one.applyAsLong(a);
    }
    return (a, _, _) -> {
      double value = source.applyAsDouble(a);
      double rounded = whole ? toInteger.integer(value) : value;
      if (to == PtxType.F64) {
        return bits(saturate ? rounded > 0 ? Math.min(rounded, 1) : 0 : rounded);
      }
      float narrow = rounding.round(rounded, 0);
      float flushed = flush ? FloatMath.flush(narrow) : narrow;
      return bits(saturate ? FloatMath.saturate(flushed) : flushed);
    };
  }
}
