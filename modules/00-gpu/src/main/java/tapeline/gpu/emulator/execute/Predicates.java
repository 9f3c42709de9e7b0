package tapeline.gpu.emulator.execute;

import java.util.function.IntBinaryOperator;
import tapeline.gpu.emulator.semantics.Comparisons;
import tapeline.gpu.emulator.semantics.HalfFormat;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxException;
import tapeline.gpu.ptx.PtxType;

/// Instructions on predicates. A predicate is one bit a lane, so a warp's worth of them is one int.
final class Predicates {
  private final RegisterRows rows;

  Predicates(RegisterRows rows) {
    this.rows = rows;
  }

  private LaneSteps.Asking ask(Instruction in, int shift) {
    var test = Comparisons.test(in, shift);
    return LaneSteps.ask(test, rows.of(in.operand(1)), rows.of(in.operand(2)));
  }

  /// `setp.lt.and.s32 p|q, a, b, c`: p = (a < b) and c, q = not (a < b) and c; of pairs, p is of
  /// the first numbers and q of the second. `set` writes a number instead.
  Step compare(Instruction in) {
    var asking = ask(in, 0);
    var combine = in.operands().size() > 3 ? operator(in) : null;
    var third = in.operands().size() > 3 ? in.operand(3) : new Operand.Nothing();
    if (in.opcode() == Opcode.SET) {
      if (combine != null) {
        throw new PtxException(in, "set with a third operand is outside the emulated subset");
      }
      return number(in, asking);
    }
    boolean pair = in.type().isPair();
    var second = pair ? ask(in, 16) : asking;
    var results =
        in.operand(0) instanceof Operand.Group group
            ? group.parts()
            : java.util.List.of(in.operand(0));
    int p = index(results.getFirst());
    int q = results.size() > 1 ? index(results.get(1)) : -1;
    return (warp, mask) -> {
      int yes = asking.lanes(warp, mask);
      int no = pair ? second.lanes(warp, mask) : ~yes;
      if (combine != null) {
        int other = value(warp, third);
        yes = combine.applyAsInt(yes, other);
        no = combine.applyAsInt(no, other);
      }
      if (p >= 0) {
        warp.setPredicate(p, mask, yes);
      }
      if (q >= 0) {
        warp.setPredicate(q, mask, no);
      }
    };
  }

  private Step number(Instruction in, LaneSteps.Asking asking) {
    int d = rows.of(in.operand(0));
    var type = in.types().getFirst();
    long one =
        type == PtxType.F32
            ? Float.floatToRawIntBits(1)
            : type.isHalf() ? HalfFormat.of(type).nearest(1) : -1;
    if (in.type().isPair()) {
      return numbers(d, one & 0xffff, asking, ask(in, 16));
    }
    return (warp, mask) -> {
      int yes = asking.lanes(warp, mask);
      WarpSteps.fill(warp.registers, d, mask & yes, one);
      WarpSteps.fill(warp.registers, d, mask & ~yes, 0);
    };
  }

  private static Step numbers(int d, long one, LaneSteps.Asking first, LaneSteps.Asking second) {
    return (warp, mask) -> {
      int low = first.lanes(warp, mask);
      int high = second.lanes(warp, mask);
      for (int lanes = mask; lanes != 0; lanes &= lanes - 1) {
        int lane = Integer.numberOfTrailingZeros(lanes);
        warp.registers[d + lane] =
            ((low >> lane & 1) != 0 ? one : 0) | ((high >> lane & 1) != 0 ? one << 16 : 0);
      }
    };
  }

  Step property(Instruction in) {
    int p = index(in.operand(0));
    int a = rows.of(in.operand(1));
    var asking = LaneSteps.ask(Comparisons.property(in), a, a);
    return (warp, mask) -> warp.setPredicate(p, mask, asking.lanes(warp, mask));
  }

  static Step logic(Instruction in) {
    int d = index(in.operand(0));
    var a = in.operand(1);
    if (in.opcode() == Opcode.NOT) {
      return (warp, mask) -> warp.setPredicate(d, mask, ~value(warp, a));
    }
    var b = in.operand(2);
    var combine = combiner(in.opcode());
    return (warp, mask) ->
        warp.setPredicate(d, mask, combine.applyAsInt(value(warp, a), value(warp, b)));
  }

  static Step copy(int d, Operand from) {
    return (warp, mask) -> warp.setPredicate(d, mask, value(warp, from));
  }

  /// A predicate in all lanes, perhaps negated, perhaps a constant.
  static int value(Warp warp, Operand operand) {
    return switch (operand) {
      case Operand.Register register -> warp.predicates[register.index()];
      case Operand.Negated negated -> ~warp.predicates[negated.register().index()];
      case Operand.Immediate immediate -> immediate.bits() == 0 ? 0 : -1;
      default -> throw new IllegalArgumentException(operand + " is not a predicate");
    };
  }

  private static int index(Operand operand) {
    return operand instanceof Operand.Register register ? register.index() : -1;
  }

  private static IntBinaryOperator operator(Instruction in) {
    for (var opcode : new Opcode[] {Opcode.AND, Opcode.OR, Opcode.XOR}) {
      if (in.has(opcode.toString())) {
        return combiner(opcode);
      }
    }
    throw new PtxException(in, "a third operand needs .and, .or or .xor");
  }

  private static IntBinaryOperator combiner(Opcode opcode) {
    return switch (opcode) {
      case AND -> (a, b) -> a & b;
      case OR -> (a, b) -> a | b;
      default -> (a, b) -> a ^ b;
    };
  }
}
