package tapeline.kernel.weave;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds the jumps back of a method that may go on for ever.
///
/// All of them are taken to, but for those of an innermost [counted loop][CountedLoop]: it ends by
/// itself, and a check would keep the compiler from making vector instructions of it.
final class Loops {
  private final List<CodeElement> code;
  private final Map<Label, Integer> places = new HashMap<>();
  private final Set<Integer> handlers = new HashSet<>();

  private final EndingCalls calls;

  private Loops(CodeModel model, EndingCalls calls) {
    this.calls = calls;
    code = model.elementList();
    for (int i = 0; i < code.size(); i++) {
      if (code.get(i) instanceof LabelTarget t) {
        places.put(t.label(), i);
      }
    }
    for (var element : code) {
      if (element instanceof ExceptionCatch c) {
        handlers.add(place(c.handler()));
      }
    }
  }

  /// The places, in the list of the code's elements, of the jumps back that may go on for ever.
  static Set<Integer> endless(CodeModel code, EndingCalls calls) {
    return new Loops(code, calls).endless();
  }

  private Set<Integer> endless() {
    var endless = new HashSet<Integer>();
    for (int i = 0; i < code.size(); i++) {
      int first = first(code.get(i));
      boolean back = first >= 0 && first <= i;
      if (back && !isCounted(first, i)) {
        endless.add(i);
      }
    }
    return endless;
  }

  /// The first place in the code to which an instruction may jump, or −1.
  private int first(CodeElement element) {
    return switch (element) {
      case BranchInstruction b -> place(b.target());
      case TableSwitchInstruction s -> first(s.defaultTarget(), s.cases());
      case LookupSwitchInstruction s -> first(s.defaultTarget(), s.cases());
      default -> -1;
    };
  }

  private int first(Label otherwise, List<SwitchCase> cases) {
    int first = place(otherwise);
    for (var c : cases) {
      first = Math.min(first, place(c.target()));
    }
    return first;
  }

  private int place(Label label) {
    return places.getOrDefault(label, -1);
  }

  /// Returns whether the jump from `last` back to `first` closes a loop that ends by itself: it is
  /// counted, and in it is neither another loop, nor a switch, nor a handler of exceptions.
  private boolean isCounted(int first, int last) {
    var back = (code.get(last) instanceof BranchInstruction b) ? b.opcode() : Opcode.NOP;
    if (back != Opcode.GOTO && back != Opcode.GOTO_W) {
      return false;
    }
    var loop = new CountedLoop(code.subList(first, last), calls);
    int step = loop.stepPlace();
    if (step < 0) {
      return false;
    }
    for (int i = first; i < last; i++) {
      int to = first(code.get(i));
      boolean skips = i < first + step && to > first + step && to <= last;
      boolean isSwitch =
          code.get(i) instanceof TableSwitchInstruction
              || code.get(i) instanceof LookupSwitchInstruction;
      if ((to >= 0 && to <= i) || skips || isSwitch || handlers.contains(i)) {
        return false;
      }
    }
    int exit = first(loop.exit());
    return exit > last;
  }
}
