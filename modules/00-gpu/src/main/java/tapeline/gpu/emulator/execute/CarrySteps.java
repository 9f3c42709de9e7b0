package tapeline.gpu.emulator.execute;

import java.util.List;
import tapeline.gpu.emulator.semantics.IntegerMath;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxException;

/// Arithmetic with the carry flag: `add.cc`, `addc`, `sub.cc`, `subc`, `mad.cc`, `madc`, by which
/// numbers of many words are added and multiplied.
final class CarrySteps {
  private CarrySteps() {}

  static boolean uses(Instruction in) {
    return switch (in.opcode()) {
      case ADDC, SUBC, MADC -> true;
      default -> in.has("cc");
    };
  }

  static Step compute(Instruction in, RegisterRows rows) {
    var o = in.operands();
    var results =
        o.getFirst() instanceof Operand.Group group ? group.parts() : List.of(o.getFirst());
    int d = rows.of(results.getFirst());
    int out = results.size() > 1 ? ((Operand.Register) results.getLast()).index() : -1;
    boolean carries =
        in.opcode() == Opcode.ADDC || in.opcode() == Opcode.SUBC || in.opcode() == Opcode.MADC;
    int into = carries ? ((Operand.Register) o.getLast()).index() : -1;
    boolean subtracts = in.opcode() == Opcode.SUB || in.opcode() == Opcode.SUBC;
    boolean multiplies = in.opcode() == Opcode.MAD || in.opcode() == Opcode.MADC;
    if (!subtracts && !multiplies && in.opcode() != Opcode.ADD && in.opcode() != Opcode.ADDC) {
      throw new PtxException(in, "outside the emulated subset");
    }
    int a = rows.of(o.get(1));
    int b = rows.of(o.get(2));
    int c = multiplies ? rows.of(o.get(3)) : b;
    return (warp, mask) -> {
      long[] r = warp.registers;
      int carried = 0;
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int i = Integer.numberOfTrailingZeros(lanes);
        long x = multiplies ? product(in, r[a + i], r[b + i]) : r[a + i];
        long y = r[c + i];
        int flag = into < 0 ? 0 : warp.predicates[into] >> i & 1;
        boolean over;
        if (in.type().bits() == 32) {
          long wide = subtracts ? low(x) - low(y) - flag : low(x) + low(y) + flag;
          r[d + i] = (int) wide;
          over = wide >>> 32 != 0;
        } else {
          r[d + i] = subtracts ? x - y - flag : x + y + flag;
          over = subtracts ? borrows(x, y, flag) : overflows(x, y, flag);
        }
        carried |= over ? 1 << i : 0;
      }
      if (out >= 0) {
        warp.setPredicate(out, mask, carried);
      }
    };
  }

  private static long product(Instruction in, long a, long b) {
    boolean high = in.has("hi");
    boolean signed = in.type().isSigned();
    if (in.type().bits() == 32) {
      long wide = IntegerMath.extend(a, in.type()) * IntegerMath.extend(b, in.type());
      return high ? wide >> 32 : wide;
    }
    return !high ? a * b : signed ? Math.multiplyHigh(a, b) : Math.unsignedMultiplyHigh(a, b);
  }

  private static boolean overflows(long x, long y, int flag) {
    int order = Long.compareUnsigned(x + y + flag, x);
    return order < 0 || (order == 0 && flag == 1);
  }

  private static boolean borrows(long x, long y, int flag) {
    int order = Long.compareUnsigned(x, y);
    return order < 0 || (order == 0 && flag == 1);
  }

  private static long low(long word) {
    return word & 0xffffffffL;
  }
}
