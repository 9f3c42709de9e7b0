package tapeline.gpu.emulator.semantics;

import tapeline.gpu.emulator.semantics.LaneFunction.Ints;
import tapeline.gpu.emulator.semantics.LaneFunction.Longs;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.PtxException;
import tapeline.gpu.ptx.PtxType;

/// The integer instructions, 16, 32 and 64 bits wide.
public final class IntegerMath {
  private static final long LOW = 0xffffffffL;

  private IntegerMath() {}

  static Ints ints(Instruction in) {
    boolean signed = in.type().isSigned();
    boolean high = in.has("hi");
    refuse(in);
    return switch (in.opcode()) {
      case ADD -> in.has("sat") ? (a, b, _) -> clamp((long) a + b) : (a, b, _) -> a + b;
      case SUB -> in.has("sat") ? (a, b, _) -> clamp((long) a - b) : (a, b, _) -> a - b;
      case MUL -> high ? high(signed) : (a, b, _) -> a * b;
      case MAD -> high ? (a, b, c) -> high(signed).apply(a, b, 0) + c : (a, b, c) -> a * b + c;
      case MUL24 -> (a, b, _) -> low24(a, signed) * low24(b, signed);
      case MAD24 -> (a, b, c) -> low24(a, signed) * low24(b, signed) + c;
      case DIV -> signed ? (a, b, _) -> a / b : (a, b, _) -> Integer.divideUnsigned(a, b);
      case REM -> signed ? (a, b, _) -> a % b : (a, b, _) -> Integer.remainderUnsigned(a, b);
      case MIN ->
          signed
              ? (a, b, _) -> Math.min(a, b)
              : (a, b, _) -> Integer.compareUnsigned(a, b) < 0 ? a : b;
      case MAX ->
          signed
              ? (a, b, _) -> Math.max(a, b)
              : (a, b, _) -> Integer.compareUnsigned(a, b) > 0 ? a : b;
      case ABS -> (a, _, _) -> Math.abs(a);
      case NEG -> (a, _, _) -> -a;
      case SAD ->
          signed
              ? (a, b, c) -> c + (a < b ? b - a : a - b)
              : (a, b, c) -> c + (Integer.compareUnsigned(a, b) < 0 ? b - a : a - b);
      case AND -> (a, b, _) -> a & b;
      case OR -> (a, b, _) -> a | b;
      case XOR -> (a, b, _) -> a ^ b;
      case NOT -> (a, _, _) -> ~a;
      case CNOT -> (a, _, _) -> a == 0 ? 1 : 0;
      case SHL -> (a, n, _) -> n >>> 5 != 0 ? 0 : a << n;
      case SHR ->
          signed
              ? (a, n, _) -> a >> (n >>> 5 != 0 ? 31 : n)
              : (a, n, _) -> n >>> 5 != 0 ? 0 : a >>> n;
      case SHF -> funnel(in.has("l"), in.has("clamp"));
      case BFE ->
          (a, at, length) -> (int) field(signed ? a : a & LOW, at & 255, length & 255, 32, signed);
      case BFIND ->
          (a, _, _) -> (int) highestBit(signed ? a : a & LOW, in.has("shiftamt") ? 31 : -1);
      case BREV -> (a, _, _) -> Integer.reverse(a);
      case CLZ -> (a, _, _) -> Integer.numberOfLeadingZeros(a);
      case POPC -> (a, _, _) -> Integer.bitCount(a);
      case PRMT -> BitTricks.permute(in);
      case FNS -> BitTricks::nthSet;
      case BMSK -> BitTricks.mask(in.has("clamp"));
      case DP4A -> BitTricks.dotBytes(in.types().get(0).isSigned(), in.types().get(1).isSigned());
      default -> throw new PtxException(in, "outside the emulated subset");
    };
  }

  /// 16-bit arithmetic is done in 32 bits, on operands extended by their sign or by zeros.
  static Ints shorts(Instruction in) {
    if (in.type().isSigned()) {
      if (in.has("hi")) {
        return (a, b, c) -> (((short) a * (short) b) >> 16) + c;
      }
      Ints wide = ints(in);
      return (a, b, c) -> wide.apply((short) a, (short) b, (short) c);
    }
    if (in.has("hi")) {
      return (a, b, c) -> (((a & 0xffff) * (b & 0xffff)) >>> 16) + c;
    }
    Ints wide = ints(in);
    return (a, b, c) -> wide.apply(a & 0xffff, b & 0xffff, c & 0xffff);
  }

