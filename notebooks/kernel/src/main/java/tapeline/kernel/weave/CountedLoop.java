package tapeline.kernel.weave;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.List;

/// `for (int i = …; i < bound; i += step)` in which all [calls end][EndingCalls], as javac writes
/// it: the counter is loaded, then the bound; if the counter is not below, the loop is left.
///
/// It ends after 2³¹ rounds at most if the counter cannot pass over the bound: `i + step` stays an
/// int for the last `i` that is in the loop. For a step of 1 and `<` that is so for any bound.
final class CountedLoop {
  private final List<Instruction> body;
  private final List<CodeElement> elements;
  private final EndingCalls calls;
  private final int counter;
  private final int comparison;

  /// @param elements from where the jump back goes to, to before that jump
  CountedLoop(List<CodeElement> elements, EndingCalls calls) {
    this.elements = elements;
    this.calls = calls;
    body =
        elements.stream()
            .filter(Instruction.class::isInstance)
            .map(Instruction.class::cast)
            .toList();
    counter = body.isEmpty() ? -1 : intVariable(body.getFirst());
    comparison = counter < 0 ? -1 : comparison();
  }

  /// The place of the step among the elements, or −1 when this is no such loop.
  int stepPlace() {
    if (comparison < 0) {
      return -1;
    }
    int place = -1;
    int step = 0;
    for (int i = 0; i < elements.size(); i++) {
      switch (elements.get(i)) {
        case InvokeDynamicInstruction _ -> {
          return -1;
        }
        case InvokeInstruction call when !calls.ends(call) -> {
          return -1;
        }
        case StoreInstruction s when s.slot() == counter -> {
          return -1;
        }
        case IncrementInstruction inc when inc.slot() == counter -> {
          if (place >= 0 || inc.constant() <= 0) {
            return -1;
          }
          place = i;
          step = inc.constant();
        }
        default -> {}
      }
    }
    return place >= 0 && cannotPass(step) ? place : -1;
  }

  /// The jump out of the loop.
  CodeElement exit() {
    return body.get(comparison);
  }

  private static int intVariable(Instruction instruction) {
    return instruction instanceof LoadInstruction l && l.typeKind() == TypeKind.INT ? l.slot() : -1;
  }

  /// The index of the comparison of the counter with a bound that is on the stack beside it, or −1.
  private int comparison() {
    int depth = 0; // of the stack, above the counter
    for (int i = 1; i < body.size(); i++) {
      if (body.get(i) instanceof BranchInstruction b) {
        boolean leaves = b.opcode() == Opcode.IF_ICMPGE || b.opcode() == Opcode.IF_ICMPGT;
        return leaves && depth == 1 ? i : -1;
      }
      int taken = taken(body.get(i));
      if (taken < 0 || taken > depth) {
        return -1;
      }
      depth += 1 - taken;
    }
    return -1;
  }

  /// How many values an instruction takes from the stack to leave one, or −1 when it is none of
  /// those that a bound is made of.
  private static int taken(Instruction instruction) {
    return switch (instruction) {
      case ConstantInstruction _, LoadInstruction _ -> 0;
      case FieldInstruction f when f.opcode() == Opcode.GETSTATIC -> 0;
      case FieldInstruction f when f.opcode() == Opcode.GETFIELD -> 1;
      case ArrayLoadInstruction _ -> 2;
      case OperatorInstruction o ->
          switch (o.opcode()) {
            case ARRAYLENGTH -> 1;
            case IADD, ISUB, IMUL, IDIV -> 2;
            default -> -1;
          };
      default -> -1;
    };
  }

  /// Returns whether the counter meets the bound before it overflows.
  private boolean cannotPass(int step) {
    int beyond = ((BranchInstruction) exit()).opcode() == Opcode.IF_ICMPGT ? step : step - 1;
    var last = body.get(comparison - 1);
    boolean alone = comparison == 2;
    if (beyond == 0) {
      return true;
    }
    if (last instanceof ConstantInstruction c && alone && c.constantValue() instanceof Integer n) {
      return n <= Integer.MAX_VALUE - beyond;
    }
    // The bound is a length, which is not as long as an int can be, or something less a constant.
    if (last instanceof OperatorInstruction o && o.opcode() == Opcode.ARRAYLENGTH) {
      return beyond == 1;
    }
    return last instanceof OperatorInstruction o
        && o.opcode() == Opcode.ISUB
        && body.get(comparison - 2) instanceof ConstantInstruction c
        && c.constantValue() instanceof Integer less
        && less >= beyond;
  }
}
