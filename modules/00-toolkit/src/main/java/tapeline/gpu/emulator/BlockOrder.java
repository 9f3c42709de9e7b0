package tapeline.gpu.emulator;

import java.util.HashSet;
import java.util.Set;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxFunction;

/// Whether the order in which blocks run can be seen in what a kernel computes.
///
/// It can where an atomic's old value is used, where floats are added (each order rounds
/// differently), and where blocks wait for each other. Integer sums, minima and bit operations come
/// out the same in any order.
final class BlockOrder {
  private static final Set<String> ANY_ORDER = Set.of("add", "and", "or", "xor", "min", "max");

  private BlockOrder() {}

  static boolean matters(Program program, PtxFunction kernel) {
    return program.functions().stream()
        .filter(f -> f.name().equals(kernel.name()) || !f.kernel())
        .anyMatch(BlockOrder::isSeenIn);
  }

  private static boolean isSeenIn(PtxFunction function) {
    var used = new HashSet<Operand.Register>();
    function.body().forEach(in -> used.addAll(in.read()));
    for (var in : function.body()) {
      boolean global = Space.of(in) == Space.GLOBAL || Space.of(in) == Space.GENERIC;
      boolean loads = in.opcode() == Opcode.LD && (in.has("volatile") || in.has("acquire"));
      if (global
          && (loads || (in.opcode().kind() == Opcode.Kind.ATOMIC && !isFreeOfOrder(in, used)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFreeOfOrder(Instruction in, Set<Operand.Register> used) {
    return !in.type().isFloat()
        && in.modifiers().stream().anyMatch(ANY_ORDER::contains)
        && in.written().stream().noneMatch(used::contains);
  }
}
