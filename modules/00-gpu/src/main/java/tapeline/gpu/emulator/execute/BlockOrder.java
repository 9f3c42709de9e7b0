package tapeline.gpu.emulator.execute;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tapeline.gpu.emulator.memory.Space;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxFunction;

/// A check of whether a kernel's results can depend on the order in which blocks run.
///
/// They can where an atomic's old value is used, where floats are added (each order rounds
/// differently), and where blocks wait for each other. Integer sums, minima and bit operations come
/// out the same in any order, as long as there is only one of these.
final class BlockOrder {
  private static final Set<String> ANY_ORDER = Set.of("add", "and", "or", "xor", "min", "max");

  private BlockOrder() {}

  static boolean matters(LoadedModule program, PtxFunction kernel) {
    var functions =
        program.functions().stream()
            .filter(f -> f.name().equals(kernel.name()) || !f.kernel())
            .toList();
    long different =
        functions.stream()
            .flatMap(f -> f.body().stream())
            .filter(in -> in.opcode().kind() == Opcode.Kind.ATOMIC && isGlobal(in))
            .map(BlockOrder::operation)
            .distinct()
            .count();
    return different > 1 || functions.stream().anyMatch(BlockOrder::isSeenIn);
  }

  private static List<String> operation(Instruction in) {
    return in.modifiers().stream().filter(ANY_ORDER::contains).toList();
  }

  private static boolean isGlobal(Instruction in) {
    return Space.of(in) == Space.GLOBAL || Space.of(in) == Space.GENERIC;
  }

  private static boolean isSeenIn(PtxFunction function) {
    var used = new HashSet<Operand.Register>();
    function.body().forEach(in -> used.addAll(in.read()));
    for (var in : function.body()) {
      boolean loads = in.opcode() == Opcode.LD && (in.has("volatile") || in.has("acquire"));
      if (isGlobal(in)
          && (loads || (in.opcode().kind() == Opcode.Kind.ATOMIC && !isFreeOfOrder(in, used)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFreeOfOrder(Instruction in, Set<Operand.Register> used) {
    return !in.type().isFloat()
        && !operation(in).isEmpty()
        && in.written().stream().noneMatch(used::contains);
  }
}
