package tapeline.gpu.emulator.watch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tapeline.gpu.ptx.Instruction;
import tapeline.gpu.ptx.Opcode;
import tapeline.gpu.ptx.Operand;
import tapeline.gpu.ptx.PtxType;

/// Counts the bytes of each register of a function that something is computed with, from the lowest
/// on. What is stored, moved, chosen or exchanged counts as far as its result does.
final class ComputedBytes {
  private final Map<Operand.Register, Integer> bytes = new HashMap<>();
  private boolean changed = true;

  ComputedBytes(Instruction[] instructions) {
    while (changed) {
      changed = false;
      for (var in : Arrays.asList(instructions).reversed()) {
        follow(in);
      }
    }
  }

  int of(Operand operand) {
    return operand instanceof Operand.Register register ? bytes.getOrDefault(register, 0) : 0;
  }

  private void need(Operand operand, int count) {
    if (operand instanceof Operand.Register register) {
      int now = Math.min(count, register.type().bytes());
      if (now > of(register)) {
        bytes.put(register, now);
        changed = true;
      }
    }
  }

  private void follow(Instruction in) {
    switch (in.opcode()) {
      case ST -> {}
      case MOV -> move(in);
      case SELP -> {
        int count = of(in.operand(0));
        need(in.operand(1), count);
        need(in.operand(2), count);
      }
      case SHFL -> {
        need(in.operand(1), of(first(in.operand(0))));
        in.operands().stream().skip(2).forEach(operand -> need(operand, 4));
      }
      default -> {
        int count = narrows(in) ? in.types().getFirst().bytes() : 8;
        in.read().forEach(register -> need(register, count));
      }
    }
  }

  /// Follows the parts of a register that is put together or taken apart.
  private void move(Instruction in) {
    var to = parts(in.operand(0));
    var from = parts(in.operand(1));
    int width = in.type().bytes() / Math.max(to.size(), from.size());
    for (int i = 0; i < to.size(); i++) {
      int count = of(to.get(i));
      need(from.getFirst(), count == 0 || from.size() > 1 ? 0 : i * width + count);
    }
    for (int i = 0; from.size() > 1 && i < from.size(); i++) {
      need(from.get(i), Math.min(width, of(to.getFirst()) - i * width));
    }
  }

  private static Operand first(Operand operand) {
    return parts(operand).getFirst();
  }

  private static List<Operand> parts(Operand operand) {
    return operand instanceof Operand.Group group ? group.parts() : List.of(operand);
  }

  /// Returns whether an instruction takes the lower half, or less, of a whole number.
  private static boolean narrows(Instruction in) {
    return in.opcode() == Opcode.CVT
        && !in.has("sat")
        && in.types().stream().noneMatch(PtxType::isFloat)
        && in.types().getFirst().bytes() < in.type().bytes();
  }
}