  static Longs longs(Instruction in) {
    boolean signed = in.type().isSigned();
    boolean high = in.has("hi");
    return switch (in.opcode()) {
      case ADD -> (a, b, _) -> a + b;
      case SUB -> (a, b, _) -> a - b;
      case MUL ->
          !high
              ? (a, b, _) -> a * b
              : signed
                  ? (a, b, _) -> Math.multiplyHigh(a, b)
                  : (a, b, _) -> Math.unsignedMultiplyHigh(a, b);
      case MAD ->
          !high
              ? (a, b, c) -> a * b + c
              : signed
                  ? (a, b, c) -> Math.multiplyHigh(a, b) + c
                  : (a, b, c) -> Math.unsignedMultiplyHigh(a, b) + c;
      case DIV -> signed ? (a, b, _) -> a / b : (a, b, _) -> Long.divideUnsigned(a, b);
      case REM -> signed ? (a, b, _) -> a % b : (a, b, _) -> Long.remainderUnsigned(a, b);
      case MIN ->
          signed
              ? (a, b, _) -> Math.min(a, b)
              : (a, b, _) -> Long.compareUnsigned(a, b) < 0 ? a : b;
      case MAX ->
          signed
              ? (a, b, _) -> Math.max(a, b)
              : (a, b, _) -> Long.compareUnsigned(a, b) > 0 ? a : b;
      case ABS -> (a, _, _) -> Math.abs(a);
      case NEG -> (a, _, _) -> -a;
      case SAD ->
          signed
              ? (a, b, c) -> c + (a < b ? b - a : a - b)
              : (a, b, c) -> c + (Long.compareUnsigned(a, b) < 0 ? b - a : a - b);
      case AND -> (a, b, _) -> a & b;
      case OR -> (a, b, _) -> a | b;
      case XOR -> (a, b, _) -> a ^ b;
      case NOT -> (a, _, _) -> ~a;
      case CNOT -> (a, _, _) -> a == 0 ? 1 : 0;
      case SHL -> (a, n, _) -> (int) n >>> 6 != 0 ? 0 : a << n;
      case SHR ->
          signed
              ? (a, n, _) -> a >> ((int) n >>> 6 != 0 ? 63 : n)
              : (a, n, _) -> (int) n >>> 6 != 0 ? 0 : a >>> n;
      case BFE -> (a, at, length) -> field(a, (int) at & 255, (int) length & 255, 64, signed);
      case BFIND -> (a, _, _) -> highestBit64(a, signed, in.has("shiftamt"));
      case BREV -> (a, _, _) -> Long.reverse(a);
      case CLZ -> (a, _, _) -> Long.numberOfLeadingZeros(a);
      case POPC -> (a, _, _) -> Long.bitCount(a);
      default -> throw new PtxException(in, "outside the emulated subset");
    };
  }

  /// `mul.wide` and `mad.wide`: the product is twice as wide as the factors.
  static Longs wide(Instruction in) {
    return switch (in.type()) {
      case S16 -> (a, b, c) -> (short) a * (short) b + c;
      case U16 -> (a, b, c) -> (a & 0xffff) * (b & 0xffff) + c;
      case S32 -> (a, b, c) -> (long) (int) a * (int) b + c;
      case U32 -> (a, b, c) -> (a & LOW) * (b & LOW) + c;
      default -> throw new PtxException(in, "outside the emulated subset");
    };
  }

  private static void refuse(Instruction in) {
    boolean is24 = in.opcode() == Opcode.MUL24 || in.opcode() == Opcode.MAD24;
    boolean saturates = in.has("sat") && (in.opcode() == Opcode.MAD || in.opcode() == Opcode.MAD24);
    if (in.has("relu") || saturates || (is24 && in.has("hi"))) {
      throw new PtxException(in, "outside the emulated subset");
    }
  }

  private static Ints high(boolean signed) {
    return signed
        ? (a, b, _) -> (int) (((long) a * b) >> 32)
        : (a, b, _) -> (int) (((a & LOW) * (b & LOW)) >>> 32);
  }

  private static int low24(int a, boolean signed) {
    return signed ? a << 8 >> 8 : a & 0xffffff;
  }

  private static int clamp(long value) {
    return Math.clamp(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /// Two registers as one 64-bit number, shifted; the upper half of a left shift, the lower half of
  /// a right one.
  private static Ints funnel(boolean left, boolean clamp) {
    return (low, high, n) -> {
      int by = clamp ? Integer.compareUnsigned(n, 32) > 0 ? 32 : n : n & 31;
      long both = (long) high << 32 | (low & LOW);
      return (int) (left ? both << by >>> 32 : both >>> by);
    };
  }

  /// `length` bits of `a` from bit `at` on, extended by the field's top bit where signed.
  private static long field(long a, int at, int length, int width, boolean signed) {
    long value = at >= 64 ? signed ? a >> 63 : 0 : signed ? a >> at : a >>> at;
    if (length == 0) {
      return 0;
    }
    int kept = Math.min(length, Math.max(0, width - at));
    if (signed) { // past the top bit, the field is filled with it
      return kept == 0 ? a >> 63 : kept >= 64 ? value : value << (64 - kept) >> (64 - kept);
    }
    return kept == 0 ? 0 : kept >= 64 ? value : value & (1L << kept) - 1;
  }

  private static long highestBit(long a, int from) {
    long magnitude = a < 0 ? ~a : a;
    int bit = magnitude == 0 ? -1 : 63 - Long.numberOfLeadingZeros(magnitude);
    return bit < 0 ? -1 : from < 0 ? bit : from - bit;
  }

  private static long highestBit64(long a, boolean signed, boolean shiftAmount) {
    long magnitude = signed && a < 0 ? ~a : a;
    if (magnitude == 0) {
      return -1;
    }
    int zeros = Long.numberOfLeadingZeros(magnitude);
    return shiftAmount ? zeros : 63 - zeros;
  }

  public static long extend(long bits, PtxType type) {
    return switch (type) {
      case S8 -> (byte) bits;
      case U8, B8 -> bits & 0xff;
      case S16 -> (short) bits;
      case U16, B16, F16, BF16 -> bits & 0xffff;
      case S32 -> (int) bits;
      case U32, B32, F32, F16X2, BF16X2, TF32 -> bits & LOW;
      case PRED -> bits & 1;
      case B64, U64, S64, F64 -> bits;
    };
  }
}
