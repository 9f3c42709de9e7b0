package tapeline.gpu.emulator.compile;

import java.util.HashSet;
import java.util.Set;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Operand;

/// The registers whose value depends on a thread's place in its row of the block, `threadIdx.x`.
///
/// Another has mostly one value for all lanes of a row. Compiled code is faster where that is so,
/// and right where it is not.
final class RowValues {
  private static final Set<String> PLACES = Set.of("%tid.x", "%laneid");

  private final Set<Operand.Register> vary = new HashSet<>();

  RowValues(Instruction... instructions) {
    int before;
    do {
      before = vary.size();
      for (var in : instructions) {
        if (varies(in)) {
          vary.addAll(in.written());
        }
      }
    } while (vary.size() > before);
  }

  private boolean varies(Instruction in) {
    return switch (in.opcode().kind()) {
      case ATOMIC, WARP, TENSOR -> true;
      case ARITHMETIC, SPECIAL, BITS, COMPARE, MOVE, MEMORY, BARRIER, CONTROL ->
          in.operands().stream()
                  .anyMatch(o -> o instanceof Operand.Special s && PLACES.contains(s.name()))
              || in.read().stream().anyMatch(vary::contains);
    };
  }

  /// Returns whether the lanes of a row mostly have the same address.
  boolean areAlike(Operand.Address address) {
    return !(address.base() instanceof Operand.Register register && vary.contains(register));
  }
}
